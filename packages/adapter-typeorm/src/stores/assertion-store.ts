import type { AssertionStore } from "@repute/domain";
import { assertionSchema } from "../rows/assertion-row.js";
import { insert } from "../rows/statements.js";
import type { Session, Write } from "../session.js";
import { together } from "../together.js";
import { putOnRecord } from "./audit-store.js";

type Spending = Parameters<AssertionStore["spend"]>;

/** Assertions that were exchanged: whichever process it runs in, one unit of work puts each of them there. */
export function typeormAssertionStore(write: Write): AssertionStore {
  const spend = together<Spending, boolean>((all) => write("directory", (unit) => spendAll(unit, all)));
  return { spend: (...spending) => spend(spending) };
}

async function spendAll(unit: Session, all: readonly Spending[]): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (const [account, assertion, now, record] of all) {
    await unit.enter(account);
    await unit.run("DELETE FROM assertions WHERE account_id = $1 AND until <= $2", [account, now]);
    const isFirst = await insert(unit, assertionSchema, { accountId: account, ...assertion });
    if (isFirst) await putOnRecord(unit, account, [record]);
    answers.push(isFirst);
  }
  return answers;
}
