import type { KeyedStore } from "../foundation/kernel/keyed-store.js";

/** Keyed store without index keys. Records in memory are searched one by one. */
export const memoryKeyedStore = <R>(save: KeyedStore<R>["saveWithoutKeys"]): KeyedStore<R> => ({
  saveWithoutKeys: save,
  keyRowsOf: async () => ({}),
  addKeys: async () => {},
});
