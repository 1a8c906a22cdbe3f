type Method = (...values: never[]) => Promise<unknown>;

/** What makes each of some stores. */
export type Makers<Stores> = { readonly [Name in keyof Stores]: () => Stores[Name] };

/**
 * Lends stores to `work`, each made when it is first asked for, and takes them back when it ends: later calls are refused, and
 * calls that are still under way then are waited for and make the work fail, because nobody would ever know what became of them.
 */
export async function lend<Stores extends object, T>(
  makers: Makers<Stores>,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const loan = lendable(makers);
  let result: T;
  try {
    result = await work(loan.stores);
  } catch (error) {
    await loan.end();
    throw error;
  }
  if ((await loan.end()) === 0) return result;
  throw new Error("The unit of work ended before a store call finished: await every call");
}

function lendable<Stores extends object>(makers: Makers<Stores>) {
  const running = new Set<Promise<unknown>>();
  let ended = false;
  const guard = (method: Method): Method =>
    async function guarded(...values) {
      if (ended) throw new Error("The unit of work has ended: its stores can no longer be used");
      const call = method(...values);
      running.add(call);
      return call.finally(() => running.delete(call));
    };
  return {
    stores: onDemand(makers, (store) => mapMethods(store, guard)),
    /** Ends the loan; returns how many calls were still under way. */
    async end(): Promise<number> {
      ended = true;
      return (await Promise.allSettled(running)).length;
    },
  };
}

/** Most work asks for one or two of all stores. */
function onDemand<Stores extends object>(makers: Makers<Stores>, change: <Store>(store: Store) => Store): Stores {
  const made: Partial<Stores> = {};
  return new Proxy(made as Stores, {
    get(_, name) {
      const known = name as keyof Stores;
      if (!Object.hasOwn(made, name) && Object.hasOwn(makers, name)) made[known] = change(makers[known]());
      return made[known];
    },
  });
}

function mapMethods<Store>(store: Store, change: (method: Method) => Method): Store {
  const methods = Object.entries(store as Record<string, Method>).map(([key, method]) => [key, change(method)]);
  return Object.fromEntries(methods) as Store;
}
