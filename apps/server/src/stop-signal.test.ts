import { EventEmitter } from "node:events";
import { describe, expect, it } from "@jest/globals";
import { stopSignal } from "./stop-signal.js";

const ignore = () => {};

describe("stopSignal", () => {
  it.each(["SIGTERM", "SIGINT"])("returns %s", async (signal) => {
    const signals = new EventEmitter();
    const stopped = stopSignal(signals, ignore);
    signals.emit(signal, signal);
    expect(await stopped).toBe(signal);
  });

  it("treats a signal that arrives twice in quick succession as one", async () => {
    const signals = new EventEmitter();
    const stopped = stopSignal(signals, ignore);
    signals.emit("SIGINT", "SIGINT");
    expect(signals.emit("SIGINT", "SIGINT")).toBe(true);
    expect(await stopped).toBe("SIGINT");
  });

  it("reports an uncaught error and rejects with it", async () => {
    const signals = new EventEmitter();
    const reported: unknown[] = [];
    const stopped = stopSignal(signals, (error) => reported.push(error));
    const uncaught = new Error("uncaught");
    signals.emit("uncaughtException", uncaught);
    await expect(stopped).rejects.toBe(uncaught);
    expect(reported).toEqual([uncaught]);
  });

  it("still reports an uncaught error after a stop signal", async () => {
    const signals = new EventEmitter();
    const reported: unknown[] = [];
    const stopped = stopSignal(signals, (error) => reported.push(error));
    signals.emit("SIGTERM", "SIGTERM");
    await stopped;
    signals.emit("uncaughtException", "late");
    expect(reported).toEqual(["late"]);
  });
});
