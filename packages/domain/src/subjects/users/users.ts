import { stillAllowed } from "../../foundation/access/authenticate.js";
import { byPrincipal, type Principal } from "../../foundation/accounts/audit-trail.js";
import type { FeedBatch, FeedPosition, FeedSlice } from "../../foundation/feed/feed.js";
import { collectProblems } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { isJsonObject } from "../../foundation/kernel/json.js";
import { type LineShape, pointed, readLine, type Shaped, wrongBody } from "../../foundation/kernel/line-shape.js";
import { type IdPage, pagesOf, type Ports, type Stores } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { type PageQuery, parsePage } from "../../foundation/lists/list-query.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import { watermarkOf } from "../../foundation/lists/read-records.js";
import { doOnce, type OncePorts, type WriteOptions } from "../../foundation/unit-of-work/once.js";
import { invite } from "./invitation.js";
import { forgetUser, newUserFields, userChangeFields } from "./user-type.js";
import {
  emailTaken,
  knownUser,
  lastAdministrator,
  type ListedUser,
  losesAdministrator,
  maxUsers,
  tooManyUsers,
  type User,
  type UserDetail,
  userDetail,
  userItem,
} from "./user.js";

/** Query parameters of the list of users, as strings. */
export type UserQuery = Pick<PageQuery, "limit" | "cursor"> & { readonly show_roles?: "true" | "false" };

/** Number of users that a list without `limit` reads at a time. */
const maxBatch = 1_000;

/**
 * Lists an account's users, sorted by id. Includes the roles if `show_roles` is `true`.
 * Without `limit` and `cursor`, lists all users.
 */
export function listUsers({ storage }: Ports) {
  return async (account: AccountId, query: UserQuery = {}): Promise<ListReading<ListedUser>> => {
    const wrong = collectProblems();
    const { page, pageOf } = parsePage(account, "users", query, wrong);
    wrong.refuse();
    const itemOf = query.show_roles === "true" ? userDetail : userItem;

    const readPage = (wanted: IdPage) => storage.read(account, ({ users }) => users.page(account, wanted));
    async function* batches(separator: string): AsyncGenerator<FeedBatch, void> {
      const encoder = new TextEncoder();
      const watermark = await watermarkOf(storage.feed, account);
      let isEmpty = true;
      for await (const { users, next } of page ? onePage(readPage, page) : allUsers(readPage)) {
        const json = encoder.encode(users.map((user) => JSON.stringify(itemOf(user))).join(separator));
        if (isEmpty || users.length > 0) yield { count: users.length, json, watermark, ...(next && { next }) };
        isEmpty = false;
      }
    }

    return {
      window: undefined,
      modifiedSince: undefined,
      read: (separator = ",") => batches(separator),
      pageOf,
    };
  };
}

type Page = NonNullable<FeedSlice["page"]>;

/** Users of a batch, and the position of the last one if another page follows. */
type Batch = { readonly users: readonly User[]; readonly next: FeedPosition | undefined };

/** Reads users after an id, sorted by id. */
type ReadPage = (page: IdPage) => Promise<readonly User[]>;

async function* onePage(read: ReadPage, { after, limit }: Page): AsyncGenerator<Batch, void> {
  const found = await read({ after: after?.id ?? 0, limit: limit + 1 });
  const last = found.length > limit ? found[limit - 1] : undefined;
  yield { users: found.slice(0, limit), next: last && { at: 0 as Instant, kind: 0, id: last.id } };
}

async function* allUsers(read: ReadPage): AsyncGenerator<Batch, void> {
  for await (const users of pagesOf(maxBatch, read)) yield { users, next: undefined };
}

/** Returns one user, including the role. Throws `user_not_found`. */
export function oneUser({ storage }: Ports) {
  return async (account: AccountId, inPath: string): Promise<UserDetail> =>
    userDetail(await storage.read(account, (stores) => knownUser(stores, account, inPath)));
}

