import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import type { AccountId } from "./ids.js";
import { slots } from "./slots.js";

const [acme, birch, cedar] = [1, 2, 3] as AccountId[] as [AccountId, AccountId, AccountId];
const busy = () => new Error("busy");

/** Runs work that the test ends, and records the order in which work starts. */
function watched(limits: Partial<Parameters<typeof slots>[0]> = {}) {
  const inTurn = slots({ atOnce: 1, maxWaiting: 6, maxPerAccount: 3, ...limits }, busy);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (account: AccountId, name: string, signal?: AbortSignal) => {
    const work = () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    };
    const outcome = inTurn(account, work, signal);
    outcome.catch(() => {});
    return outcome;
  };
  const endNext = async () => {
    await turn();
    ends.shift()?.();
    await turn();
  };
  return { begin, started, endNext };
}

describe("slots", () => {
  it("runs a limited number of pieces of work at once", async () => {
    const { begin, started, endNext } = watched({ atOnce: 2 });
    for (const name of ["a", "b", "c"]) void begin(acme, name);
    await turn();
    expect(started).toEqual(["a", "b"]);
    await endNext();
    expect(started).toEqual(["a", "b", "c"]);
  });

  it("alternates between accounts", async () => {
    const { begin, started, endNext } = watched();
    for (const name of ["a1", "a2", "a3"]) void begin(acme, name);
    for (const name of ["b1", "b2"]) void begin(birch, name);
    void begin(cedar, "c1");
    for (let ended = 0; ended < 6; ended += 1) await endNext();
    expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  it("refuses work beyond the limits per account and in total, and accepts work again afterwards", async () => {
    const { begin, endNext } = watched({ maxWaiting: 3 });
    const first = begin(acme, "a1");
    for (const name of ["a2", "a3"]) void begin(acme, name);
    await expect(begin(acme, "a4")).rejects.toThrow("busy");
    void begin(birch, "b1");
    await expect(begin(acme, "a4")).rejects.toThrow("busy");
    await endNext();
    expect(await first).toBe("a1");
    void begin(birch, "b2");
    for (let ended = 0; ended < 4; ended += 1) await endNext();
    const last = begin(birch, "b3");
    await endNext();
    expect(await last).toBe("b3");
  });

  it("gives the last place of the account with the most work to an account with less work", async () => {
    const { begin, started, endNext } = watched({ maxWaiting: 4 });
    for (const name of ["a1", "a2", "a3"]) void begin(acme, name);
    const displaced = begin(birch, "b1");
    for (const name of ["b2"]) void begin(birch, name);
    const last = begin(cedar, "c1");
    await expect(begin(cedar, "c2")).rejects.toThrow("busy");
    for (let ended = 0; ended < 5; ended += 1) await endNext();
    expect(started).toEqual(["a1", "a2", "b1", "c1", "b2"]);
    expect([await displaced, await last]).toEqual(["b1", "c1"]);
  });

  it("frees the slot if work fails", async () => {
    const inTurn = slots({ atOnce: 1, maxWaiting: 0, maxPerAccount: 1 }, busy);
    await expect(inTurn(acme, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await inTurn(acme, async () => "next")).toBe("next");
  });

  it("never starts work that is canceled while it waits, and frees its place", async () => {
    const { begin, started, endNext } = watched({ maxWaiting: 1 });
    const leaving = new AbortController();
    void begin(acme, "a1");
    const left = begin(birch, "b1", leaving.signal);
    await expect(begin(cedar, "c1")).rejects.toThrow("busy");
    leaving.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    void begin(cedar, "c2");
    await endNext();
    expect(started).toEqual(["a1", "c2"]);
    await expect(begin(acme, "a2", leaving.signal)).rejects.toThrow("left");
  });
});
