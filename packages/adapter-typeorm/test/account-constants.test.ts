import { beforeAll, describe, expect, it } from "@jest/globals";
import { loadParser, missingConstants } from "./account-constants.js";

const problemsOf = (sql: string) => missingConstants(sql, new Set(["reviews", "feed"]));

describe("the check for account constants", () => {
  beforeAll(loadParser);

  it.each([
    "SELECT id FROM reviews WHERE account_id = $1 AND (id = 2 OR id = 3)",
    "SELECT id FROM reviews AS r WHERE id > 3 AND r.account_id = '7'::bigint",
    "SELECT r.id FROM reviews r JOIN feed f ON f.account_id = $1 AND f.id = r.id WHERE r.account_id = $1",
    "SELECT r.id FROM reviews r LEFT JOIN feed f ON f.account_id = $1 AND f.id = r.id WHERE r.account_id = $1",
    "SELECT id FROM accounts WHERE id IN (SELECT id FROM feed WHERE account_id = 7)",
    "WITH feed AS (SELECT id FROM feed WHERE account_id = $1) SELECT id FROM feed",
    "SELECT id FROM reviews WHERE account_id = $1 UNION ALL SELECT id FROM feed WHERE account_id = $1",
    "UPDATE reviews SET rating = 1 WHERE account_id = $1",
    "DELETE FROM feed WHERE account_id = $1 AND id IN (SELECT id FROM reviews WHERE account_id = $1)",
    "INSERT INTO feed (id, account_id) VALUES (1, $1), (2, $1)",
    "INSERT INTO feed (account_id, id) SELECT unnest($1::bigint[]), unnest($2::bigint[]) ON CONFLICT DO NOTHING",
    "INSERT INTO feed (account_id, id) SELECT (value ->> 0)::BIGINT, 1 FROM jsonb_array_elements($1::jsonb)",
    "INSERT INTO feed (account_id, id) SELECT $1, id FROM reviews WHERE account_id = $1",
  ])("accepts %s", (sql) => expect(problemsOf(sql)).toEqual([]));

  it.each([
    ["SELECT id FROM reviews WHERE account_id = $1 OR id = 3", "reads all accounts in reviews"],
    ["SELECT id FROM public.reviews WHERE NOT account_id = $1", "reads all accounts in reviews"],
    ["SELECT id FROM reviews WHERE account_id = ANY ($1)", "reads all accounts in reviews"],
    ["SELECT id FROM reviews WHERE account_id > $1", "reads all accounts in reviews"],
    [
      "SELECT id FROM reviews WHERE account_id = current_setting('app.account_id')::bigint",
      "reads all accounts in reviews",
    ],
    ["SELECT 1 FROM reviews r JOIN feed f USING (account_id) WHERE r.account_id = 7", "reads all accounts in feed"],
    [
      "SELECT 1 FROM reviews r JOIN feed f ON f.account_id = r.account_id WHERE r.account_id = $1",
      "reads all accounts in feed",
    ],
    [
      "SELECT 1 FROM reviews r LEFT JOIN feed f ON f.account_id = $1 AND r.account_id = $1",
      "reads all accounts in reviews",
    ],
    [
      "SELECT 1 FROM accounts a WHERE EXISTS (SELECT FROM feed f WHERE f.account_id = a.id)",
      "reads all accounts in feed",
    ],
    ["SELECT (SELECT max(id) FROM feed) FROM reviews WHERE account_id = $1", "reads all accounts in feed"],
    ["SELECT 1 FROM (SELECT * FROM feed) f WHERE f.account_id = $1", "reads all accounts in feed"],
    ["WITH f AS (SELECT * FROM feed) SELECT 1 FROM f WHERE account_id = $1", "reads all accounts in feed"],
    ["WITH feed AS (SELECT * FROM feed) SELECT 1 FROM feed WHERE account_id = $1", "reads all accounts in feed"],
    ["SELECT id FROM reviews WHERE account_id = $1 UNION SELECT id FROM feed", "reads all accounts in feed"],
    ["SELECT 1 FROM reviews WHERE account_id = $1 ORDER BY (SELECT max(id) FROM feed)", "reads all accounts in feed"],
    ["SELECT 1; SELECT id FROM reviews", "reads all accounts in reviews"],
    ["DECLARE c CURSOR FOR SELECT id FROM reviews", "reads all accounts in reviews"],
    ["COPY (SELECT id FROM reviews) TO STDOUT", "reads all accounts in reviews"],
    ["EXPLAIN ANALYZE DELETE FROM reviews", "changes rows without the account of reviews"],
    ["UPDATE reviews SET rating = 1 WHERE id = 7", "changes rows without the account of reviews"],
    [
      "UPDATE reviews SET rating = 1 FROM feed f WHERE reviews.account_id = $1",
      "changes rows without the account of feed",
    ],
    ["DELETE FROM feed USING reviews r WHERE r.account_id = $1", "changes rows without the account of feed"],
    ["INSERT INTO feed (id) VALUES (1)", "inserts into feed without the account"],
    ["INSERT INTO feed VALUES (7, 1)", "inserts into feed without the account"],
    ["INSERT INTO feed (account_id, id) VALUES ($1, 1), (DEFAULT, 2)", "inserts into feed without the account"],
    ["INSERT INTO feed DEFAULT VALUES", "inserts into feed without the account"],
    [
      "INSERT INTO feed (account_id) SELECT account_id FROM reviews WHERE account_id = $1",
      "inserts into feed without the account",
    ],
    ["INSERT INTO feed (account_id, id) SELECT $1, id FROM reviews", "reads all accounts in reviews"],
    ["COPY feed FROM STDIN", "uses feed in a statement that cannot be routed"],
    ["TRUNCATE feed", "uses feed in a statement that cannot be routed"],
    ["TABLE feed", "reads all accounts in feed"],
    ["DO $$ BEGIN DELETE FROM feed; END $$", "runs a block that cannot be checked"],
    [
      "MERGE INTO feed USING reviews r ON r.account_id = 7 WHEN MATCHED THEN DELETE",
      "uses feed in a statement that cannot be routed",
    ],
  ])("reports %s", (sql, problem) => expect(problemsOf(sql)).toContain(problem));
});
