import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { install } from "@sinonjs/fake-timers";
import { fairQueue, writesFirst } from "./list-slots.js";

const unlimited = 1_000_000;

/** Starts jobs that record when they begin and run until `end` is called. */
function jobs(enqueue: ReturnType<typeof fairQueue<string>>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (key: string, name: string) =>
    enqueue(key, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { begun, start, end };
}

describe("the fair queue", () => {
  it("starts the maximum number of jobs, then jobs of the key with the fewest running jobs", async () => {
    const { begun, start, end } = jobs(fairQueue({ max: 2, patience: unlimited }));
    const all = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => start(name.slice(0, 1), name));
    expect(begun).toEqual(["a1", "a2"]);
    for (const name of ["a1", "b1", "a2", "b2", "a3", "c1"]) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(["a1", "a2", "b1", "b2", "a3", "c1"]);
  });

  it("continues after a failed job", async () => {
    const enqueue = fairQueue<string>({ max: 1, patience: unlimited });
    const failed = enqueue("a", () => Promise.reject(new Error("no")));
    const next = enqueue("a", () => Promise.resolve("yes"));
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });

  it("frees the slot of a slow job only once", async () => {
    const { begun, start, end } = jobs(fairQueue({ max: 1, patience: 1 }));
    const all = [start("a", "a1"), start("a", "a2"), start("b", "b1")];
    while (begun.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(begun).toEqual(["a1", "a2", "b1"]);
    const last = start("a", "a3");
    for (const name of begun) await end(name);
    await Promise.all(all);
    await end("a3");
    await last;
  });
});

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
