/** Where progress is shown; `isTTY` when a person watches. */
export type Screen = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

export type Progress = { show(text: string): void; end(): void };

const clear = "\r\u001b[K";

/** One line that is written over and over where a person watches; nothing anywhere else. */
export function progressOn(screen: Screen): Progress {
  if (screen.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void screen.write(clear + text.slice(0, (screen.columns ?? 80) - 1)),
    end: () => void screen.write(clear),
  };
}
