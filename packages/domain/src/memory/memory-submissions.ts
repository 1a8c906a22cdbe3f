import type { SubmissionStore } from "../subjects/submissions/submission-store.js";
import { submissionKeyText } from "../subjects/submissions/submission.js";
import type { Draft } from "./account-state.js";
import { pageOf } from "./memory-records.js";

export const memorySubmissionStore = (draft: Draft): SubmissionStore => {
  const all = () => [...draft.state.submissions.values()];
  return {
    byIds: async (_account, ids) => ids.flatMap((id) => draft.state.submissions.get(id) ?? []),
    byKeys: async (_account, keys) => {
      const wanted = new Set(keys.map(submissionKeyText));
      return all().filter((one) => wanted.has(submissionKeyText(one)));
    },
    save: async (_account, saved) => {
      const submissions = draft.writable(draft.state.submissions);
      for (const one of saved) submissions.set(one.id, one);
      draft.change({ submissions });
    },
    remove: async (_account, ids) => {
      const submissions = draft.writable(draft.state.submissions);
      for (const id of ids) submissions.delete(id);
      draft.change({ submissions });
    },
    page: async (_account, page) => pageOf(all(), page),
    removeTests: async () => {
      const tests = all().filter(({ isTest }) => isTest);
      const submissions = draft.writable(draft.state.submissions);
      for (const { id } of tests) submissions.delete(id);
      draft.change({ submissions });
      return tests.length;
    },
  };
};
