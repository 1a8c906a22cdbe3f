/** Where text goes; `isTTY` when a person watches. */
export type TextStream = { write(text: string): unknown; readonly isTTY?: boolean };

/** What the command has around it. */
export type CopyTerminal = {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly signals: {
    on(event: string, listener: (value: unknown) => void): unknown;
    off(event: string, listener: (value: unknown) => void): unknown;
  };
};

/** A signal that SIGINT and SIGTERM abort. A second one ends the process, as if nobody listened. */
export function untilStopped(signals: CopyTerminal["signals"]): { readonly signal: AbortSignal; forget(): void } {
  const stop = new AbortController();
  const forget = () => ["SIGINT", "SIGTERM"].forEach((name) => signals.off(name, abort));
  const abort = () => {
    stop.abort();
    // Ctrl-C reaches a program twice when npm started it.
    setTimeout(forget, 1_000).unref();
  };
  ["SIGINT", "SIGTERM"].forEach((name) => signals.on(name, abort));
  return { signal: stop.signal, forget };
}
