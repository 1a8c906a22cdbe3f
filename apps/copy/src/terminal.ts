/** An output stream. `isTTY` is true on a terminal. */
export type TextStream = { write(text: string): unknown; readonly isTTY?: boolean };

/** Streams and signals of the process that runs the command. */
export type CopyTerminal = {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly signals: {
    on(event: string, listener: (value: unknown) => void): unknown;
    off(event: string, listener: (value: unknown) => void): unknown;
  };
};

/** Returns an abort signal for SIGINT and SIGTERM. A second signal, at least a second later, ends the process. */
export function untilStopped(signals: CopyTerminal["signals"]): { readonly signal: AbortSignal; forget(): void } {
  const stop = new AbortController();
  const forget = () => ["SIGINT", "SIGTERM"].forEach((name) => signals.off(name, abort));
  const abort = () => {
    stop.abort();
    // Ignore a second signal for one second, because npm may deliver Ctrl-C twice.
    setTimeout(forget, 1_000).unref();
  };
  ["SIGINT", "SIGTERM"].forEach((name) => signals.on(name, abort));
  return { signal: stop.signal, forget };
}
