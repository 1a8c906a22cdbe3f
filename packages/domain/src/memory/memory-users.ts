import type { UserId } from "../foundation/kernel/ids.js";
import type { UserStore } from "../subjects/users/user-store.js";
import { emailKey } from "../subjects/users/user.js";
import type { Draft } from "./account-state.js";

export function memoryUserStore(draft: Draft): UserStore {
  const all = () => [...draft.state.users.values()].sort((a, b) => a.id - b.id);
  return {
    all: async () => all(),
    page: async (_account, { after, limit }) =>
      all()
        .filter(({ id }) => id > after)
        .slice(0, limit),
    byIds: async (_account, ids) => ids.flatMap((id) => draft.state.users.get(id) ?? []),
    byEmails: async (_account, emails) => {
      const wanted = new Set(emails.map(emailKey));
      return all().filter(({ email }) => wanted.has(emailKey(email)));
    },
    count: async () => draft.state.users.size,
    hasOtherAdministrator: async (_account, id) =>
      all().some((user) => user.id !== id && user.active && user.role === "Administrator"),
    nextId: async () => {
      const id = draft.state.lastUserId + 1;
      draft.change({ lastUserId: id });
      return id as UserId;
    },
    save: async (_account, saved) => {
      const users = draft.writable(draft.state.users);
      for (const user of saved) users.set(user.id, user);
      const lastUserId = saved.reduce((last, { id }) => Math.max(last, id), draft.state.lastUserId);
      draft.change({ users, lastUserId });
    },
    remove: async (_account, id) => {
      const users = draft.writable(draft.state.users);
      users.delete(id);
      draft.change({ users });
    },
  };
}
