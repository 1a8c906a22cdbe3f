import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { fetchSlots } from "./fetch-slots.js";

/** Starts work that runs until the test ends it. */
function workshop() {
  const slots = fetchSlots(4);
  const running = new Map<string, () => void>();
  const start = (name: string, host: string, signal = new AbortController().signal) =>
    slots(host, signal, () => new Promise<void>((resolve) => running.set(name, resolve))).finally(() =>
      running.delete(name),
    );
  const end = async (name: string) => {
    running.get(name)?.();
    await turn();
  };
  return { start, end, running: () => [...running.keys()] };
}

describe("fetchSlots", () => {
  it("runs work for four hosts at once and starts the next in order", async () => {
    const { start, end, running } = workshop();
    const all = ["a", "b", "c", "d", "e", "f"].map((host) => start(host, host));
    await turn();
    expect(running()).toEqual(["a", "b", "c", "d"]);
    await end("c");
    expect(running()).toEqual(["a", "b", "d", "e"]);
    await end("a");
    expect(running()).toEqual(["b", "d", "e", "f"]);
    for (const host of ["b", "d", "e", "f"]) await end(host);
    await Promise.all(all);
  });

  it("runs one piece of work per host, and lets other hosts overtake", async () => {
    const { start, end, running } = workshop();
    const all = [start("1", "a"), start("2", "a"), start("3", "a"), start("4", "b")];
    await turn();
    expect(running()).toEqual(["1", "4"]);
    await end("1");
    expect(running()).toEqual(["4", "2"]);
    await end("2");
    await end("3");
    await end("4");
    await Promise.all(all);
  });

  it("frees the slot if the work fails", async () => {
    const slots = fetchSlots(1);
    const { signal } = new AbortController();
    await expect(slots("a", signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await slots("a", signal, () => Promise.resolve(1))).toBe(1);
  });

  it("stops waiting on abort, and never waits if the signal is already aborted", async () => {
    const { start, end, running } = workshop();
    const first = start("1", "a");
    const limit = new AbortController();
    const second = start("2", "a", limit.signal);
    const third = start("3", "a");
    await turn();
    limit.abort();
    await expect(second).rejects.toMatchObject({ name: "AbortError" });
    await expect(start("4", "b", limit.signal)).rejects.toMatchObject({ name: "AbortError" });
    await end("1");
    expect(running()).toEqual(["3"]);
    await end("3");
    await Promise.all([first, third]);
  });
});
