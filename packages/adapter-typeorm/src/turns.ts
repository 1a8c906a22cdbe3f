/** Runs jobs one after another, in the order in which they were handed in. */
export function turns() {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const turn = last.then(job);
    last = turn.catch(() => undefined);
    return turn;
  };
}
