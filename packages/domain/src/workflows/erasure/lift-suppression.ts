import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import { lift, type SuppressionStores } from "../../foundation/suppression/suppression.js";
import { identityOf, type Person } from "./person.js";

type LiftPorts = OperatorPort & {
  readonly storage: Transactions<SuppressionStores & { readonly audit: AuditWriter }>;
  readonly clock: Clock;
  readonly secrets: Secrets;
};

/**
 * Removes an erased person from the suppression list, so that imports store the person's rows again.
 * Returns the number of removed identifiers.
 */
export function liftSuppression({ storage, clock, secrets, operator }: LiftPorts) {
  return (account: AccountId, person: Person): Promise<number> => {
    const requested = identityOf(person);
    return storage.transact(account, async (stores) => {
      const rows = await lift(stores, secrets, account, requested);
      const record = byOperator({ at: clock(), action: "lift_suppression", rows }, { operator });
      await stores.audit.append(account, [record]);
      return rows;
    });
  };
}
