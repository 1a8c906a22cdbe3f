import type { FeedBatch, FeedList, FeedOrder, FeedPosition, FeedSlice } from "../feed/feed.js";
import { collectProblems, invalid, invalidParameter, type ProblemCollector } from "../kernel/domain-error.js";
import { base64url, crc32, parseBase64url } from "../kernel/encodings.js";
import type { AccountId } from "../kernel/ids.js";
import { type Instant, parseCalendarDate, type TimeZone } from "../kernel/times.js";
import { type AppliedWindow, type EndTimestamp, parseSince, parseWindow, type StartAlone } from "../kernel/window.js";
import type { FilterQuery } from "./filters.js";

/** Item type with a member that is always present if `Wanted` is `true`. Otherwise the member stays optional. */
export type WithMember<Item, Name extends keyof Item, Wanted> = Wanted extends true
  ? Item & { readonly [N in Name]-?: Item[N] }
  : Item;

/** Query parameter `keys`, which adds `_id` and `_changed_at` to each item. Copying a list requires these members. */
export type KeyQuery = { readonly keys?: "true" | "false" };

/** Additional query parameters of every list with a time range. The interface specification does not define them. */
export type PageQuery = KeyQuery & {
  /** Earliest time of change, inclusive. A date or a timestamp. */
  readonly modified_since?: string;
  readonly order?: "asc" | "desc";
  readonly limit?: string;
  readonly cursor?: string;
};

/** All query parameters of lists with a time range, as strings. An absent parameter does not filter. */
export type ListQuery = PageQuery &
  FilterQuery & {
    readonly date?: string;
    readonly end?: string;
    readonly start_date?: string;
    readonly end_date?: string;
    readonly rating?: string;
  };

/** Rules for the time parameters of a list. */
export type ListRules = {
  readonly start: "date" | "start_date";
  readonly end: "end" | "end_date";
  readonly startAlone: StartAlone;
  /** Meaning of an end timestamp. Defaults to `exact`. */
  readonly endTimestamp?: EndTimestamp;
  /** True if the list rejects a request with both `modified_since` and a start time. */
  readonly startExcludesModifiedSince?: boolean;
};

/** True if a query contains a local day, which depends on the account's time zone. */
export function namesDay({ start, end, endTimestamp = "exact" }: ListRules, query: ListQuery): boolean {
  const isDay = (text: string | undefined) => text !== undefined && parseCalendarDate(text) !== undefined;
  const hasWholeDay = endTimestamp === "whole-day" && query[end] !== undefined;
  return hasWholeDay || [query[start], query[end], query.modified_since].some(isDay);
}

/** Parses the query parameters for the time range and for `modified_since`. */
export function parseTimes(rules: ListRules, query: ListQuery, zone: TimeZone, wrong: ProblemCollector) {
  const { [rules.start]: start, [rules.end]: end, modified_since: since } = query;
  if (rules.startExcludesModifiedSince && start !== undefined && since !== undefined) {
    wrong.attempt(() => refuseConflict(rules.start));
  }
  return {
    window: wrong.attempt(() =>
      parseWindow({ start: [rules.start, start], end: [rules.end, end] }, rules.startAlone, zone, rules.endTimestamp),
    ),
    modifiedSince: wrong.attempt(() => (since === undefined ? undefined : parseSince("modified_since", since, zone))),
  };
}

/**
 * Returns the sort order of a list.
 * Ascending order with `modified_since` sorts by time of change, so that concurrent changes appear on later pages.
 */
function orderOf({ order, modified_since }: ListQuery): FeedOrder {
  if (order !== "asc") return "newest";
  return modified_since === undefined ? "oldest" : "modified";
}

function refuseConflict(start: string): never {
  const message = `modified_since cannot be combined with ${start}`;
  throw invalid("conflicting_dates", message, [{ parameter: "modified_since", message }]);
}

/** Query parameters of a time range with two required bounds, as strings. */
export type RangeQuery = { readonly start_date?: string; readonly end_date?: string };

/** Parses a time range. Throws `invalid_parameter` if a bound is missing. */
export function parseRange({ start_date: start, end_date: end }: RangeQuery, zone: TimeZone): AppliedWindow {
  const wrong = collectProblems();
  wrong.attempt(() => requireParameter("start_date", start));
  wrong.attempt(() => requireParameter("end_date", end));
  const window = wrong.attempt(() =>
    parseWindow({ start: ["start_date", start], end: ["end_date", end] }, "onward", zone),
  );
  wrong.refuse();
  return window ?? {};
}

