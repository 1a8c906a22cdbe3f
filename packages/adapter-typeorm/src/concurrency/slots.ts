type Waiting = { readonly enter: () => void; readonly refuse: (error: unknown) => void };

/** Limits concurrent work to `max` slots. Waiting callers get slots in order of arrival. */
export function slots(max: number) {
  let free = max;
  const waiting: Waiting[] = [];
  return {
    /** Waits for a slot. If `beyond` is true, takes an extra slot above the limit without waiting. */
    enter(beyond = false): Promise<void> {
      if (free <= 0 && !beyond) return new Promise((enter, refuse) => waiting.push({ enter, refuse }));
      free -= 1;
      return Promise.resolve();
    },
    /** Takes a slot without waiting. Returns false if no slot is free. */
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
    refuseAll(error: unknown): void {
      for (const { refuse } of waiting.splice(0)) refuse(error);
    },
  };
}
