import { randomInt } from "node:crypto";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { largeBundle } from "@repute/domain/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson, type Running } from "./support/command-line.js";
import { items } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const rounds = scaled(4, 20);
const ofEach = scaled(800, 4_000);
const maxMilliseconds = scaled(600, 4_000);

const lines = [{ kind: "account", time_zone: "America/Denver" }, ...largeBundle(ofEach)];
/** Lines of a second load. Starting a load first completes an unfinished load. */
const small = [{ kind: "stop", contact: "801-555-9998" }];

const lists = ["reviews", "surveys", "invites", "calls", "conversions"] as const;

describe.each(engines)("a load that is killed on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  /** Kills a load at a random time after a phase starts. Returns true if the load was still running. */
  async function killIn(phase: string, account: string, file: string): Promise<boolean> {
    const child = reputeInChild(["load", "--account", account, file], workspace().env);
    child.stdout.resume();
    await printed(child.stderr, new RegExp(`${phase} `));
    const closed = once(child, "close");
    await Promise.race([closed, setTimeout(randomInt(maxMilliseconds))]);
    child.kill("SIGKILL");
    return (await closed)[1] === "SIGKILL";
  }

  /** Returns the audit records of an account's loads. Each load has one record when accepted and one at the end. */
  async function recordsOf(account: string): Promise<readonly { action: string; rows: number | null }[]> {
    const { items: all } = await reputeJson<{ items: { action: string; rows: number | null }[] }>(
      ["audit", "--account", account],
      workspace().env,
    );
    return all.filter(({ action }) => action === "change_account" || action === "load_bundle");
  }

  /** Returns all published data of an account, without ids and times that differ between accounts. */
  async function publishedData(token: string) {
    const { baseUrl, running } = await workspace().serve();
    const shown = await Promise.all(lists.map((list) => items(baseUrl, `/v2/${list}`, token)));
    await stop(running);
    return shown.map((list) => list.map(({ modified_at: _, conversion_id: __, ...item }) => item));
  }

  async function stop(running: Running): Promise<void> {
    running.signal("SIGTERM");
    await running.ended;
  }

  it("is stored exactly once if it was decided, and is discarded otherwise", async () => {
    const { env, bundle, serve } = workspace();
    const [file, next] = [await bundle(lines), await bundle(small)];
    const undisturbed = await accountWithToken(env, "undisturbed");
    await reputeJson(["load", "--account", "undisturbed", file], env);
    const whole = await publishedData(undisturbed);
    expect(whole.map(({ length }) => length > ofEach / 2)).toEqual(lists.map(() => true));
    const [decision, end] = await recordsOf("undisturbed");

    const found = { undecided: 0, decided: 0, complete: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const key = `round-${round}`;
      const token = await accountWithToken(env, key);
      await killIn(round % 4 === 0 ? "checking" : "storing", key, file);
      const records = await recordsOf(key);
      found[records.length === 0 ? "undecided" : records.length === 1 ? "decided" : "complete"] += 1;
      expect(records.map(({ action }) => action)).toEqual(
        [decision, end].slice(0, records.length).map((record) => record?.action),
      );

      if (records.length === 0) await reputeJson(["load", "--account", key, file], env);
      else if (records.length === 1 && round % 2 === 0) await reputeJson(["load", "--account", key, next], env);
      else if (records.length === 1) {
        const { running } = await serve();
        await running.printed(/Completed work of killed processes. Accounts: 1/);
        await stop(running);
      }
      expect((await recordsOf(key))[1]).toMatchObject({ action: "load_bundle", rows: end?.rows });
      expect(await publishedData(token)).toEqual(whole);
    }
    const kills = `${found.undecided} before the decision, ${found.decided} after it, ${found.complete} after the end`;
    reportFigure(
      `${rounds} loads of ${lines.length} lines killed on ${engine} (${kills}): each stored once or not at all`,
    );
  });

  it("deletes exactly the records that a complete list does not name, or none", async () => {
    const { env, bundle } = workspace();
    const all = largeBundle(4 * ofEach);
    const reviews = all.filter(({ kind }) => kind === "review").map(({ invite_id: _, ...line }) => line);
    const places = all.filter(({ kind }) => ["location", "provider", "platform"].includes(String(kind)));
    const named = reviews.filter((_, index) => index % 2 === 0);
    const [first, second, next] = [
      await bundle([...places, ...reviews]),
      await bundle([...named, { kind: "complete", of: "review" }]),
      await bundle(small),
    ];
    const found = { none: 0, all: 0, interrupted: 0 };
    for (let round = 0; round < rounds / 2; round += 1) {
      const key = `complete-${round}`;
      const token = await accountWithToken(env, key);
      await reputeJson(["load", "--account", key, first], env);
      const before = (await recordsOf(key)).length;
      await killIn("storing", key, second);
      const hasEnded = (await recordsOf(key)).length > before;
      await reputeJson(["load", "--account", key, next], env);
      const isStored = (await recordsOf(key)).length === before + 2;
      found[hasEnded ? "all" : isStored ? "interrupted" : "none"] += 1;
      const [shown = []] = await publishedData(token);
      const expected = (isStored ? named : reviews).map((line) => line["id"] as number);
      expect(shown.map(({ review_id }) => review_id as number).sort((a, b) => a - b)).toEqual(expected);
    }
    reportFigure(
      `${rounds / 2} loads with a complete list killed on ${engine}: ${JSON.stringify(found)}: deleted exactly the missing records, or none`,
    );
  });
});
