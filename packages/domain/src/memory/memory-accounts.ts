import { type Account, accountNotFound } from "../foundation/accounts/account.js";
import { type Catalog, type CatalogPart, catalogParts } from "../foundation/catalog/catalog.js";
import type { AccountId, UserId } from "../foundation/kernel/ids.js";
import type { Stores } from "../ports.js";
import type { SubscriptionDirectory } from "../subjects/notifications/subscription.js";
import type { Invitation, InvitationDirectory, InvitationOwner } from "../subjects/users/invitation.js";
import { emailKey, type User } from "../subjects/users/user.js";
import type { WidgetDirectory } from "../subjects/widget/widget.js";
import { keptDeliveries, settledRevision, type WebhookDirectory } from "../workflows/webhooks/webhook.js";
import { type AccountState, ascending, byNumber, type Draft, tableOf } from "./account-state.js";

type Identified = { readonly id: number };

/** Creates the stores of settings, users and other data of the account itself. `accountOf` finds the account. */
export const accountStores = (draft: Draft, accountOf: (account: AccountId) => Account | undefined) =>
  ({
    settings: settingsStore(draft, accountOf),
    catalog: catalogStore(draft),
    users: userStore(draft),
    invitations: invitationStore(draft),
    subscriptions: subscriptionStore(draft),
    passwords: passwordStore(draft),
    webhooks: webhookStore(draft),
    images: imageStore(draft),
    widgets: {
      read: async () => draft.state.widget,
      save: async (_account, widget) => draft.change({ widget }),
      remove: async () => draft.change({ widget: undefined }),
    },
    storedResponses: storedResponseStore(draft),
    erasedPeople: erasedPeopleStore(draft),
    cursorKeys: {
      of: async () => draft.state.cursorKey,
      save: async (_account, cursorKey) => draft.change({ cursorKey }),
    },
    epochs: {
      of: async () => draft.state.epoch,
      save: async (_account, epoch) => draft.change({ epoch }),
    },
  }) satisfies Partial<Stores>;

function settingsStore(draft: Draft, accountOf: (account: AccountId) => Account | undefined): Stores["settings"] {
  const known = (account: AccountId): Account => {
    const found = accountOf(account);
    if (!found) throw accountNotFound(account);
    return found;
  };
  return {
    async owner(account) {
      const { key, name, disabled } = known(account);
      return { key, name, disabled };
    },
    async read(account) {
      known(account);
      return draft.state.settings;
    },
    save: async (_account, settings) => draft.change({ settings }),
  };
}

function catalogStore(draft: Draft): Stores["catalog"] {
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
  return [...merged.values()].sort(ascending);
}

function userStore(draft: Draft): Stores["users"] {
  const users = tableOf(draft, "users");
  const sorted = (condition?: (user: User) => boolean) => users.rows(condition).sort(ascending);
  return {
    ...byNumber(users),
    all: async () => sorted(),
    page: async (_account, { after, limit }) => sorted(({ id }) => id > after).slice(0, limit),
    byEmails: async (_account, emails) => {
      const wanted = new Set(emails.map(emailKey));
      return sorted(({ email }) => wanted.has(emailKey(email)));
    },
    count: async () => users.rows().length,
    hasOtherAdministrator: async (_account, id) =>
      sorted((user) => user.id !== id && user.active && user.role === "Administrator").length > 0,
    nextId: async () => {
      const id = draft.state.lastUserId + 1;
      draft.change({ lastUserId: id });
      return id as UserId;
    },
    save: async (_account, saved) => {
      users.save(saved);
      draft.change({ lastUserId: saved.reduce((last, { id }) => Math.max(last, id), draft.state.lastUserId) });
    },
    remove: async (_account, id) => users.remove([id]),
  };
}

function invitationStore(draft: Draft): Stores["invitations"] {
  const invitations = tableOf(draft, "invitations");
  const links = tableOf(draft, "invitationLinks");
  return {
    byUsers: async (_account, users) => invitations.among(users),
    save: async (_account, saved) => invitations.save(saved),
    remove: async (_account, user) => invitations.remove([user]),
    addLink: async (_account, link) => links.save([link]),
    countedSince: async (_account, since, limit, address) =>
      links
        .rows()
        .flatMap(({ counted }) => counted ?? [])
        .filter((mail) => mail.at > since && (address === undefined || mail.address === address))
        .map(({ at }) => at)
        .sort((a, b) => b - a)
        .slice(0, limit),
    forgetLinks: async (_account, before) => void links.removeAll(({ until }) => until <= before),
  };
}

function subscriptionStore(draft: Draft): Stores["subscriptions"] {
  const subscriptions = tableOf(draft, "subscriptions");
  return {
    all: async () => subscriptions.rows().sort((a, b) => a.user - b.user),
    of: async (_account, user) => subscriptions.get(user),
    save: async (_account, subscription) => subscriptions.save([subscription]),
    remove: async (_account, user) => subscriptions.remove([user]),
  };
}

