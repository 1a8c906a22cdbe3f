import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import { practice } from "../../test/practice.js";
import { changeWaits } from "./change-waits.js";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("a request that waits for changes", () => {
  async function waiting(options: Parameters<typeof changeWaits>[1] = {}, onCheck = () => {}) {
    const { domain, account } = await practice();
    const { changes } = domain;
    const hasNews: typeof changes.hasNews = (...query) => {
      onCheck();
      return changes.hasNews(...query);
    };
    const leaving = new AbortController();
    const admit = changeWaits({ changes: { ...changes, hasNews } }, options);
    const { pageOf, read } = await domain.changes.list(account, {});
    let cursor = "";
    for await (const batch of read()) if (cursor === "") ({ cursor = "" } = pageOf(batch));
    const begin = (seconds: number) => admit(account)?.({ query: { cursor }, seconds, leaving: leaving.signal });
    return { domain, leaving, begin };
  }

  it("ends when its time is over, even if garbage is collected while it waits", async () => {
    const { begin } = await waiting();
    const collecting = setInterval(collectGarbage, 50);
    try {
      expect(await begin(1)).toBeUndefined();
    } finally {
      clearInterval(collecting);
    }
  });

  it("ends when the client leaves and when the server stops", async () => {
    const stopping = new AbortController();
    const { begin, leaving } = await waiting({ stopping: stopping.signal });
    const first = begin(60);
    leaving.abort();
    expect(await first).toBeUndefined();
    expect(await begin(60)).toBeUndefined();
    const second = (await waiting({ stopping: stopping.signal })).begin(60);
    stopping.abort();
    expect(await second).toBeUndefined();
  });

  it("is admitted again as soon as another request has stopped waiting", async () => {
    const { begin, leaving } = await waiting({ maxWaits: 2 });
    const both = [begin(60), begin(60)];
    expect([...both, begin(60)].map((wait) => wait !== undefined)).toEqual([true, true, false]);
    leaving.abort();
    await Promise.all(both);
    expect(begin(60)).toBeDefined();
  });

  it("takes its turn, so that each iteration of the event loop checks one request only", async () => {
    let checks = 0;
    const { domain, begin, leaving } = await waiting({}, () => void (checks += 1));
    const waits = Array.from({ length: 8 }, () => begin(60));
    await setImmediate();
    expect(checks).toBe(8);
    await domain.changes.poll();
    const seen: number[] = [];
    for (let iteration = 0; iteration < 12; iteration += 1) {
      await setImmediate();
      seen.push(checks);
    }
    expect(seen.filter((count, index) => count - (seen[index - 1] ?? 8) > 1)).toEqual([]);
    expect(checks).toBe(16);
    leaving.abort();
    await Promise.all(waits);
  });
});
