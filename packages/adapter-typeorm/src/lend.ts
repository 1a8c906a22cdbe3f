type Method = (...values: never[]) => Promise<unknown>;

/**
 * Lends stores to `work` and takes them back when it ends: later calls are refused, and calls that are still under way
 * then are waited for and make the work fail, because nobody would ever know what became of them.
 */
export async function lend<Stores extends object, T>(stores: Stores, work: (stores: Stores) => Promise<T>): Promise<T> {
  const loan = lendable(stores);
  let result: T;
  try {
    result = await work(loan.stores);
  } catch (error) {
    await loan.end();
    throw error;
  }
  if ((await loan.end()) === 0) return result;
  throw new Error("a unit of work ended while a store was still at work: await every call");
}

function lendable<Stores extends object>(stores: Stores) {
  const running = new Set<Promise<unknown>>();
  let ended = false;
  const guard = (method: Method): Method =>
    async function guarded(...values) {
      if (ended) throw new Error("this unit of work has ended: its stores can no longer be used");
      const call = method(...values);
      running.add(call);
      return call.finally(() => running.delete(call));
    };
  return {
    stores: mapMethods(stores, guard),
    /** Ends the loan; returns how many calls were still under way. */
    async end(): Promise<number> {
      ended = true;
      return (await Promise.allSettled(running)).length;
    },
  };
}

function mapMethods<Stores extends object>(stores: Stores, change: (method: Method) => Method): Stores {
  const mapped = Object.entries(stores).map(([name, store]: [string, Record<string, Method>]) => {
    const methods = Object.entries(store).map(([key, method]) => [key, change(method)]);
    return [name, Object.fromEntries(methods)];
  });
  return Object.fromEntries(mapped) as Stores;
}
