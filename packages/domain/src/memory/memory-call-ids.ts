import type { CallIdStore } from "../subjects/calls/call-id-store.js";
import type { Draft } from "./account-state.js";

export const memoryCallIdStore = (draft: Draft): CallIdStore => ({
  byNames: async (_account, tracker, names) =>
    names.flatMap((name) => {
      const id = draft.state.callIds.get(keyOf(tracker, name));
      return id === undefined ? [] : { name, id };
    }),
  add: async (_account, tracker, names) => {
    const callIds = draft.writable(draft.state.callIds);
    for (const { name, id } of names) callIds.set(keyOf(tracker, name), id);
    draft.change({ callIds });
  },
  remove: async (_account, ids) => {
    const removed = new Set<number>(ids);
    draft.change({ callIds: new Map([...draft.state.callIds].filter(([, id]) => !removed.has(id))) });
  },
});

const keyOf = (tracker: string, name: string): string => `${tracker}:${name}`;
