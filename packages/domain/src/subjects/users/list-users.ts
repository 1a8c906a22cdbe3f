import type { FeedBatch, FeedPosition, FeedReader, FeedSlice } from "../../foundation/feed/feed.js";
import { collectProblems } from "../../foundation/kernel/collect-problems.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { type IdPage, pagesOf } from "../../foundation/kernel/pages.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { parsePage } from "../../foundation/lists/list-page.js";
import type { PageQuery } from "../../foundation/lists/list-query.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import { watermarkOf } from "../../foundation/lists/read-records.js";
import { knownUser } from "./known-user.js";
import { type ListedUser, type UserDetail, userDetail, userItem } from "./user-item.js";
import type { UserStore } from "./user-store.js";
import type { User } from "./user.js";

type ReadingPorts = { readonly storage: Reads<{ readonly users: Pick<UserStore, "page" | "byIds"> }> };
type ListPorts = ReadingPorts & { readonly storage: { readonly feed: FeedReader } };

/** Query parameters of the list of users, as strings. */
export type UserQuery = Pick<PageQuery, "limit" | "cursor"> & { readonly show_roles?: "true" | "false" };

/** Number of users that a list without `limit` reads at a time. */
const maxBatch = 1_000;

/**
 * Lists an account's users, sorted by id. Includes the roles if `show_roles` is `true`.
 * Without `limit` and `cursor`, lists all users.
 */
export function listUsers({ storage }: ListPorts) {
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
export function oneUser({ storage }: ReadingPorts) {
  return async (account: AccountId, inPath: string): Promise<UserDetail> =>
    userDetail(await storage.read(account, (stores) => knownUser(stores, account, inPath)));
}
