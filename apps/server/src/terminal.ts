import type { Environment } from "./settings/setting.js";

/** Where text goes; `isTTY` when a person watches. */
export type TextStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Where signals and uncaught errors of the process arrive. */
export type Signals = {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
};

/** What a command line has around it: everything that is not in its arguments. */
export type Terminal = {
  readonly env: Environment;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly signals: Signals;
};

/** The terminal that this process was started from. */
export function thisProcess(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", ignoreClosedPipe);
  return { env, stdin, stdout, stderr, signals: process };
}

/** Whoever read our output may stop reading (`repute account list | head -1`): that is no fault of ours. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
