type Waiting = { readonly enter: () => void; readonly refuse: (error: unknown) => void };

/** Limits concurrent work to `most` slots, granted in order of arrival. */
export function slots(most: number) {
  let free = most;
  const waiting: Waiting[] = [];
  return {
    /** Waits for a slot. With `beyond`, takes an extra slot above the limit instead of waiting. */
    enter(beyond = false): Promise<void> {
      if (free <= 0 && !beyond) return new Promise((enter, refuse) => waiting.push({ enter, refuse }));
      free -= 1;
      return Promise.resolve();
    },
    /** Takes a free slot without waiting. Returns false if all slots are taken. */
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
    /** Rejects all waiting callers with an error. */
    refuseAll(error: unknown): void {
      for (const { refuse } of waiting.splice(0)) refuse(error);
    },
  };
}
