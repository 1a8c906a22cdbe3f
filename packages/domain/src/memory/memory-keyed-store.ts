import type { KeyedStore } from "../foundation/kernel/keyed-store.js";

/** Creates a store without index keys. In memory, records are found by reading all of them. */
export const memoryKeyedStore = <R>(save: KeyedStore<R>["saveWithoutKeys"]): KeyedStore<R> => ({
  saveWithoutKeys: save,
  keyRowsOf: async () => ({}),
  addKeys: async () => {},
});
