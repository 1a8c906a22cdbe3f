import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { StoringPorts } from "./load-ports.js";
import { totalOf } from "./load-report.js";
import { tallyOf } from "./store-load.js";

/**
 * Ends an account's unfinished load and discards its remaining parts. Returns whether a load was unfinished. The
 * records that the load has already stored stay.
 */
export function discardLoad({ storage, clock, operator }: StoringPorts) {
  return (account: AccountId): Promise<boolean> =>
    storage.transact(account, async ({ loads, audit }) => {
      const load = await loads.last(account);
      if (!load || load.isComplete) return false;
      await loads.save(account, { ...load, isComplete: true, isDiscarded: true });
      while ((await loads.discard(account, load.staging)) > 0);
      const event = { at: clock(), action: "discard_load", rows: totalOf(tallyOf(load)) };
      await audit.append(account, [byOperator(event, { operator })]);
      return true;
    });
}
