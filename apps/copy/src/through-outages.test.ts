import { describe, expect, it } from "@jest/globals";
import { ReputeError } from "@repute/client";
import { CopyError } from "./copy-error.js";
import { throughOutages } from "./through-outages.js";

const from = (status: number, code = `http_${status}`) =>
  new CopyError(code, "The source failed.", { cause: new ReputeError("it failed", { status, code }) });
const lost = from(0, "connection_lost");
const systemError = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** Runs attempts that end as listed. "sync" syncs and then fails with a lost connection. Returns the pauses. */
async function pausesOf(...ends: readonly (Error | "sync" | "done")[]) {
  const pauses: number[] = [];
  const left = [...ends];
  const attempt = async (synced: () => void) => {
    const end = left.shift();
    if (end === "done") return;
    if (end === "sync") synced();
    throw end instanceof Error ? end : lost;
  };
  const pause = async (ms: number) => void pauses.push(ms);
  await throughOutages(attempt, { signal: new AbortController().signal, pause, onOutage: () => {} });
  return pauses;
}

describe("a watched copy", () => {
  it("waits longer after each failed attempt, up to a minute, and starts again at a second after a sync", async () => {
    const outage = Array.from({ length: 8 }, () => from(503));
    expect(await pausesOf(...outage, "sync", lost, "done")).toEqual([
      ...[1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000),
      ...[1_000, 2_000],
    ]);
  });

  it.each([
    ["a rejected token", from(401)],
    ["an unavailable target", new CopyError("target_failed", "The target failed: ECONNREFUSED.")],
    ["a target that refuses connections", systemError],
    ["an empty token file", new CopyError("invalid_token_file", "The token file must contain exactly one token.")],
  ])("survives %s only after it has worked", async (_, error) => {
    await expect(pausesOf(error, "done")).rejects.toBe(error);
    expect(await pausesOf("sync", error, "done")).toEqual([1_000, 2_000]);
  });

  it.each([
    ["another account", from(400, "other_account")],
    ["other data in the target", new CopyError("target_in_use", "The target contains a table.")],
    ["a bug", new TypeError("x is not a function")],
  ])("ends with an error for %s", async (_, error) => {
    await expect(pausesOf("sync", error, "done")).rejects.toBe(error);
  });

  it("ends when it is stopped, even if the attempt fails at the same time", async () => {
    const stop = new AbortController();
    const attempt = async () => {
      stop.abort();
      throw lost;
    };
    const watching = { signal: stop.signal, pause: async () => {}, onOutage: () => {} };
    await expect(throughOutages(attempt, watching)).rejects.toMatchObject({ name: "AbortError" });
  });
});
