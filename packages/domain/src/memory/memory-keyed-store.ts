import type { KeyedStore } from "../kernel/keyed-store.js";

/** In memory records are found by looking at all of them: there are no rows of keys. */
export const memoryKeyedStore = <R>(save: KeyedStore<R>["saveWithoutKeys"]): KeyedStore<R> => ({
  saveWithoutKeys: save,
  keyRowsOf: async () => ({}),
  addKeys: async () => {},
});
