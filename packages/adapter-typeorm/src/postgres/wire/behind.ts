/** Maximum number of pending jobs. A caller that adds a further job waits for the oldest job. */
const max = 4;

/**
 * Queue for jobs that run in the background. Jobs start in order of arrival. After a failure, no further job starts.
 */
export type Behind = {
  /** Adds a job to the queue. Throws the error of an earlier job, if any. */
  begin(work: () => Promise<unknown>): Promise<void>;
  /** Returns true if no job is pending and no job has failed. */
  isDone(): boolean;
  /** Waits for all jobs. Throws the first error. */
  done(): Promise<void>;
  /** Waits for all jobs. Throws the first error and then clears it. */
  settle(): Promise<void>;
};

export function behind(): Behind {
  const waiting: Promise<void>[] = [];
  let failed: { readonly error: unknown } | undefined;

  async function attempt(before: Promise<void> | undefined, work: () => Promise<unknown>): Promise<void> {
    // Report only the first failure, because it causes the later failures.
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
      while (waiting.length >= max) await waiting[0];
      if (failed) throw failed.error;
      waiting.push(attempt(waiting.at(-1), work));
    },
    isDone: () => waiting.length === 0 && !failed,
    done,
    settle: () => done().finally(() => (failed = undefined)),
  };
}
