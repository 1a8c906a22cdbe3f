import type { LoadStore, PartPlace } from "../foundation/loads/load-store.js";
import type { Draft, StagedBundlePart } from "./account-state.js";

export function memoryLoadStore(draft: Draft): LoadStore {
  const partsOf = (staging: string) => draft.state.loadParts.get(staging) ?? [];

  function keep(staging: string, parts: readonly StagedBundlePart[]): void {
    const loadParts = draft.writable(draft.state.loadParts);
    if (parts.length === 0) loadParts.delete(staging);
    else loadParts.set(staging, [...parts].sort(byPlace));
    draft.change({ loadParts });
  }

  return {
    last: async () => draft.state.load,
    save: async (_account, load) => draft.change({ load }),
    stage: async (_account, staging, parts, now) =>
      keep(staging, [...partsOf(staging), ...parts.map((part) => ({ ...part, addedAt: now }))]),
    async first(_account, staging) {
      const [found] = partsOf(staging);
      return found && { step: found.step, position: found.position };
    },
    async next(_account, staging, after = { step: -1, position: -1 }) {
      const found = partsOf(staging).find((part) => byPlace(part, after) > 0);
      return found && { step: found.step, position: found.position, body: found.body };
    },
    count: async (_account, staging) => partsOf(staging).length,
    remove: async (_account, staging, place) =>
      keep(
        staging,
        partsOf(staging).filter((part) => byPlace(part, place) !== 0),
      ),
    async discard(_account, staging) {
      const { length } = partsOf(staging);
      keep(staging, []);
      return length;
    },
    abandoned: async (_account, before) =>
      [...draft.state.loadParts].flatMap(([staging, parts]) =>
        staging !== draft.state.load?.staging && parts.every(({ addedAt }) => addedAt < before) ? [staging] : [],
      ),
  };
}

const byPlace = (one: PartPlace, other: PartPlace): number => one.step - other.step || one.position - other.position;
