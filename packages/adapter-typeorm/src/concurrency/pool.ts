import { databaseClosed } from "../database-errors.js";

/** Pool of connections that are opened on demand and reused. */
export type Pool<T> = {
  /**
   * Waits for a connection, in order of arrival.
   * If `beyond` is true, opens an extra connection above the limit instead of waiting.
   */
  take(beyond?: boolean): Promise<T>;
  /** Returns a connection without waiting, or undefined if the limit is reached. */
  takeFree(): Promise<T | undefined>;
  give(item: T): Promise<void>;
  /**
   * Rejects all waiting callers and closes the connections.
   * Connections in use are closed when they are returned, or immediately if `atOnce` is given.
   */
  close(atOnce?: "atOnce"): Promise<void>;
};

export type PoolOptions<T> = {
  open(): Promise<T>;
  dispose(item: T): Promise<void>;
  /** Maximum number of connections in use. */
  readonly max: number;
  /** Maximum number of idle connections. */
  readonly keep: number;
};

/** Creates a connection pool. The first connection is opened by the first request. */
export function poolOf<T>({ open, dispose, max, keep }: PoolOptions<T>): Pool<T> {
  const { enter, enterFree, leave, refuseAll } = slots(max);
  const idle: T[] = [];
  const inUse = new Set<T>();
  let closing = false;
  let allIssued = () => {};

  async function takeOne(): Promise<T> {
    try {
      if (closing) throw databaseClosed();
      const item = idle.pop() ?? (await open());
      inUse.add(item);
      return item;
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    async take(beyond) {
      await enter(beyond);
      return takeOne();
    },
    takeFree: async () => (enterFree() ? takeOne() : undefined),
    async give(item) {
      inUse.delete(item);
      const keeps = !closing && idle.length < keep;
      if (keeps) idle.push(item);
      leave();
      if (!keeps) await dispose(item);
      if (inUse.size === 0) allIssued();
    },
    async close(atOnce) {
      closing = true;
      refuseAll(databaseClosed());
      await Promise.all((atOnce ? [...idle.splice(0), ...inUse] : idle.splice(0)).map(dispose));
      if (!atOnce && inUse.size > 0) await new Promise<void>((resolve) => (allIssued = resolve));
    },
  };
}

type Waiting = { readonly enter: () => void; readonly refuse: (error: unknown) => void };

/** Limits concurrent work to `max` slots. Waiting callers get slots in order of arrival. */
function slots(max: number) {
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