function passwordStore(draft: Draft): Stores["passwords"] {
  const passwords = tableOf(draft, "passwords");
  return {
    keep: async (_account, id, hash) => passwords.save([{ id, hash }]),
    of: async (_account, id) => passwords.get(id)?.hash,
    forget: async (_account, id) => passwords.remove([id]),
  };
}

function imageStore(draft: Draft): Stores["images"] {
  const images = tableOf(draft, "images");
  return {
    save: async (_account, id, image) => images.save([{ id, image: Uint8Array.from(image) }]),
    of: async (_account, id) => images.get(id)?.image,
    remove: async (_account, id) => images.remove([id]),
  };
}

/** Finds invitations among all committed states. */
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
        const link = state.tables.invitationLinks.get(hash);
        if (link) return { ...ownerOf(account, link.user), ...link };
      }
      return undefined;
    },
    async due(now) {
      const dueAt = ({ dueAt: at }: Invitation) => at ?? Infinity;
      const [first] = enabled()
        .flatMap(({ account, state }) =>
          [...state.tables.invitations.values()].map((invitation) => ({ account, invitation, at: dueAt(invitation) })),
        )
        .filter(({ at }) => at <= now)
        .sort((a, b) => a.at - b.at);
      return first && ownerOf(first.account, first.invitation.user);
    },
  };
}

/** Finds subscriptions among all committed states. */
export function memorySubscriptionDirectory(
  accounts: ReadonlyMap<AccountId, Account>,
  states: ReadonlyMap<AccountId, AccountState>,
): SubscriptionDirectory {
  const all = () =>
    [...states].flatMap(([id, { tables }]) =>
      [...tables.subscriptions.values()].flatMap((subscription) => {
        const account = accounts.get(id);
        return account ? [{ account, subscription }] : [];
      }),
    );
  const ownerOf = (found: ReturnType<typeof all>[number] | undefined) =>
    found && { account: found.account.id, practice: found.account.name, user: found.subscription.user };
  return {
    ownerOf: async (id) => ownerOf(all().find(({ subscription }) => subscription.id === id)),
    due: async (now) =>
      ownerOf(
        all()
          .filter(({ account, subscription }) => !account.disabled && subscription.dueAt <= now)
          .sort((a, b) => a.subscription.dueAt - b.subscription.dueAt)[0],
      ),
  };
}

/** Finds the owners of widgets among all committed states. */
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

function storedResponseStore(draft: Draft): Stores["storedResponses"] {
  const responses = tableOf(draft, "storedResponses");
  return {
    byKey: async (_account, key) => responses.get(key),
    save: async (_account, response) => responses.save([response]),
    page: async (_account, after, limit) =>
      responses
        .rows(({ key }) => key > after)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit),
    remove: async (_account, keys) => responses.remove(keys),
    forget: async (_account, before) => void responses.removeAll(({ at }) => at < before),
  };
}

function erasedPeopleStore(draft: Draft): Stores["erasedPeople"] {
  const erased = tableOf(draft, "erasedPeople");
  return {
    all: async () => [...new Set(erased.rows().map(({ hash }) => hash))].sort(),
    add: async (_account, identifiers) => erased.save(identifiers),
    lift: async (_account, hashes) => {
      const people = new Set(erased.rows(({ hash }) => hashes.includes(hash)).map(({ person }) => person));
      return erased.removeAll(({ person }) => people.has(person));
    },
  };
}

function webhookStore(draft: Draft): Stores["webhooks"] {
  const [webhooks, deliveries] = [tableOf(draft, "webhooks"), tableOf(draft, "webhookDeliveries")];
  return {
    byId: async (_account, id) => webhooks.get(id),
    all: async () => webhooks.rows().sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    save: async (_account, webhook) => webhooks.save([webhook]),
    remove: async (_account, id) => {
      webhooks.remove([id]);
      deliveries.removeAll(({ webhook }) => webhook === id);
    },
    log: async (_account, delivery) => {
      const { webhook, number } = delivery;
      deliveries.save([delivery]);
      deliveries.removeAll((one) => one.webhook === webhook && one.number <= number - keptDeliveries);
    },
    deliveries: async (_account, id, limit) =>
      deliveries
        .rows(({ webhook }) => webhook === id)
        .sort((a, b) => b.number - a.number)
        .slice(0, limit),
  };
}

/** Finds due webhooks among all committed states. */
export const memoryWebhookDirectory = (
  states: ReadonlyMap<AccountId, AccountState>,
  isDisabled: (account: AccountId) => boolean,
): WebhookDirectory => ({
  due: async (now, quietSince) =>
    [...states]
      .filter(([account]) => !isDisabled(account))
      .flatMap(([account, { tables, revision }]) =>
        [...tables.webhooks.values()]
          .filter(
            (one) =>
              one.disabled === null &&
              one.dueAt <= now &&
              (settledRevision(one) !== revision || one.dueAt <= quietSince),
          )
          .map(({ id, dueAt, failingSince }) => ({ account, id, dueAt, isFailing: failingSince !== null })),
      )
      .sort((a, b) => Number(a.isFailing) - Number(b.isFailing) || a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
      .slice(0, 500)
      .map(({ account, id, isFailing }) => ({ account, id, isFailing })),
});
