import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Environment } from "../../src/settings/setting.js";

/** Node options that run TypeScript sources. */
export const fromSources = [
  "-C",
  "@repute/source",
  "-r",
  join(__dirname, "../../../../test/from-sources.cjs"),
] as const;

/** Program and arguments that run `repute` from its sources. */
export const reputeCommand = [process.execPath, ...fromSources, join(__dirname, "watched.cjs")] as const;

/**
 * Runs `repute ...args` from its sources in a child process, as if in a terminal. With `detached`, the process begins a
 * group, so that it can be killed with the processes that it starts.
 */
export function reputeInChild(
  args: readonly string[],
  env: Environment,
  { detached = false }: { readonly detached?: boolean } = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const [program, ...first] = reputeCommand;
  return spawn(program, [...first, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached,
  });
}

/** Waits for the first match in a stream's output. The stream keeps flowing afterwards. */
export function printed(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = "";
    const look = (piece: Buffer) => {
      text += piece.toString();
      const found = pattern.exec(text);
      if (!found) return;
      stream.off("data", look).resume();
      resolve(found);
    };
    stream.on("data", look);
    stream.once("end", () => reject(new Error(`nothing matched ${String(pattern)}: ${text}`)));
  });
}
