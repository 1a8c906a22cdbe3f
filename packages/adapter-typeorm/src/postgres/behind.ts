/** So much waits at most: who hands in more waits for the first of it. */
const most = 4;

/** Work that its caller does not wait for, begun in the order in which it is handed in; once something has failed, no more is begun. */
export type Behind = {
  /** Hands work in; throws what went wrong before. */
  begin(work: () => Promise<unknown>): Promise<void>;
  /** Whether nothing is under way and nothing went wrong. */
  isDone(): boolean;
  /** Waits for all of it; throws what went wrong. */
  done(): Promise<void>;
  /** The same; what went wrong is forgotten then. */
  settle(): Promise<void>;
};

/** Nothing is under way yet. */
export function behind(): Behind {
  const waiting: Promise<void>[] = [];
  let failed: { readonly error: unknown } | undefined;

  async function attempt(before: Promise<void> | undefined, work: () => Promise<unknown>): Promise<void> {
    // What follows on a failure fails too: the first one tells why.
    const ended = work().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await before;
    const failure = await ended;
    failed ??= failure;
    waiting.shift();
  }

  async function done(): Promise<void> {
    await waiting.at(-1);
    if (failed) throw failed.error;
  }

  return {
    async begin(work) {
      while (waiting.length >= most) await waiting[0];
      if (failed) throw failed.error;
      waiting.push(attempt(waiting.at(-1), work));
    },
    isDone: () => waiting.length === 0 && !failed,
    done,
    settle: () => done().finally(() => (failed = undefined)),
  };
}
