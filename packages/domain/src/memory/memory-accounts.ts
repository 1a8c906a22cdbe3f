import { type Account, accountNotFound, type SettingsStore } from "../foundation/accounts/account.js";
import { type Catalog, type CatalogPart, catalogParts, type CatalogStore } from "../foundation/catalog/catalog.js";
import type { AccountId, UserId } from "../foundation/kernel/ids.js";
import type { ErasedPeopleStore } from "../foundation/records/personal-data.js";
import type { StoredResponseStore } from "../foundation/unit-of-work/once.js";
import type { PasswordStore } from "../subjects/users/accept-invitation.js";
import type {
  Invitation,
  InvitationDirectory,
  InvitationOwner,
  InvitationStore,
} from "../subjects/users/invitation.js";
import type { ImageStore } from "../subjects/users/user-image.js";
import { emailKey, type UserStore } from "../subjects/users/user.js";
import type { WidgetDirectory, WidgetStore } from "../subjects/widget/widget.js";
import type { AccountState, Draft } from "./account-state.js";

type Identified = { readonly id: number };

/** Creates a store that reads and saves settings in a draft. `accountOf` finds the account with an id. */
export function memorySettingsStore(
  draft: Draft,
  accountOf: (account: AccountId) => Account | undefined,
): SettingsStore {
  const known = (account: AccountId): Account => {
    const found = accountOf(account);
    if (!found) throw accountNotFound(account);
    return found;
  };
  return {
    async owner(account) {
      const { key, name } = known(account);
      return { key, name };
    },
    async read(account) {
      known(account);
      return draft.state.settings;
    },
    save: async (_account, settings) => draft.change({ settings }),
  };
}

export function memoryCatalogStore(draft: Draft): CatalogStore {
  const change = (parts: readonly (readonly [CatalogPart, readonly Identified[]])[]) =>
    draft.change({
      catalog: Object.fromEntries(parts) as Record<CatalogPart, never>,
      catalogVersion: draft.state.catalogVersion + 1,
    });
  return {
    read: async (_account, ...parts) => {
      const picked = parts.map((part) => [part, draft.state.catalog[part]] as const);
      return Object.fromEntries(picked) as Pick<Catalog, (typeof parts)[number]>;
    },
    save: async (_account, changes) => {
      if (isNothing(changes)) return;
      const merged = catalogParts.map(
        (part) => [part, mergeById<Identified>(draft.state.catalog[part], changes[part] ?? [])] as const,
      );
      change(merged);
    },
    remove: async (_account, ids) => {
      if (isNothing(ids)) return;
      const left = catalogParts.map((part) => {
        const all: readonly Identified[] = draft.state.catalog[part];
        return [part, all.filter(({ id }) => !ids[part]?.includes(id))] as const;
      });
      change(left);
    },
  };
}

const isNothing = (parts: Readonly<Partial<Record<CatalogPart, readonly unknown[]>>>): boolean =>
  Object.values(parts).every(({ length }) => length === 0);

function mergeById<R extends Identified>(before: readonly R[], changes: readonly R[]): readonly R[] {
  if (changes.length === 0) return before;
  const merged = new Map([...before, ...changes].map((record) => [record.id, record]));
  return [...merged.values()].sort((a, b) => a.id - b.id);
}

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

export const memoryInvitationStore = (draft: Draft): InvitationStore => ({
  byUsers: async (_account, users) => users.flatMap((user) => draft.state.invitations.get(user) ?? []),
  save: async (_account, saved) => {
    const invitations = draft.writable(draft.state.invitations);
    for (const one of saved) invitations.set(one.user, one);
    draft.change({ invitations });
  },
  remove: async (_account, user) => {
    const invitations = draft.writable(draft.state.invitations);
    invitations.delete(user);
    draft.change({ invitations });
  },
  addLink: async (_account, link) => {
    draft.change({ invitationLinks: draft.writable(draft.state.invitationLinks).set(link.hash, link) });
  },
  countedSince: async (_account, since, limit, address) =>
    [...draft.state.invitationLinks.values()]
      .flatMap(({ counted }) => counted ?? [])
      .filter((mail) => mail.at > since && (address === undefined || mail.address === address))
      .map(({ at }) => at)
      .sort((a, b) => b - a)
      .slice(0, limit),
  forgetLinks: async (_account, before) => {
    const links = draft.writable(draft.state.invitationLinks);
    for (const [hash, { until }] of links) if (until <= before) links.delete(hash);
    draft.change({ invitationLinks: links });
  },
});

export const memoryPasswordStore = (draft: Draft): PasswordStore => ({
  keep: async (_account, user, hash) => {
    draft.change({ passwords: draft.writable(draft.state.passwords).set(user, hash) });
  },
  of: async (_account, user) => draft.state.passwords.get(user),
  forget: async (_account, user) => {
    const passwords = draft.writable(draft.state.passwords);
    passwords.delete(user);
    draft.change({ passwords });
  },
});

export function memoryInvitationDirectory(
  accounts: ReadonlyMap<AccountId, Account>,
  states: ReadonlyMap<AccountId, AccountState>,
): InvitationDirectory {
  const enabled = () =>
    [...states].flatMap(([id, state]) => {
      const account = accounts.get(id);
      return account && !account.disabled ? [{ account, state }] : [];
    });
  const ownerOf = ({ id, name }: Account, user: UserId): InvitationOwner => ({ account: id, practice: name, user });
  return {
    async linkOf(hash) {
      for (const { account, state } of enabled()) {
        const link = state.invitationLinks.get(hash);
        if (link) return { ...ownerOf(account, link.user), ...link };
      }
      return undefined;
    },
    async due(now) {
      const dueAt = ({ dueAt: at }: Invitation) => at ?? Infinity;
      const [first] = enabled()
        .flatMap(({ account, state }) =>
          [...state.invitations.values()].map((invitation) => ({ account, invitation, at: dueAt(invitation) })),
        )
        .filter(({ at }) => at <= now)
        .sort((a, b) => a.at - b.at);
      return first && ownerOf(first.account, first.invitation.user);
    },
  };
}

export const memoryImageStore = (draft: Draft): ImageStore => ({
  save: async (_account, user, image) => {
    draft.change({ images: draft.writable(draft.state.images).set(user, Uint8Array.from(image)) });
  },
  of: async (_account, user) => draft.state.images.get(user),
  remove: async (_account, user) => {
    const images = draft.writable(draft.state.images);
    images.delete(user);
    draft.change({ images });
  },
});

export const memoryWidgetStore = (draft: Draft): WidgetStore => ({
  read: async () => draft.state.widget,
  save: async (_account, widget) => draft.change({ widget }),
  remove: async () => {
    const { widget: _, ...state } = draft.state;
    draft.state = state;
  },
});

export const memoryWidgetDirectory = (
  accounts: ReadonlyMap<AccountId, Account>,
  states: ReadonlyMap<AccountId, AccountState>,
): WidgetDirectory => ({
  async ownerOf(id) {
    const [account] = [...states].find(([, { widget }]) => widget?.id === id) ?? [];
    const owner = account === undefined ? undefined : accounts.get(account);
    return owner && !owner.disabled ? { account: owner.id, name: owner.name } : undefined;
  },
});

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
