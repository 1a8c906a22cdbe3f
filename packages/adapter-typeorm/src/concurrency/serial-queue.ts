/** Runs jobs one after another, in order of arrival. */
export function serialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return function enqueue<T>(job: () => Promise<T>): Promise<T> {
    const turn = last.then(job);
    last = turn.catch(() => undefined);
    return turn;
  };
}
