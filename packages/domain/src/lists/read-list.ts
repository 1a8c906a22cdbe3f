import type { Beforehand, FeedBatch, FeedFilter, FeedList, FeedReader, FeedSlice } from "../feed/feed.js";
import { parseFilter } from "../filters/filter.js";
import type { AskedIds } from "../filters/id-filters.js";
import { idFilter, namesIds } from "../filters/id-filters.js";
import type { ProblemCollector } from "../kernel/collect-problems.js";
import { collectProblems } from "../kernel/collect-problems.js";
import { defined } from "../kernel/defined.js";
import { parseRatings } from "../kernel/id-list.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Reads } from "../kernel/storage.js";
import { utc } from "../kernel/time-zone.js";
import type { AppliedWindow } from "../kernel/window.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import type { ListPage } from "./list-page.js";
import { parsePage } from "./list-page.js";
import type { ListQuery } from "./list-query.js";
import type { ListRules } from "./list-times.js";
import { namesDay, parseTimes } from "./list-times.js";

/** What reading windowed lists needs. */
export type ListPorts = { readonly storage: Reads<SettingStores> & { readonly feed: FeedReader } };

/** A list as its use case hands it over: what was applied, and the bytes. Nothing is read before `read` is called. */
export type ListReading = {
  readonly window: AppliedWindow | undefined;
  /** Since when changes were asked for, if they were. */
  readonly modifiedSince: Instant | undefined;
  /** Reads the items, joined by commas unless another separator is given; `beforehand` and `packed` as of the port. */
  read(separator?: FeedSlice["separator"], beforehand?: Beforehand, packed?: boolean): AsyncIterable<FeedBatch>;
  /** The separator with which batches may be asked for packed; with none when absent. */
  readonly packedBy?: FeedSlice["separator"];
  /** What can be said of the page once its first batch is there. */
  readonly pageOf: (first: FeedBatch) => ListPage;
  /** The names of the items' members, in order, where they are the account's own. */
  readonly columns?: readonly string[];
  /** What a JSON document has before the items, where they are not all of it: `{"import_id":7,"records":[`. */
  readonly opening?: string;
};

/** Which list is read, and what of its items. */
export type ListSource = Pick<ListReading, "columns"> & Pick<FeedSlice, "tail"> & { readonly list: FeedList };

/** What reads windowed lists by these rules: every parameter that the query has is applied, or refused. */
export function readList({ storage }: ListPorts, rules: ListRules) {
  return async (account: AccountId, { list, tail, columns }: ListSource, query: ListQuery): Promise<ListReading> => {
    const wrong = collectProblems();
    const { rating } = query;
    const { order, page, pageOf } = parsePage(account, list, query, wrong);
    const ratings = rating === undefined ? undefined : wrong.attempt(() => parseRatings("rating", rating));
    const { ids, custom } = parseFilter(query, wrong);
    const { zone, members } = await readKnown({ storage, account, wrong }, namesDay(rules, query), ids);
    const { window, modifiedSince } = parseTimes(rules, query, zone, wrong);
    wrong.refuse();
    const filter = { ...members, ...custom };
    const slice: FeedSlice = defined({
      window: window?.window,
      modifiedSince,
      ratings,
      filter: isEmpty(filter) ? undefined : filter,
      order,
      page,
      tail,
      keyed: query.keys === "true" || undefined,
    });
    return {
      window,
      modifiedSince,
      read: (separator = ",", beforehand, packed = false) =>
        storage.feed.read(account, list, { ...slice, separator, ...(packed && { packed }) }, beforehand),
      ...(isPackable(slice) && { packedBy: "," }),
      pageOf,
      ...(columns && { columns }),
    };
  };
}

type Asking = ListPorts & { readonly account: AccountId; readonly wrong: ProblemCollector };

/** What of the account a query needs: nothing is read for a query that needs nothing. */
async function readKnown({ storage, account, wrong }: Asking, needsZone: boolean, ids: AskedIds) {
  if (!needsZone && !namesIds(ids)) return { zone: utc, members: {} };
  return storage.read(account, async ({ settings, catalog }) => ({
    zone: needsZone ? (await settings.read(account)).timeZone : utc,
    members: namesIds(ids) ? await idFilter(ids, account, catalog, wrong) : {},
  }));
}

/** Whole lists and windows are stored packed, in their usual order. */
const isPackable = ({ ratings, modifiedSince, filter, order = "newest", page, keyed }: FeedSlice): boolean =>
  !keyed && !ratings && modifiedSince === undefined && !filter && order === "newest" && !page;

const isEmpty = (filter: FeedFilter): boolean => Object.keys(filter).length === 0;
