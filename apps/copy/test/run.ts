import { EventEmitter } from "node:events";
import { main } from "../src/main.js";

/** Exit code and output of a run. */
export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Starts `repute-copy ...args` in this process. `isTTY` simulates a terminal. */
export function begin(
  args: readonly string[],
  isTTY = false,
): { readonly ended: Promise<Ended>; signal(name: string): void; stderr(): string } {
  const signals = new EventEmitter();
  let [stdout, stderr] = ["", ""];
  const terminal = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text), isTTY },
    signals,
  };
  const ended = main(["node", "repute-copy", ...args], terminal).then((code) => ({ code, stdout, stderr }));
  return { ended, signal: (name) => void signals.emit(name, name), stderr: () => stderr };
}

/** Runs `repute-copy ...args` to completion. */
export const run = (args: readonly string[], isTTY?: boolean): Promise<Ended> => begin(args, isTTY).ended;
