import { describe, expect, it } from "@jest/globals";
import type { AccountId, Storage } from "@repute/domain";
import { valueArray } from "../src/postgres/postgres-session.js";
import { statementLog } from "./statement-log.js";

const accounts = (...ids: readonly number[]) =>
  valueArray(
    "integer",
    ids.map((id) => [id]),
    0,
  );
const lists = valueArray("text", [["reviews"], ["surveys"]], 0);

describe("the statement log", () => {
  const problems = async (sql: string, ...values: unknown[]) => {
    const log = statementLog();
    const storage = { transact: async (_: AccountId, work: () => Promise<void>) => work() } as unknown as Storage;
    await log.watch(storage).transact(7 as AccountId, async () => log.trace(sql, values));
    return [...log.problems].map((problem) => problem.split(":")[0]);
  };

  it.each([
    ['SELECT "id" FROM "reviews" WHERE account_id = $1 AND id > $2', 7, 8],
    ["SELECT max(id) FROM (SELECT id FROM reviews WHERE account_id = 7.0 AND (id = 8 OR id = 9)) AS next"],
    ['INSERT INTO "groups" ("account_id", "id") SELECT value FROM json_each(\'[[7,1],[7,2]]\') WHERE true'],
    ["INSERT INTO feed (account_id, list) SELECT $1, $2, substr($3, 1, 2)", 7, "reviews", new Uint8Array(2)],
    ["SELECT id FROM accounts WHERE key = 'x'"],
    ["INSERT INTO feed (account_id, list) SELECT * FROM unnest($1::bigint[], $2::text[])", accounts(7, 7), lists],
  ])("accepts %s", async (sql, ...values) => {
    expect(await problems(sql, ...values)).toEqual([]);
  });

  it.each([
    ["SELECT id FROM reviews"],
    ["SELECT id FROM reviews WHERE id = 7"],
    ["SELECT id FROM reviews WHERE account_id = $1", 70],
    ["SELECT id FROM reviews WHERE account_id = $1 OR id = 3", 7],
    ["SELECT id FROM reviews WHERE account_id = 7 AND id IN (SELECT id FROM feed)"],
    ["DELETE FROM feed WHERE list = 'x' AND account_id = 7"],
    ["UPDATE reviews SET rating = 1 WHERE account_id = 8"],
    ['INSERT INTO "groups" ("account_id", "id") SELECT value FROM json_each(\'[[7,1],[8,2]]\') WHERE true'],
    ["INSERT INTO feed (account_id, list) SELECT $1, $2", 8, "reviews"],
    ["INSERT INTO feed (list, account_id) SELECT $1, $2", "reviews", 7],
    ["INSERT INTO feed (account_id, list) SELECT * FROM unnest($1::bigint[], $2::text[])", accounts(7, 8), lists],
  ])("reports %s", async (sql, ...values) => {
    expect(await problems(sql, ...values)).toHaveLength(1);
  });

  it("reports an account table that is used before an account is known", () => {
    const log = statementLog();
    log.trace("SELECT id FROM reviews WHERE account_id = 7");
    expect(log.problems.size).toBe(1);
  });
});
