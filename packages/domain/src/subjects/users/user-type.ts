import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import {
  defaulted,
  flag,
  label,
  oneOf,
  optional,
  orEmpty,
  ownId,
  parsed,
  text,
} from "../../foundation/kernel/line-fields.js";
import { type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import type { Stores } from "../../foundation/kernel/storage.js";
import { plus } from "../../foundation/kernel/times.js";
import {
  countOnly,
  idsIn,
  type LineCheck,
  type LineOf,
  type LoadedType,
  type Report,
  storedLines,
  storingRecords,
} from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { PasswordKeeper } from "./accept-invitation.js";
import { closed, type Invitation, isOpen, linksKnown, nextInvitation } from "./invitation.js";
import type { ImageStore } from "./user-image.js";
import {
  emailKey,
  invitedRoles,
  isAdministrator,
  lastAdministrator,
  parseUserEmail,
  roles,
  type User,
} from "./user.js";

const email = parsed("an email address", parseUserEmail);

const optionalText = orEmpty(optional(label));

export const newUserFields = { role: oneOf(invitedRoles), name: label, email, oid: optionalText };

/**
 * Fields of the request body for a change to a user. Absent fields leave values unchanged. An empty `oid` deletes the
 * stored `oid`.
 */
export const userChangeFields = { name: label, role: oneOf(roles), oid: optionalText };

/** Fields of a `user` line in a bundle. */
export const userLine = {
  id: ownId<UserId>(),
  name: label,
  email,
  role: oneOf(roles),
  oid: optionalText,
  phone: optionalText,
  bio: orEmpty(optional(text)),
  active: defaulted(flag, true),
};

type UserLine = Shaped<typeof userLine>;

const userFromLine = (line: UserLine): User => line;

/**
 * Record type for users.
 * A bundle load stores and deletes users in the unit of work that accepts the load, because rules can reject both
 * steps.
 */
export const userType: LoadedType<"user"> = {
  kind: "user",
  lines: {
    shape: userLine,
    keys: ["id"],
    storing: storingRecords(userLine, userFromLine, recordUsers),
    check: checkUsers,
    stored: storedLines(
      ({ users }, account, page) => users.page(account, page),
      (user: User) => writeLine(userLine, user),
    ),
    removing: async (keys, work, places) => countOnly(await removeUsers(idsIn(keys), work, places)),
  },
  expire: ({ invitations }, account, now) => invitations.forgetLinks(account, plus(now, -linksKnown)),
};

/**
 * Values of a `user` line that are needed to find duplicate addresses and to make sure that an Administrator remains.
 */
type Loaded = Pick<User, "id" | "role" | "active"> & { readonly line: number; readonly address: string };

/**
 * Checks that no two users have the same address, in the bundle or in the account, and that the bundle does not delete
 * the last active Administrator.
 */
function checkUsers(): LineCheck {
  const lines: Loaded[] = [];
  const deleted = new Set<number>();
  return {
    note({ line, values, isDeletion }) {
      if (isDeletion) {
        deleted.add(values["id"] as number);
        return;
      }
      const { id, role, active, email } = userFromLine(values as UserLine);
      lines.push({ line, id, role, active, address: emailKey(email) });
    },
    async finish(read, lineOf, report) {
      const addresses = lines.map(({ address }) => address);
      const stored = lines.length === 0 ? [] : await read(({ users }, account) => users.byEmails(account, addresses));
      const loaded = new Set(lines.map(({ id }) => id as number));
      const owners = new Map(
        stored
          .filter(({ id }) => !loaded.has(id) && !deleted.has(id))
          .map(({ id, email }) => [emailKey(email), `user ${id} in the account`]),
      );
      for (const { line, id, address } of lines) {
        const owner = owners.get(address);
        if (owner === undefined) owners.set(address, `user ${id} on line ${line}`);
        else report({ line, kind: "user", key: "email", message: `is already used by ${owner}` });
      }
      if (deleted.size === 0) return;
      const all = await read(({ users }, account) => users.all(account));
      checkAdministrators(all, lines, deleted, lineOf, report);
    },
  };
}

function checkAdministrators(
  stored: readonly User[],
  loaded: readonly Loaded[],
  deleted: ReadonlySet<number>,
  lineOf: LineOf,
  report: Report,
): void {
  const administrator = stored.find((user) => deleted.has(user.id) && isAdministrator(user));
  const replaced = new Set(loaded.map(({ id }) => id));
  const staying = stored.filter(({ id }) => !deleted.has(id) && !replaced.has(id));
  if (!administrator || [...staying, ...loaded].some((user) => isAdministrator(user))) return;
  const line = lineOf("user", administrator.id);
  const message = "is the last active Administrator of the account; add another Administrator in this bundle";
  report({ ...(line !== undefined && { line }), kind: "user", key: "id", message });
}

type Work = Pick<UnitOfWork, "stores" | "account" | "now">;

/** Stores new and changed users, and returns them. Users without an invitation are not invited. */
async function recordUsers(loaded: readonly User[], work: Work): Promise<readonly User[]> {
  const { stores, account } = work;
  const ids = loaded.map(({ id }) => id);
  const known = new Map((await stores.users.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = loaded.filter((one) => !sameValue(one, known.get(one.id)));
  await stores.users.save(account, changed);
  await followInvitations(
    changed.flatMap((after) => {
      const before = known.get(after.id);
      return before ? [{ before, after }] : [];
    }),
    work,
  );
  return changed;
}

type Change = { readonly before: User; readonly after: User };

/**
 * Updates the invitations of changed users. If the email address changed, creates a new invitation, which invalidates
 * the old links. If the user became active, closes the invitation.
 */
async function followInvitations(changes: readonly Change[], { stores, account, now }: Work): Promise<void> {
  const found = await stores.invitations.byUsers(
    account,
    changes.map(({ after }) => after.id),
  );
  const ofUsers = new Map(found.map((one) => [one.user, one]));
  const followed = changes.flatMap(({ before, after }): Invitation[] => {
    const invitation = ofUsers.get(after.id);
    if (!invitation || !isOpen(invitation, now)) return [];
    if (after.active) return [closed(invitation, now)];
    return emailKey(before.email) === emailKey(after.email) ? [] : [nextInvitation(after.id, invitation, now)];
  });
  await stores.invitations.save(account, followed);
}

/**
 * Deletes users for a bundle load. Throws `last_administrator` if the account would have no active Administrator left.
 */
async function removeUsers(
  ids: readonly UserId[],
  { stores, account }: Pick<UnitOfWork, "stores" | "account">,
  places: UserPlaces,
): Promise<readonly User[]> {
  const found = await stores.users.byIds(account, ids);
  for (const { id } of found) await forgetUser(stores, account, id, places);
  const isLeft = await stores.users.hasOtherAdministrator(account, 0 as UserId);
  if (!isLeft && found.some(isAdministrator)) throw lastAdministrator();
  return found;
}

/** Stores for user data that a host application can keep outside the database. */
export type UserPlaces = { readonly imageStore?: ImageStore; readonly passwordKeeper?: PasswordKeeper };

/** Deletes a user, including the user's image, invitation and password. Does not check any permissions. */
export async function forgetUser(
  { users, images, invitations, passwords, subscriptions }: Stores,
  account: AccountId,
  id: UserId,
  { imageStore = images, passwordKeeper = passwords }: UserPlaces,
): Promise<void> {
  await users.remove(account, id);
  await imageStore.remove(account, id);
  await invitations.remove(account, id);
  await subscriptions.remove(account, id);
  await passwordKeeper.forget(account, id);
}
