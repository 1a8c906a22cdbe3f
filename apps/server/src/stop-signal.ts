import type { Signals } from "./terminal.js";

// Time in milliseconds in which a repeated signal counts as the first one. Ctrl-C sends two signals if npm started the
// program.
const sameWish = 1_000;

/**
 * Waits for SIGTERM or SIGINT and returns its name. A later signal ends the process immediately. An uncaught error is
 * reported and rejects the promise. Node would print its message, which may contain patient data.
 */
export function stopSignal(signals: Signals, report: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const forget = () => ["SIGTERM", "SIGINT"].forEach((signal) => signals.off(signal, stop));
    const stop = (signal: unknown) => {
      resolve(String(signal));
      setTimeout(forget, sameWish).unref();
    };
    ["SIGTERM", "SIGINT"].forEach((signal) => signals.on(signal, stop));
    // The listener stays until the process ends, so that Node never prints the message of an error.
    signals.on("uncaughtException", (error) => {
      report(error);
      reject(error);
    });
  });
}
