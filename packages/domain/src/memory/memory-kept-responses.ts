import type { KeptResponseStore } from "../foundation/idempotency/kept-response-store.js";
import type { Draft } from "./account-state.js";

export const memoryKeptResponseStore = (draft: Draft): KeptResponseStore => ({
  byKey: async (_account, key) => draft.state.keptResponses.get(key),
  save: async (_account, response) => {
    draft.change({ keptResponses: draft.writable(draft.state.keptResponses).set(response.key, response) });
  },
  page: async (_account, after, limit) =>
    [...draft.state.keptResponses.values()]
      .filter(({ key }) => key > after)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, limit),
  remove: async (_account, keys) => {
    const keptResponses = draft.writable(draft.state.keptResponses);
    for (const key of keys) keptResponses.delete(key);
    draft.change({ keptResponses });
  },
  forget: async (_account, at) => {
    draft.change({
      keptResponses: new Map([...draft.state.keptResponses].filter(([, response]) => response.at >= at)),
    });
  },
});
