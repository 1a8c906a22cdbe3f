import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { longComment, practiceInState } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const rounds = scaled(2, 20);
const count = 2_500;

describe.each(engines)("sealing that is killed on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it(`never leaves a wrong byte in ${rounds} rounds`, async () => {
    const { env, bundle, serve } = workspace();
    const token = await accountWithToken(env);
    const load = async (state: number) =>
      reputeJson(["load", "--account", "acme", await bundle(practiceInState(state, count, longComment))], env);
    await load(0);
    const { baseUrl } = await serve();
    let before: unknown;
    let killed = 0;
    for (let round = 1; round <= rounds; round += 1) {
      // Replace all data, so that everything must be compressed again.
      await load(round);
      before = await items(baseUrl, "/v2/reviews", token);
      const child = reputeInChild(["seal"], env);
      const closed = once(child, "close") as Promise<[number | null, string | null]>;
      await printed(child.stderr, /compressing \d/).catch(() => undefined);
      await pause(Math.random() * 100);
      child.kill("SIGKILL");
      if ((await closed)[1] === "SIGKILL") killed += 1;
      const response = await fetch(`${baseUrl}/v2/reviews`, {
        headers: { "api-token": token, "Accept-Encoding": "gzip" },
      });
      expect(((await response.json()) as { items: unknown[] }).items).toEqual(before);
    }
    await reputeJson(["seal"], env);
    expect(await items(baseUrl, "/v2/reviews", token)).toEqual(before);
    reportFigure(`${engine}: sealing killed ${killed} times of ${rounds}: every list as before`);
  });
});
