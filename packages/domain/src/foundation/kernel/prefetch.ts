/** Iterates over members in order. Fetches the next member while the caller processes the current member. */
export async function* prefetch<T>(members: AsyncIterable<T>): AsyncGenerator<T, void> {
  const all = members[Symbol.asyncIterator]();
  let next = all.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = all.next();
      // Prevent an unhandled rejection. The next iteration throws the error.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await all.return?.();
  }
}