/**
 * Creates a pending user and an invitation for this user. Throws `invalid_user` with JSON pointers, `email_taken` if
 * another user has the address, or `too_many_users`.
 */
export function createUser(ports: OncePorts<Stores>) {
  const once = doOnce(ports);
  return async (body: unknown, { by, idempotencyKey }: WriteOptions): Promise<UserDetail> => {
    const { account } = by;
    const read = readNewUser(body);
    const subjectOf = ({ id }: UserDetail) => `user ${id}`;
    const request = { by, operation: "create_user", body, rows: 1, key: idempotencyKey, subjectOf };
    return once(request, async ({ users, invitations }, now) => {
      if ((await users.byEmails(account, [read.email])).length > 0) throw emailTaken();
      if ((await users.count(account)) >= maxUsers) throw tooManyUsers();
      const user = { id: await users.nextId(account), ...read, phone: null, bio: null, active: false };
      await users.save(account, [user]);
      await invite({ invitations }, account, user.id, now);
      return userDetail(user);
    });
  };
}

/**
 * Updates the fields of a user that the request contains. Throws `invalid_user` with JSON pointers, or
 * `last_administrator` if the last active Administrator would lose this role.
 */
export function updateUser({ storage, clock }: Ports) {
  return async (inPath: string, body: unknown, by: Principal): Promise<UserDetail> => {
    const { account } = by;
    const change = readUserChange(body);
    return storage.transact(account, async ({ callers, users, audit }, now) => {
      await stillAllowed({ callers }, by, now);
      const before = await knownUser({ users }, account, inPath);
      const after = { ...before, ...change };
      if (losesAdministrator(before, after) && !(await users.hasOtherAdministrator(account, before.id))) {
        throw lastAdministrator();
      }
      await users.save(account, [after]);
      const event = { at: clock(), action: "update_user", subject: `user ${before.id}`, rows: 1 };
      await audit.append(account, [byPrincipal(by, event)]);
      return userDetail(after);
    });
  };
}

/**
 * Deletes a user with the image, invitation and password. The email address can be used again. Throws
 * `last_administrator` if the user is the last active Administrator.
 */
export function deleteUser({ storage, clock, ...places }: Ports) {
  return (inPath: string, by: Principal): Promise<void> =>
    storage.transact(by.account, async (stores, now) => {
      await stillAllowed(stores, by, now);
      const { users, audit } = stores;
      const { account } = by;
      const user = await knownUser({ users }, account, inPath);
      if (losesAdministrator(user) && !(await users.hasOtherAdministrator(account, user.id))) throw lastAdministrator();
      await forgetUser(stores, account, user.id, places);
      const event = { at: clock(), action: "delete_user", subject: `user ${user.id}`, rows: 1 };
      await audit.append(account, [byPrincipal(by, event)]);
    });
}

/** Parses the request body for a new user. Throws `invalid_user` with JSON pointers. */
const readNewUser = (sent: unknown): Shaped<typeof newUserFields> => read(newUserFields, sent);

/**
 * Parses the request body for a change to a user. Returns only the fields that the body contains. Throws `invalid_user`
 * with JSON pointers.
 */
function readUserChange(sent: unknown): Partial<Shaped<typeof userChangeFields>> {
  const changed = Object.entries(userChangeFields).filter(([key]) => isJsonObject(sent) && Object.hasOwn(sent, key));
  return read<LineShape>(Object.fromEntries(changed), sent, Object.keys(userChangeFields));
}

function read<S extends LineShape>(fields: S, sent: unknown, others: readonly string[] = []): Shaped<S> {
  if (!isJsonObject(sent)) throw wrongBody("invalid_user", [pointed("", { key: "", message: "expected an object" })]);
  const found = readLine(fields, sent, { others });
  if ("values" in found) return found.values;
  throw wrongBody(
    "invalid_user",
    found.problems.map((problem) => pointed("", problem)),
  );
}
