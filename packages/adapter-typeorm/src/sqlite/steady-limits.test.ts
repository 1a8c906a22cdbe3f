import { expect, it } from "@jest/globals";
import { steadyLimits } from "./steady-limits.js";

it("steadyLimits rewrites bound limits as sums and leaves everything else unchanged", () => {
  const sql = (limit: string, offset: string, inner: string) =>
    `SELECT id FROM (SELECT id FROM feed WHERE rate_limit = $1 ORDER BY id LIMIT ${inner}) LIMIT ${limit} OFFSET ${offset}`;
  expect(steadyLimits(sql("$2", "@skipped", "2"))).toBe(sql("$2 + 0", "@skipped + 0", "2"));
  expect(steadyLimits(sql("?", "?", "2"))).toBe(sql("? + 0", "? + 0", "2"));
});
