import { describe, expect, it } from "@jest/globals";
import type { LatestSession } from "../engine/engine.js";
import { remembered } from "./remembered.js";

/** Creates a session with a commit counter and a lookup that counts its calls. */
function committed(isKnown = true) {
  let [state, value, lookUps] = [1, "first", 0];
  const session = { ...(isKnown && { state: async () => state }) } as LatestSession;
  return {
    session,
    commit(next: string): void {
      [state, value] = [state + 1, next];
    },
    lookUp: async (key: string) => {
      lookUps += 1;
      return key === "nobody" ? undefined : { key, value };
    },
    lookUps: () => lookUps,
  };
}

describe("a cached lookup", () => {
  it("runs once per key until the next commit", async () => {
    const { session, lookUp, lookUps, commit } = committed();
    const find = remembered(session, lookUp);
    expect([await find("a"), await find("a"), await find("b")].map((found) => found?.key)).toEqual(["a", "a", "b"]);
    expect(lookUps()).toBe(2);
    commit("second");
    expect(await find("a")).toEqual({ key: "a", value: "second" });
    expect(await find("b")).toEqual({ key: "b", value: "second" });
  });

  it("runs each time for a missing key", async () => {
    const { session, lookUp, lookUps } = committed();
    const find = remembered(session, lookUp);
    expect([await find("nobody"), await find("nobody")]).toEqual([undefined, undefined]);
    expect(lookUps()).toBe(2);
  });

  it("does not cache a result from before a commit that another call has seen", async () => {
    const { session, lookUp, commit } = committed();
    let goOn: () => void = () => {};
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const find = remembered(session, async (key) => {
      const found = await lookUp(key);
      if (key === "slow") await waiting;
      return found;
    });
    const slow = find("slow");
    await Promise.resolve();
    commit("second");
    await find("other");
    goOn();
    expect(await slow).toEqual({ key: "slow", value: "first" });
    expect(await find("slow")).toEqual({ key: "slow", value: "second" });
  });

  it("caches at most 1,000 results", async () => {
    const { session, lookUp, lookUps } = committed();
    const find = remembered(session, lookUp);
    for (let number = 0; number <= 1_000; number += 1) await find(`${number}`);
    await find("0");
    expect(lookUps()).toBe(1_002);
  });

  it("runs each time if the session does not report commits", async () => {
    const { session, lookUp, lookUps } = committed(false);
    const find = remembered(session, lookUp);
    await find("a");
    await find("a");
    expect(lookUps()).toBe(2);
  });
});
