import {
  type Beforehand,
  type FeedBatch,
  type FeedFilter,
  type FeedList,
  type FeedReader,
  type FeedSlice,
  isStoredPacked,
} from "../feed/feed.js";
import { collectProblems, type ProblemCollector } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import { defined } from "../kernel/json.js";
import { parseRatings } from "../kernel/numbers.js";
import type { Reads } from "../kernel/storage.js";
import { type Instant, utc } from "../kernel/times.js";
import type { AppliedWindow } from "../kernel/window.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import { idFilter, namesIds, parseFilter, type RequestedIds } from "./filters.js";
import { type ListPage, type ListQuery, type ListRules, namesDay, parsePage, parseTimes } from "./list-query.js";

export type ListPorts = { readonly storage: Reads<SettingStores> & { readonly feed: FeedReader } };

/** List item as parsed from JSON, if its members are unknown. */
export type AnyItem = Readonly<Record<string, unknown>>;

declare const itemType: unique symbol;

/** Source of list items. `Item` is the type of an item after its JSON is parsed. */
export type ItemSource<Item = AnyItem> = {
  /** Never set. Tells the compiler the type of the items. */
  readonly [itemType]?: Item;
  /** Reads the items. The default separator is a comma. For `beforehand` and `packed`, see `FeedReader.read`. */
  read(separator?: FeedSlice["separator"], beforehand?: Beforehand, packed?: boolean): AsyncIterable<FeedBatch>;
};

/** Parsed list request. Nothing is read until `read` is called. */
export type ListReading<Item = AnyItem> = ItemSource<Item> & {
  readonly window: AppliedWindow | undefined;
  /** Value of `modified_since` in the request, if any. */
  readonly modifiedSince: Instant | undefined;
  /** Separator that a request for compressed batches must use. Omitted if compressed batches are unavailable. */
  readonly packedBy?: FeedSlice["separator"];
  /** Returns the metadata of the page, given its first batch. */
  readonly pageOf: (first: FeedBatch) => ListPage;
  /** Names of the items' members, in order. Set only if the names differ between accounts. */
  readonly columns?: readonly string[];
  /** Start of the JSON document, if it contains more than the items: `{"import_id":7,"records":[`. */
  readonly opening?: string;
};

/** The list to read, and options for its items. */
type ListSource = Pick<ListReading, "columns"> & Pick<FeedSlice, "tail"> & { readonly list: FeedList };

/**
 * Creates a function that parses requests for lists with these time rules.
 * Every query parameter is either applied or rejected.
 */
export function readList<Item = AnyItem>({ storage }: ListPorts, rules: ListRules) {
  return async (
    account: AccountId,
    { list, tail, columns }: ListSource,
    query: ListQuery,
  ): Promise<ListReading<Item>> => {
    const wrong = collectProblems();
    const { rating } = query;
    const { order, page, pageOf } = parsePage(account, list, query, wrong);
    const ratings = rating === undefined ? undefined : wrong.attempt(() => parseRatings("rating", rating));
    const { ids, conditions } = parseFilter(query, wrong);
    const { zone, members } = await readKnown({ storage, account, wrong }, namesDay(rules, query), ids);
    const { window, modifiedSince } = parseTimes(rules, query, zone, wrong);
    wrong.refuse();
    const filter = { ...members, ...conditions };
    const slice: FeedSlice = defined({
      window,
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
      ...(isStoredPacked(slice) && { packedBy: "," }),
      pageOf,
      ...(columns && { columns }),
    };
  };
}

type Asking = ListPorts & { readonly account: AccountId; readonly wrong: ProblemCollector };

/** Reads the account's time zone and the members of groups, if the query needs them. */
async function readKnown({ storage, account, wrong }: Asking, needsZone: boolean, ids: RequestedIds) {
  if (!needsZone && !namesIds(ids)) return { zone: utc, members: {} };
  return storage.read(account, async ({ settings, catalog }) => ({
    zone: needsZone ? (await settings.read(account)).timeZone : utc,
    members: namesIds(ids) ? await idFilter(ids, account, catalog, wrong) : {},
  }));
}

const isEmpty = (filter: FeedFilter): boolean => Object.keys(filter).length === 0;

/**
 * Reads the items of a list one by one, in the order of the list. Memory use does not depend on the length of the list.
 *
 * Ends the reading of the list if the caller stops early.
 */
export async function* readItems<Item = AnyItem>(list: ItemSource<Item>): AsyncGenerator<Item, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const { json, delivery } of list.read()) {
    const items = JSON.parse(`[${decoder.decode(json)}]`) as Item[];
    delivery?.release?.();
    yield* items;
  }
}
