import type { ErasedPeopleStore } from "../foundation/suppression/erased-people-store.js";
import type { Draft } from "./account-state.js";

export const memoryErasedPeopleStore = (draft: Draft): ErasedPeopleStore => ({
  all: async () => [...new Set(draft.state.erasedPeople.map(({ hash }) => hash))].sort(),
  async add(_account, identifiers) {
    const before = draft.state.erasedPeople;
    const added = identifiers.filter(
      (one) => !before.some(({ hash, person }) => hash === one.hash && person === one.person),
    );
    draft.change({ erasedPeople: [...before, ...added] });
  },
  async lift(_account, hashes) {
    const before = draft.state.erasedPeople;
    const people = new Set(before.filter(({ hash }) => hashes.includes(hash)).map(({ person }) => person));
    const erasedPeople = before.filter(({ person }) => !people.has(person));
    draft.change({ erasedPeople });
    return before.length - erasedPeople.length;
  },
});
