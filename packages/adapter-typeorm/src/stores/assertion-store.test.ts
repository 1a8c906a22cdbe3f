import { describe, expect, it } from "@jest/globals";
import type { AccountId, Instant } from "@repute/domain";
import { anAuditRecord, readTrail } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import type { Database } from "../database/database.js";

const now = 1_780_315_200_000 as Instant;
const unknownAccount = 999 as AccountId;
const spend = ({ storage }: Database, account: AccountId, jti: string) =>
  storage.assertions.spend(
    account,
    { clientId: "rpc_a", jti, until: (now + 360_000) as Instant },
    now,
    anAuditRecord(),
  );

type Opened = { readonly database: Database; readonly account: AccountId; again(): Promise<Database> };

/** Tests beyond the contract, for assertions that share a commit. */
function sharing(open: () => Opened): void {
  it("is stored even if another one in the same commit cannot be recorded", async () => {
    const { database, account } = open();
    const settled = await Promise.allSettled([
      spend(database, account, "1"),
      spend(database, unknownAccount, "2"),
      spend(database, account, "3"),
      spend(database, account, "1"),
    ]);
    expect(settled).toMatchObject([{ value: true }, { status: "rejected" }, { value: true }, { value: false }]);
    expect(await readTrail(database.storage, account)).toHaveLength(2);
    expect(await spend(database, account, "4")).toBe(true);
  });

  it("is visible to every other process once the call returns", async () => {
    const { database, account, again } = open();
    const other = await again();
    const both = Array.from({ length: 50 }, (_, index) => async () => {
      const isFirst = await spend(database, account, String(index));
      return [isFirst, await spend(other, account, String(index))];
    });
    expect(await Promise.all(both.map((one) => one()))).toEqual(both.map(() => [true, false]));
    expect(await readTrail(other.storage, account)).toHaveLength(50);
  });
}

describe("an assertion that shares a commit in a SQLite file", () => {
  const fresh = freshDatabase();
  sharing(() => ({ database: fresh.database, account: fresh.account, again: fresh.openAgain }));
});

describeOnPostgres("an assertion that shares a commit on PostgreSQL", () => {
  const empty = emptyPostgres();
  sharing(() => ({ database: empty.database, account: empty.mine, again: empty.open }));
});
