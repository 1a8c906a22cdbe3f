import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { reputeJson } from "./support/command-line.js";
import { aReview, practiceLines } from "./support/practice.js";
import { beginList } from "./support/raw-list.js";
import { serverProcesses } from "./support/server-process.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const hostile = scaled(2, 20);
const listsEach = 16;
const others = scaled(3, 10);
const rows = 3_000;
/** Comment that makes a list larger than the buffers of the operating system. */
const comment = "It took a while. ".repeat(300);
/** Maximum latency. Only checked in `npm run torture`, because `npm run test:long` runs other tests in parallel. */
const maxMilliseconds = scaled(Infinity, 1_000);

describe.each(engines)("accounts with slow readers on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const start = serverProcesses();

  async function practice(key: string): Promise<string> {
    const { env, bundle } = workspace();
    const token = await accountWithToken(env, key);
    const reviews = Array.from({ length: key.startsWith("hostile") ? rows : 10 }, (_, index) =>
      aReview(index + 1, new Date(index * 60_000).toISOString(), { comment }),
    );
    await reputeJson(["load", "--account", key, await bundle([...practiceLines, ...reviews])], env);
    return token;
  }

  it("do not delay lists of other accounts", async () => {
    const slow = [];
    for (let index = 0; index < hostile; index += 1) slow.push(await practice(`hostile-${index}`));
    const tokens = [];
    for (let index = 0; index < others; index += 1) tokens.push(await practice(`other-${index}`));
    const server = await start(workspace().env);
    const sockets = slow.flatMap((token) =>
      Array.from({ length: listsEach }, () => beginList(server.baseUrl, "/v2/reviews", token)),
    );
    for (const list of sockets) list.catch(() => {});
    await pause(1_000);
    let longest = 0;
    for (const token of tokens) {
      const began = performance.now();
      const response = await fetch(`${server.baseUrl}/v2/reviews`, { headers: { "api-token": token } });
      const { items } = (await response.json()) as { items: unknown[] };
      longest = Math.max(longest, performance.now() - began);
      expect(items).toHaveLength(10);
    }
    expect(longest).toBeLessThanOrEqual(maxMilliseconds);
    reportFigure(
      `${engine}: ${hostile} accounts with ${listsEach} slow readers each: ${others} other accounts got their list, after ${longest.toFixed(0)} ms at most`,
    );
    await server.end("SIGKILL");
  });
});
