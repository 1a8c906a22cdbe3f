import type { Environment } from "./settings/setting.js";

/** Output stream. `isTTY` is true if the stream is a terminal. */
export type TextStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Source of the process's signals and uncaught errors. */
export type Signals = {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
};

/** Environment in which a command runs: everything except its arguments. */
export type Terminal = {
  readonly env: Environment;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly signals: Signals;
};

/** Returns the terminal of this process. */
export function thisProcess(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", ignoreClosedPipe);
  return { env, stdin, stdout, stderr, signals: process };
}

/** Ignores the error of a closed pipe, because readers may stop early, as in `repute account list | head -1`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
