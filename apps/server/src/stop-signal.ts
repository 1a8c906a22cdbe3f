import type { Signals } from "./terminal.js";

// Ctrl-C reaches a program twice when npm started it: from the terminal and from npm. That is one wish to stop.
const sameWish = 1_000;

/**
 * Waits for SIGTERM or SIGINT and returns which. A later signal ends the process at once, as if nobody listened.
 * An uncaught error is reported and ends the wait as a rejection: Node would print its message, which may hold patient data.
 */
export function stopSignal(signals: Signals, report: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const forget = () => ["SIGTERM", "SIGINT"].forEach((signal) => signals.off(signal, stop));
    const stop = (signal: unknown) => {
      resolve(String(signal));
      setTimeout(forget, sameWish).unref();
    };
    ["SIGTERM", "SIGINT"].forEach((signal) => signals.on(signal, stop));
    // Stays to the end of the process, so that no later error prints its message either.
    signals.on("uncaughtException", (error) => {
      report(error);
      reject(error);
    });
  });
}
