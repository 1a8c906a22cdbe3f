import { randomInt } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { type Batch, newBatch, postBatch, storedOf } from "./support/batches.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { repute, reputeJson } from "./support/command-line.js";
import { get, items } from "./support/http.js";
import { practiceInState } from "./support/practice.js";
import { engines, freshWorkspace, tokenKeys } from "./support/workspace.js";

const reviews = scaled(4_000, 40_000);
const maxMilliseconds = scaled(150, 1_500);
const phases = ["copying", "comparing"] as const;

type Moved = { readonly accounts: readonly { readonly read_only_ms: number }[] };

const isServed = (baseUrl: string, token: string): Promise<boolean> =>
  get(baseUrl, "/v2/status", token).then(
    ({ status }) => status !== 401,
    () => false,
  );

/** Posts batches until the server has no such account anymore. Repeats a batch that was not acknowledged. */
async function postUntilMoved(baseUrl: string, token: string, posted: Batch[]): Promise<void> {
  for (let batch = newBatch(); ;) {
    const answered = await postBatch(baseUrl, token, batch).catch((error: Error) => {
      if (error.message.includes("answered 401")) return { ...batch, answer: undefined };
      throw error;
    });
    if (answered.answer !== undefined) {
      posted.push(answered);
      batch = newBatch();
    } else if (await isServed(baseUrl, token)) await setTimeout(20);
    else return void posted.push(answered);
  }
}

describe.each(engines.map((from) => [from, engines.at(-1) ?? from] as const))(
  "a move from %s to %s that is killed while clients write and copy",
  (from, to) => {
    const [source, target] = [freshWorkspace(from), freshWorkspace(to)];

    it("ends with every acknowledged change, and the copy continues", async () => {
      const { folder, bundle, serve, env: ofSource } = source();
      const env = { ...ofSource, TOKEN_KEYS: tokenKeys };
      const { DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl } = target().env;
      const moving = { ...env, MIGRATION_DATABASE_URL: migrationUrl };
      const token = await accountWithToken(env);
      await reputeJson(["load", "--account", "acme", await bundle(practiceInState(0, reviews))], env);
      const old = await serve(["serve"], { RATE_LIMIT_PER_MINUTE: "0", TOKEN_KEYS: tokenKeys });
      const [tokenFile, file] = [join(folder, "token.txt"), join(folder, "copy.db")];
      await writeFile(tokenFile, token);
      const copy = async (baseUrl: string) => {
        const place = ["--from", baseUrl, "--token-file", tokenFile, "--to", `sqlite:${file}`];
        expect(await repute(["copy", ...place, "--verify"], { env: {} })).toMatchObject({ code: 0, stderr: "" });
      };
      await copy(old.baseUrl);

      const began = new Date();
      const posted: Batch[] = [];
      const posting = postUntilMoved(old.baseUrl, token, posted);
      const args = ["move", "--to", url ?? ""];
      const killed: string[] = [];
      for (const phase of phases) {
        const child = reputeInChild(args, moving);
        const closed = once(child, "close");
        child.stdout.resume();
        await Promise.race([closed, printed(child.stderr, new RegExp(`${phase} `))]);
        await Promise.race([closed, setTimeout(randomInt(maxMilliseconds))]);
        child.kill("SIGKILL");
        if ((await closed)[1] === "SIGKILL") killed.push(phase);
      }
      await copy(old.baseUrl);
      let ended = await repute([...args, "--json"], { env: moving });
      for (; ended.stdout.includes("move_running"); ended = await repute([...args, "--json"], { env: moving }))
        await setTimeout(500);
      expect(ended).toMatchObject({ code: 0, stderr: "" });
      const { accounts } = JSON.parse(ended.stdout) as Moved;
      await posting;

      const { baseUrl } = await target().serve(["serve"], { TOKEN_KEYS: tokenKeys });
      expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(reviews);
      const counts = await storedOf(baseUrl, token, posted, began);
      for (const [index, { size, answer }] of posted.entries())
        expect(answer === undefined ? [0, size] : [size]).toContain(counts[index]);
      const database = new Database(file);
      database.prepare("UPDATE _repute_copy SET source = ?").run(baseUrl);
      database.close();
      await copy(baseUrl);
      const readOnly = accounts.map((one) => one.read_only_ms).join(" and ");
      reportFigure(
        `move ${from} to ${to}: killed while ${killed.join(", ")}; ${posted.length} batches, read-only for ${readOnly} ms`,
      );
    });
  },
);