function requireParameter(name: string, text: string | undefined): void {
  if (text === undefined) throw invalidParameter("invalid_parameter", name, `${name} is required`);
}

/** Metadata of a list or page. Available with the first batch. */
export type ListPage = {
  /** Value for `modified_since` in the client's next request. All pages contain the first page's watermark. */
  readonly watermark?: Instant;
  /** Cursor of the next page. Omitted on the last page. */
  readonly next?: string;
  /** Cursor for the next request for changes. */
  readonly cursor?: string;
};

/** Parses the order, limit and cursor of a query. Without a limit and a cursor, the page contains the whole list. */
export function parsePage(account: AccountId, list: FeedList | "users", query: ListQuery, wrong: ProblemCollector) {
  const order = orderOf(query);
  const boundTo = bindingOf(account, list, order, query);
  const { limit: limitText, cursor } = query;
  const requested = limitText === undefined ? undefined : wrong.attempt(() => parseLimit(limitText));
  const from = cursor === undefined ? undefined : wrong.attempt(() => parseCursor(boundTo, cursor));
  const limit = requested ?? from?.limit;
  const page: FeedSlice["page"] = limit === undefined ? undefined : { limit, ...(from && { after: from.position }) };
  return {
    order,
    page,
    pageOf(first: FeedBatch): ListPage {
      const watermark = from?.watermark ?? first.watermark;
      if (!first.next || limit === undefined) return { watermark };
      return { watermark, next: cursorText(boundTo, { position: first.next, limit, watermark }) };
    },
  };
}

/** Identifies the list and the parameters that a cursor is bound to. Only the limit may change between pages. */
function bindingOf(account: AccountId, list: FeedList | "users", order: FeedOrder, query: ListQuery): string {
  const { order: _order, limit: _limit, cursor: _cursor, ...others } = query;
  const parameters = Object.entries(others).filter(([, text]) => text !== undefined);
  return JSON.stringify([account, list, order, parameters.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,15}$/.test(text) && limit >= 1 && limit <= maxItems) return limit;
  throw invalidParameter("invalid_limit", "limit", `limit must be an integer from 1 to ${maxItems}`);
}

/** Contents of a pagination cursor: the last position, the page limit, and the watermark of the first page. */
type PageCursor = { readonly position: FeedPosition; readonly limit: number; readonly watermark: Instant };

/** Maximum number of items per page. */
const maxItems = 10_000;

const maxCursorLength = 200;
const encoder = new TextEncoder();
const cursorShape = /^1\.(-?\d{1,15})\.(\d{1,3})\.(\d{1,16})\.(\d{1,5})\.(\d{1,15})\.([0-9a-f]{8})$/;

/** Encodes a pagination cursor. The cursor is bound to one list and one set of parameters. */
export function cursorText(boundTo: string, { position, limit, watermark }: PageCursor): string {
  const body = [1, position.at, position.kind, position.id, limit, watermark].join(".");
  return base64url(encoder.encode(`${body}.${checkOf(boundTo, body)}`));
}

/** Decodes a pagination cursor. Throws `invalid_cursor` unless it was issued for the same list and parameters. */
export function parseCursor(boundTo: string, text: string): PageCursor {
  const plain = decodedText(text);
  const parts = cursorShape.exec(plain);
  const body = plain.slice(0, -9);
  if (!parts || parts[6] !== checkOf(boundTo, body)) throw invalidCursor();
  const at = (index: number) => Number(parts[index]);
  if (at(4) < 1 || at(4) > maxItems || !Number.isSafeInteger(at(3))) throw invalidCursor();
  return {
    position: { at: at(1) as Instant, kind: at(2), id: at(3) },
    limit: at(4),
    watermark: at(5) as Instant,
  };
}

/**
 * Returns a checksum that detects mistakes.
 * The checksum does not have to be secure, because a forged cursor gives access only to the caller's own rows.
 */
const checkOf = (boundTo: string, body: string): string => crc32(`${body} ${boundTo}`).toString(16).padStart(8, "0");

/** Decodes base64url to text. Throws for a non-canonical encoding. */
function decodedText(text: string): string {
  const bytes = text.length > maxCursorLength ? undefined : parseBase64url(text);
  if (!bytes) throw invalidCursor();
  return String.fromCharCode(...bytes);
}

/** Error for a cursor that was not issued for the list and parameters of the request. */
export const invalidCursor = () =>
  invalidParameter(
    "invalid_cursor",
    "cursor",
    "cursor must come from the same list, requested with the same parameters",
  );
