type Waiting = { readonly enter: () => void; readonly refuse: (error: unknown) => void };

/** So many slots, taken in order of arrival. */
export function slots(most: number) {
  let free = most;
  const waiting: Waiting[] = [];
  return {
    /** Waits for a slot; with `beyond` it takes one more than there are instead. */
    enter(beyond = false): Promise<void> {
      if (free <= 0 && !beyond) return new Promise((enter, refuse) => waiting.push({ enter, refuse }));
      free -= 1;
      return Promise.resolve();
    },
    /** Takes a slot that is free; answers whether there was one. */
    enterFree(): boolean {
      if (free <= 0) return false;
      free -= 1;
      return true;
    },
    leave(): void {
      free += 1;
      const next = free > 0 ? waiting.shift() : undefined;
      if (!next) return;
      free -= 1;
      next.enter();
    },
    /** Sends away everybody who waits. */
    refuseAll(error: unknown): void {
      for (const { refuse } of waiting.splice(0)) refuse(error);
    },
  };
}
