import type { FeedBatch, FeedList, FeedOrder, FeedSlice } from "../feed/feed.js";
import type { ProblemCollector } from "../kernel/collect-problems.js";
import { invalidParameter } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { ListQuery } from "./list-query.js";
import { orderOf } from "./list-times.js";
import { cursorText, maxItems, parseCursor } from "./page-cursor.js";

/** Metadata of a list or page. Available with the first batch. */
export type ListPage = {
  /** Value for `modified_since` in the client's next request. All pages contain the first page's watermark. */
  readonly watermark: Instant;
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
