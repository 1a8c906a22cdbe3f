/** The same members in the same order; while one is worked on, the next one is made. */
export async function* oneAhead<T>(members: AsyncIterable<T>): AsyncGenerator<T, void> {
  const all = members[Symbol.asyncIterator]();
  let next = all.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = all.next();
      // What goes wrong is told when it is this one's turn.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await all.return?.();
  }
}
