import { EventEmitter } from "node:events";
import { main } from "../src/main.js";

/** What a run of the command line ended with. */
export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Starts `repute-copy ...args` in this process, where a person watches if `isTTY`. */
export function begin(
  args: readonly string[],
  isTTY = false,
): { readonly ended: Promise<Ended>; signal(name: string): void } {
  const signals = new EventEmitter();
  let [stdout, stderr] = ["", ""];
  const terminal = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text), isTTY },
    signals,
  };
  const ended = main(["node", "repute-copy", ...args], terminal).then((code) => ({ code, stdout, stderr }));
  return { ended, signal: (name) => void signals.emit(name, name) };
}

/** Runs it to its end. */
export const run = (args: readonly string[], isTTY?: boolean): Promise<Ended> => begin(args, isTTY).ended;
