import type { OperatorPort } from "../audit/audit-origin.js";
import { byOperator } from "../audit/audit-record.js";
import type { AuditWriter } from "../audit/audit-store.js";
import type { AccountId } from "../kernel/ids.js";
import type { Clock } from "../kernel/instant.js";
import type { Secrets } from "../kernel/secrets.js";
import type { Transactions } from "../kernel/storage.js";
import type { SuppressionStores } from "../suppression/suppression.js";
import { lift } from "../suppression/suppression.js";
import type { Person } from "./person.js";
import { identityOf } from "./person.js";

type LiftPorts = OperatorPort & {
  readonly storage: Transactions<SuppressionStores & { readonly audit: AuditWriter }>;
  readonly clock: Clock;
  readonly secrets: Secrets;
};

/** Lets imports store an erased person again. Returns how many identifiers were removed from the suppression list. */
export function liftSuppression({ storage, clock, secrets, operator }: LiftPorts) {
  return (account: AccountId, person: Person): Promise<number> => {
    const asked = identityOf(person);
    return storage.transact(account, async (stores) => {
      const rows = await lift(stores, secrets, account, asked);
      const record = byOperator({ at: clock(), action: "lift_suppression", rows }, { operator });
      await stores.audit.append(account, [record]);
      return rows;
    });
  };
}
