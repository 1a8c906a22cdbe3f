type Method = (...values: never[]) => Promise<unknown>;

/** Factory function for each store, by name. */
export type Makers<Stores> = { readonly [Name in keyof Stores]: () => Stores[Name] };

/**
 * Runs `work` with stores that can be used only until `work` ends. Each store is created on first use.
 * Later calls of a store throw. If a call is still running when `work` ends, `withStores` waits for the call.
 * It then throws, because the result of the call would be lost.
 */
export async function withStores<Stores extends object, T>(
  makers: Makers<Stores>,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const loan = guardedStores(makers);
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

function guardedStores<Stores extends object>(makers: Makers<Stores>) {
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
    /** Disables the stores, after waiting for running calls of their methods. Returns the number of these calls. */
    async end(): Promise<number> {
      ended = true;
      return (await Promise.allSettled(running)).length;
    },
  };
}

/** Creates each store on first use, because most units of work need only one or two stores. */
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
