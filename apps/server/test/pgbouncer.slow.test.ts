import { afterEach, describe, expect, it } from "@jest/globals";
import { testServer } from "@repute/adapter-typeorm/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { newBatch, postBatch, storedOf } from "./support/batches.js";
import { failureLine, repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { hasPgBouncer, type PgBouncer, pgBouncer } from "./support/pgbouncer.js";
import { longPractice } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

(testServer() === undefined || !hasPgBouncer ? describe.skip : describe)("PgBouncer before PostgreSQL", () => {
  const workspace = freshWorkspace("PostgreSQL");
  let bouncer: PgBouncer | undefined;
  afterEach(async () => {
    await bouncer?.stop();
    bouncer = undefined;
  });
  const through = async (mode: Parameters<typeof pgBouncer>[1]) => {
    const { env } = workspace();
    bouncer = await pgBouncer(env["DATABASE_URL"] ?? "", mode);
    return { ...env, DATABASE_URL: bouncer.url };
  };

  it("works in session mode", async () => {
    const env = await through("session");
    const token = await accountWithToken(env);
    const reviews = scaled(1_000, 4_000);
    await reputeJson(["load", "--account", "acme", await workspace().bundle(longPractice(reviews))], env);
    const { baseUrl } = await workspace().serve(["serve"], { ...env, RATE_LIMIT_PER_MINUTE: "0" });
    const began = new Date();
    const posting = Array.from({ length: scaled(20, 500) }, () => postBatch(baseUrl, token, newBatch()));
    const lists = Array.from({ length: 8 }, () => items(baseUrl, "/v2/reviews", token));
    for (const list of await Promise.all(lists)) expect(list).toHaveLength(reviews);
    const batches = await Promise.all(posting);
    expect(await storedOf(baseUrl, token, batches, began)).toEqual(batches.map(({ size }) => size));
    reportFigure(
      `PgBouncer in session mode: ${lists.length} lists and ${batches.length} batches at the same time, as without it`,
    );
  });

  it.each(["transaction", "statement"] as const)(
    "fails in %s mode with one line that suggests session mode",
    async (mode) => {
      const env = await through(mode);
      for (const command of [["serve"], ["account", "list"]]) {
        const { code, stdout, stderr } = await repute(command, { env });
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
        expect(failureLine(stderr)).toMatch(/^error: [^\n]*pool_mode = session[^\n]*\n$/);
      }
    },
  );
});
