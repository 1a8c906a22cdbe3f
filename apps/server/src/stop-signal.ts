import type { Signals } from "./terminal/terminal.js";

// Repeated signals within this number of milliseconds count as one, because Ctrl-C in npm sends two.
const sameWish = 1_000;

/**
 * Waits for SIGTERM or SIGINT and returns the signal's name.
 * A later signal ends the process immediately.
 * An uncaught error is reported and rejects the promise, because Node would print the error's message, which may
 * contain patient data.
 */
export function stopSignal(signals: Signals, report: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const forget = () => ["SIGTERM", "SIGINT"].forEach((signal) => signals.off(signal, stop));
    const stop = (signal: unknown) => {
      resolve(String(signal));
      setTimeout(forget, sameWish).unref();
    };
    ["SIGTERM", "SIGINT"].forEach((signal) => signals.on(signal, stop));
    // Never remove this listener, because Node would then print the message of an uncaught error.
    signals.on("uncaughtException", (error) => {
      report(error);
      reject(error);
    });
  });
}
