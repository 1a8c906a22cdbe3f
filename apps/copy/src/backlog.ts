/** Maximum size, in bytes, of pages that are fetched but not stored. Fetching pauses above this limit. */
const maxBytes = 33_554_432;

/** Counts the bytes of pages that are fetched but not stored, and pauses fetching above a limit. */
export type Backlog = {
  add(bytes: number): void;
  remove(bytes: number): void;
  /** Resolves when the backlog has room for another page. */
  room(): Promise<void>;
};

export function backlog(): Backlog {
  let held = 0;
  let proceed = () => {};
  return {
    add(bytes) {
      held += bytes;
    },
    remove(bytes) {
      held -= bytes;
      if (held <= maxBytes) proceed();
    },
    async room() {
      if (held > maxBytes) await new Promise<void>((resolve) => (proceed = resolve));
    },
  };
}
