import type { KeyedStore } from "../foundation/kernel/keyed-store.js";

/** Creates a store that has no index keys. In memory, a lookup reads all records. */
export const memoryKeyedStore = <R>(save: KeyedStore<R>["saveWithoutKeys"]): KeyedStore<R> => ({
  saveWithoutKeys: save,
  keyRowsOf: async () => ({}),
  addKeys: async () => {},
});
