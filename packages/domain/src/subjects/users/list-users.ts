import type { FeedBatch, FeedPosition, FeedReader, FeedSlice } from "../../foundation/feed/feed.js";
import { collectProblems } from "../../foundation/kernel/collect-problems.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { parsePage } from "../../foundation/lists/list-page.js";
import type { PageQuery } from "../../foundation/lists/list-query.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import { watermarkOf } from "../../foundation/lists/read-records.js";
import { knownUser } from "./known-user.js";
import type { User } from "./user.js";
import type { UserDetail } from "./user-item.js";
import { userDetail, userItem } from "./user-item.js";
import type { UserStore } from "./user-store.js";

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
  return async (account: AccountId, query: UserQuery = {}): Promise<ListReading> => {
    const wrong = collectProblems();
    const { page, pageOf } = parsePage(account, "users", query, wrong);
    wrong.refuse();
    const itemOf = query.show_roles === "true" ? userDetail : userItem;

    async function* batches(separator: string): AsyncGenerator<FeedBatch, void> {
      const encoder = new TextEncoder();
      const watermark = await watermarkOf(storage.feed, account);
      for await (const { users, next } of usersIn(storage, account, page)) {
        const json = encoder.encode(users.map((user) => JSON.stringify(itemOf(user))).join(separator));
        yield { count: users.length, json, watermark, ...(page && next && { next }) };
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

/** Users of a batch, and the position of the last one if more users follow. */
type Batch = { readonly users: readonly User[]; readonly next: FeedPosition | undefined };

/** Reads one page of users, or all users in batches. Only the first batch may be empty. */
async function* usersIn(
  storage: ReadingPorts["storage"],
  account: AccountId,
  page: FeedSlice["page"],
): AsyncGenerator<Batch, void> {
  const limit = page?.limit ?? maxBatch;
  let after = page?.after?.id ?? 0;
  for (let isFirst = true; ; isFirst = false) {
    const found = await storage.read(account, ({ users }) => users.page(account, { after, limit: limit + 1 }));
    const last = found[limit - 1];
    const next = found.length > limit && last ? { at: 0 as Instant, kind: 0, id: last.id } : undefined;
    if (isFirst || found.length > 0) yield { users: found.slice(0, limit), next };
    if (page || !next) return;
    after = next.id;
  }
}

/** Returns one user, including the role. Throws `user_not_found`. */
export function oneUser({ storage }: ReadingPorts) {
  return async (account: AccountId, inPath: string): Promise<UserDetail> =>
    userDetail(await storage.read(account, (stores) => knownUser(stores, account, inPath)));
}
