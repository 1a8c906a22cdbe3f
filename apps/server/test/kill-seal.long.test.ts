import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { longComment, practiceInState as practiceIn } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const rounds = scaled(2, 20);
const count = 2_500;
const practiceInState = (state: number) => practiceIn(state, count, longComment);

/** Compares a list from compressed segments with the list in the opposite order, which never uses segments. */
async function expectState(state: number, baseUrl: string, token: string): Promise<void> {
  const unsealed = await items(baseUrl, "/v2/reviews?order=asc", token);
  expect(unsealed).toHaveLength(count + state);
  expect(unsealed.every(({ comment }) => String(comment).startsWith(`${state} `))).toBe(true);
  const headers = { "api-token": token, "Accept-Encoding": "gzip" };
  const sealed = (await (await fetch(`${baseUrl}/v2/reviews`, { headers })).json()) as { items: unknown[] };
  expect(sealed.items).toEqual(unsealed.toReversed());
  expect(await items(baseUrl, "/v2/reviews", token)).toEqual(sealed.items);
}

describe.each(engines)("sealing that is killed on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it(`never leaves a wrong byte in ${rounds} rounds`, async () => {
    const { env, bundle, serve } = workspace();
    const token = await accountWithToken(env);
    const load = async (state: number) => ["load", "--account", "acme", await bundle(practiceInState(state))];
    await reputeJson(await load(0), env);
    const { baseUrl } = await serve();
    let killed = 0;
    for (let round = 1; round <= rounds; round += 1) {
      // A large load ends with compressing the lists. It replaces all data, so that everything must be compressed again.
      const child = reputeInChild(await load(round), env);
      const closed = once(child, "close") as Promise<[number | null, string | null]>;
      await printed(child.stderr, /compressing \d/).catch(() => undefined);
      await pause(Math.random() * 100);
      child.kill("SIGKILL");
      if ((await closed)[1] === "SIGKILL") killed += 1;
      await expectState(round, baseUrl, token);
    }
    const { items: sealed } = await reputeJson<{ items: unknown }>(["seal"], env);
    expect(sealed).toEqual([{ account: "acme", sealed: expect.any(Number) }]);
    await expectState(rounds, baseUrl, token);
    reportFigure(`${engine}: sealing killed ${killed} times of ${rounds}: every list as before`);
  });
});
