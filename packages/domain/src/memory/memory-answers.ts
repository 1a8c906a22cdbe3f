import type { AnswerStore } from "../idempotency/answer-store.js";
import type { Draft } from "./account-state.js";

/** The answers that requests of the account of a draft were given. */
export const memoryAnswerStore = (draft: Draft): AnswerStore => ({
  byKey: async (_account, key) => draft.state.answers.get(key),
  save: async (_account, answer) => {
    draft.change({ answers: draft.writable(draft.state.answers).set(answer.key, answer) });
  },
  forget: async (_account, at) => {
    draft.change({ answers: new Map([...draft.state.answers].filter(([, answer]) => answer.at >= at)) });
  },
});
