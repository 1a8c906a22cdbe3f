import { databaseClosed } from "./database-errors.js";
import { slots } from "./slots.js";

/** Connections that are opened when they are needed, used by one at a time and used again. */
export type Pool<T> = {
  /** Waits for a connection in order of arrival; with `beyond` it opens one more than there may be instead. */
  take(beyond?: boolean): Promise<T>;
  /** Takes a connection without waiting, where there may be one more. */
  takeFree(): Promise<T | undefined>;
  give(item: T): Promise<void>;
  /** Refuses everybody who waits and closes everything: what is in use when it is given back, or `atOnce`. */
  close(atOnce?: "atOnce"): Promise<void>;
};

export type PoolOptions<T> = {
  open(): Promise<T>;
  dispose(item: T): Promise<void>;
  /** How many are in use at most. */
  readonly most: number;
  /** How many stay open while nobody uses them. */
  readonly keep: number;
};

/** A pool that opens nothing before it is asked. */
export function poolOf<T>({ open, dispose, most, keep }: PoolOptions<T>): Pool<T> {
  const { enter, enterFree, leave, refuseAll } = slots(most);
  const idle: T[] = [];
  const taken = new Set<T>();
  let closing = false;
  let allGiven = () => {};

  async function takeOne(): Promise<T> {
    try {
      if (closing) throw databaseClosed();
      const item = idle.pop() ?? (await open());
      taken.add(item);
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
      taken.delete(item);
      const keeps = !closing && idle.length < keep;
      if (keeps) idle.push(item);
      leave();
      if (!keeps) await dispose(item);
      if (taken.size === 0) allGiven();
    },
    async close(atOnce) {
      closing = true;
      refuseAll(databaseClosed());
      await Promise.all((atOnce ? [...idle.splice(0), ...taken] : idle.splice(0)).map(dispose));
      if (!atOnce && taken.size > 0) await new Promise<void>((resolve) => (allGiven = resolve));
    },
  };
}
