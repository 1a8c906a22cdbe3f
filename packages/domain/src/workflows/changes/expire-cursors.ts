import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import { newEpoch } from "./cursor-key.js";
import type { EpochStore } from "./epoch-store.js";

export type ExpireCursorsPorts = OperatorPort & {
  readonly storage: Transactions<{ readonly epochs: EpochStore; readonly audit: AuditWriter }>;
  readonly secrets: Pick<Secrets, "randomBytes">;
  readonly clock: Clock;
};

/** Starts a new epoch for an account. All change cursors issued so far expire, so every copy starts over. */
export function expireCursors({ storage, secrets, clock, operator }: ExpireCursorsPorts) {
  return (account: AccountId): Promise<void> =>
    storage.transact(account, async ({ epochs, audit }) => {
      await epochs.save(account, newEpoch(secrets));
      await audit.append(account, [byOperator({ at: clock(), action: "expire_cursors" }, { operator })]);
    });
}
