import type { StoredResponseStore } from "../foundation/idempotency/stored-response-store.js";
import type { Draft } from "./account-state.js";

export const memoryStoredResponseStore = (draft: Draft): StoredResponseStore => ({
  byKey: async (_account, key) => draft.state.storedResponses.get(key),
  save: async (_account, response) => {
    draft.change({ storedResponses: draft.writable(draft.state.storedResponses).set(response.key, response) });
  },
  page: async (_account, after, limit) =>
    [...draft.state.storedResponses.values()]
      .filter(({ key }) => key > after)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, limit),
  remove: async (_account, keys) => {
    const storedResponses = draft.writable(draft.state.storedResponses);
    for (const key of keys) storedResponses.delete(key);
    draft.change({ storedResponses });
  },
  forget: async (_account, at) => {
    draft.change({
      storedResponses: new Map([...draft.state.storedResponses].filter(([, response]) => response.at >= at)),
    });
  },
});
