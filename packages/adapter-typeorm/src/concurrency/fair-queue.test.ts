import { describe, expect, it } from "@jest/globals";
import { fairQueue } from "./fair-queue.js";

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
    await new Promise(setImmediate);
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
