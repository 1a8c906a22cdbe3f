import { AsyncResource } from "node:async_hooks";
import type { AccountId, AssertionStore } from "@repute/domain";
import { together } from "../concurrency/together.js";
import type { Session, Write } from "../engine/session.js";
import { assertionTable } from "../tables/accounts.js";
import { putOnRecord } from "./audit-store.js";

type Spend = Parameters<AssertionStore["spend"]>;

/**
 * Request to record an assertion as used.
 * `asTheirs` runs code in the async context of the request, so that traces show the statements as part of the request.
 */
type Spending = { readonly spend: Spend; readonly asTheirs: <T>(work: () => T) => T };

/**
 * Returns the store of used assertions. Concurrent requests share a transaction.
 * Each assertion is stored only once, even if several processes receive it.
 */
export function assertionStore(write: Write): AssertionStore {
  const spendTogether = together<Spending, boolean>((all) => write("directory", (unit) => spendAll(unit, all)));
  return {
    spend: (...spend) => spendTogether({ spend, asTheirs: AsyncResource.bind(<T>(work: () => T) => work()) }),
  };
}

/**
 * Records assertions, grouped by account.
 * The statements of each account run in the async context of one of its requests.
 */
async function spendAll(unit: Session, all: readonly Spending[]): Promise<boolean[]> {
  const ofAccounts = new Map<AccountId, { readonly asTheirs: Spending["asTheirs"]; readonly spends: Spend[] }>();
  for (const { spend, asTheirs } of all) {
    const its = ofAccounts.get(spend[0]) ?? { asTheirs, spends: [] };
    ofAccounts.set(spend[0], its);
    its.spends.push(spend);
  }
  const first = new Set<Spend>();
  for (const [account, { asTheirs, spends }] of ofAccounts) {
    for (const spend of await asTheirs(() => spendOf(unit, account, spends))) first.add(spend);
  }
  return all.map(({ spend }) => first.has(spend));
}

/** Records an account's used assertions. Returns the assertions that were not recorded before. */
async function spendOf(unit: Session, account: AccountId, spends: readonly Spend[]): Promise<Spend[]> {
  await unit.enter(account);
  const now = Math.min(...spends.map(([, , at]) => at));
  await unit.run("DELETE FROM assertions WHERE account_id = $1 AND until <= $2", [account, now]);
  const first: Spend[] = [];
  for (const spend of spends) {
    if (await assertionTable.insert(unit, account, spend[1])) first.push(spend);
  }
  const records = first.map(([, , , record]) => record);
  if (records.length > 0) await putOnRecord(unit, account, records);
  return first;
}
