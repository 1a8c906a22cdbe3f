import type { ChangeReader } from "../../foundation/feed/changes.js";
import type { Progress } from "../../foundation/feed/progress.js";
import { type PublicList, publicLists } from "../../foundation/feed/public-lists.js";
import { collectProblems, type ProblemCollector } from "../../foundation/kernel/collect-problems.js";
import { defined } from "../../foundation/kernel/defined.js";
import { invalidParameter } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import type { RenderPorts } from "../../foundation/lists/read-records.js";
import { changeCursor, parseChangeCursor } from "./change-cursor.js";
import type { ChangeItem } from "./change-item.js";
import type { CursorSigner } from "./cursor-key.js";

export type ChangePorts = RenderPorts & {
  readonly storage: { readonly feed: ChangeReader };
  readonly cursorSigner: (account: AccountId) => Promise<CursorSigner>;
};

/** Query parameters of the change feed, as strings. */
export type ChangeQuery = { readonly lists?: string; readonly cursor?: string; readonly limit?: string };

/** Maximum number of entries per page of the change feed. */
export const maxChanges = 100_000;

/** Lists an account's changes since a cursor. Without a cursor, lists all entries. */
export function listChanges({ storage: { feed }, rendered, cursorSigner }: ChangePorts) {
  async function requested(account: AccountId, query: ChangeQuery) {
    const wrong = collectProblems();
    const signer = await cursorSigner(account);
    const { boundTo, ...slice } = readQuery(account, query, signer, wrong);
    wrong.refuse();
    await rendered(account);
    return { signer, boundTo, slice: defined(slice) };
  }

  return {
    async list(account: AccountId, query: ChangeQuery): Promise<ListReading<ChangeItem>> {
      const { signer, boundTo, slice } = await requested(account, query);
      return {
        window: undefined,
        modifiedSince: undefined,
        read: (separator = ",", beforehand, packed = false) =>
          feed.changes(account, { ...slice, separator, ...(packed && { packed }) }, beforehand),
        // Entries for an initial copy are stored compressed. Changes are stored uncompressed.
        ...(slice.after?.phase !== "changes" && { packedBy: "\n" }),
        pageOf({ watermark, reached }) {
          if (!reached) throw new Error("the first batch of changes has no cursor");
          const cursor = changeCursor(signer, boundTo, reached);
          return { watermark, cursor, ...(reached.hasMore && { next: cursor }) };
        },
      };
    },
    /** Returns true if the query would return any entries. */
    async hasNews(account: AccountId, query: ChangeQuery): Promise<boolean> {
      const { slice } = await requested(account, query);
      for await (const { count } of feed.changes(account, { ...slice, limit: 1 })) return count > 0;
      return false;
    },
  };
}

function readQuery(
  account: AccountId,
  { lists: names, cursor, limit }: ChangeQuery,
  signer: CursorSigner,
  wrong: ProblemCollector,
) {
  const lists = names === undefined ? undefined : wrong.attempt(() => parseLists(names));
  const boundTo = JSON.stringify([account, "changes", lists ?? []]);
  return {
    lists,
    boundTo,
    limit: limit === undefined ? undefined : wrong.attempt(() => parseLimit(limit)),
    // If the lists are invalid, do not parse the cursor, because the cursor would also be reported as invalid.
    after:
      cursor === undefined || (names !== undefined && !lists)
        ? undefined
        : wrong.attempt((): Progress => parseChangeCursor(signer, boundTo, cursor)),
  };
}

/** Parses list names. Returns them without duplicates, in standard order. Throws `unknown_list` for an unknown name. */
function parseLists(text: string): readonly PublicList[] {
  const names = new Set(text.split(",").map((name) => name.trim()));
  const known = publicLists.filter((list) => names.has(list));
  if (known.length === names.size) return known;
  throw invalidParameter(
    "unknown_list",
    "lists",
    `lists must be names of lists separated by commas; accepted: ${publicLists.join(", ")}`,
  );
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,15}$/.test(text) && limit >= 1 && limit <= maxChanges) return limit;
  throw invalidParameter("invalid_limit", "limit", `limit must be an integer from 1 to ${maxChanges}`);
}
