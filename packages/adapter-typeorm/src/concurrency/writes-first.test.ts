import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { install } from "@sinonjs/fake-timers";
import { writesFirst } from "./writes-first.js";

describe("the steps of lists beside writes", () => {
  let timers: ReturnType<typeof install>;
  beforeEach(() => {
    timers = install({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => timers.uninstall());

  /** Starts a step of a list. */
  function step(turn: () => Promise<void>) {
    const state = { isRunning: false };
    void turn().then(() => (state.isRunning = true));
    return state;
  }

  /** Starts a write and returns functions that end it. */
  function writing(write: ReturnType<typeof writesFirst>["write"]) {
    let ends = { succeed: () => {}, fail: () => {} };
    const work = new Promise<void>((resolve, reject) => {
      ends = { succeed: resolve, fail: () => reject(new Error("refused")) };
    });
    const written = write(() => work);
    written.catch(() => {});
    return { ...ends, written };
  }

  it("run at once without a write", async () => {
    const { turn } = writesFirst();
    const list = step(turn);
    await setImmediate();
    expect(list.isRunning).toBe(true);
  });

  it.each(["succeed", "fail"] as const)(
    "wait until the last of two short writes ends, and writes can %s",
    async (end) => {
      const { turn, write } = writesFirst();
      const [first, second] = [writing(write), writing(write)];
      const lists = [step(turn), step(turn)];
      first[end]();
      await setImmediate();
      expect(lists.map(({ isRunning }) => isRunning)).toEqual([false, false]);
      second[end]();
      await setImmediate();
      expect(lists.map(({ isRunning }) => isRunning)).toEqual([true, true]);
      expect(timers.countTimers()).toBe(0);
    },
  );

  it("wait for 25 milliseconds at most", async () => {
    const { turn, write } = writesFirst();
    writing(write);
    const list = step(turn);
    await timers.tickAsync(24);
    expect(list.isRunning).toBe(false);
    await timers.tickAsync(1);
    expect(list.isRunning).toBe(true);
  });

  it("do not wait for a write that has run for 100 milliseconds", async () => {
    const { turn, write } = writesFirst();
    writing(write);
    await timers.tickAsync(100);
    const list = step(turn);
    await setImmediate();
    expect(list.isRunning).toBe(true);
  });

  it("do not change the result of a write", async () => {
    const { write } = writesFirst();
    await expect(write(() => Promise.resolve(7))).resolves.toBe(7);
    const failed = writing(write);
    failed.fail();
    await expect(failed.written).rejects.toThrow("refused");
  });
});
