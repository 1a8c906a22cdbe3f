import type { CatalogItems } from "../../foundation/catalog/catalog-items.js";
import {
  type ChangeReader,
  type FeedBatch,
  type Progress,
  type PublicList,
  publicLists,
  type Reached,
} from "../../foundation/feed/feed.js";
import { collectProblems, invalidParameter, type ProblemCollector } from "../../foundation/kernel/domain-error.js";
import { crc32After } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { defined } from "../../foundation/kernel/json.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import type { RenderPorts } from "../../foundation/lists/read-records.js";
import type { AppointmentItem } from "../../subjects/appointments/appointment.js";
import type { SpendItem } from "../../subjects/campaigns/spends.js";
import type { CallItem, ConversionItem } from "../../subjects/conversions/conversion-item.js";
import type { ListedImportError, ListedImportRun } from "../../subjects/imports/import-run.js";
import type { InviteItem } from "../../subjects/invites/invite-item.js";
import type { ListingMetricItem } from "../../subjects/listings/listing-metric.js";
import type { ListedPatientFile, ListedPatientWarning } from "../../subjects/patient-surveys/patient-file.js";
import type { ReviewItem } from "../../subjects/reviews/review-item.js";
import type { SurveyResponseItem } from "../../subjects/surveys/survey-response-item.js";
import type { AccountItem } from "../publishing/save-catalog.js";
import { changeCursor, type CursorSigner, parseChangeCursor } from "./change-cursor.js";

type ChangePorts = RenderPorts & {
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
  const boundTo = JSON.stringify(["changes", lists ?? []]);
  // In earlier versions, the signature contained the number of the account, which can change in a move.
  const boundBefore = JSON.stringify([account, "changes", lists ?? []]);
  return {
    lists,
    boundTo,
    limit: limit === undefined ? undefined : wrong.attempt(() => parseLimit(limit)),
    // If the lists are invalid, do not parse the cursor, because the cursor would also be reported as invalid.
    after:
      cursor === undefined || (names !== undefined && !lists)
        ? undefined
        : wrong.attempt((): Progress => parseChangeCursor(signer, [boundTo, boundBefore], cursor)),
  };
}

/** Parses list names. Returns them without duplicates, in standard order. Throws `unknown_list` for an unknown name. */
export function parseLists(text: string): readonly PublicList[] {
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

/** Types of the items of each list in the change feed, by the name of the list. */
export type ItemsByList = CatalogItems & {
  readonly reviews: ReviewItem;
  readonly surveys: ReviewItem;
  readonly "survey-responses": SurveyResponseItem;
  readonly invites: InviteItem;
  readonly calls: CallItem;
  readonly conversions: ConversionItem;
  readonly "insights/byMonth": ListingMetricItem;
  readonly "integration-imports": ListedImportRun;
  readonly "integration-imports/appointments": ListedImportError;
  readonly "integration-imports/invites": ListedImportError;
  readonly "cahps-parsed-files": ListedPatientFile;
  readonly "cahps-parsed-files/warnings": ListedPatientWarning;
  readonly spends: SpendItem;
  readonly appointments: AppointmentItem;
  readonly account: AccountItem;
};

/**
 * Change of a row in one of the lists. `item` is the complete row, and deletions have none. If `list` and `op` are
 * compared first, TypeScript knows the type of `item`.
 */
export type ChangeItem = { [List in PublicList]: Change<List> }[PublicList];

type Change<List extends PublicList> = {
  readonly list: List;
  /** Id of the row, unique in its list. */
  readonly id: string;
  /** Time when the row was last changed or deleted, as an ISO 8601 timestamp in UTC. */
  readonly changed_at: string;
} & ({ readonly op: "upsert"; readonly item: ItemsByList[List] } | { readonly op: "delete" });

/** Number and checksum of a list's rows whose last change was in the UTC month `month`, such as `2026-03`. */
export type ChecksumItem = {
  readonly list: PublicList;
  readonly month: string;
  readonly count: number;
  /** Sum of the CRC-32 values of the rows, modulo 2^53. Each value covers the id of the row and its item. */
  readonly checksum: string;
};

/** Number and checksum of a list's rows whose last change was in a given month. The checksum covers id and item. */
type Sum = { readonly list: string; readonly month: string; count: number; checksum: number };

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: false });
const lineFeed = 10;

/** Lists row counts and checksums per list and month, for comparison with a copy. */
export function listChecksums(ports: ChangePorts) {
  const { list } = listChanges(ports);
  return async (account: AccountId, { lists }: Pick<ChangeQuery, "lists">): Promise<ListReading<ChecksumItem>> => {
    const changes = await list(account, lists === undefined ? {} : { lists });
    return {
      window: changes.window,
      modifiedSince: changes.modifiedSince,
      pageOf: changes.pageOf,
      async *read(separator = ",", beforehand) {
        const sums = () => summed(changes.read("\n"), separator);
        await beforehand?.(sums());
        yield* sums();
      },
    };
  };
}

/** Sums the rows of a snapshot by list and month. Returns the sums in one batch. */
async function* summed(batches: AsyncIterable<FeedBatch>, separator: string): AsyncGenerator<FeedBatch, void> {
  const sums = new Map<string, Sum>();
  let first: FeedBatch | undefined;
  for await (const batch of batches) {
    first ??= batch;
    for (const line of linesOf(batch.json)) add(sums, line);
  }
  const { watermark, reached } = first as FeedBatch & { readonly reached: Reached };
  const all = [...sums.values()].sort(inOrder);
  const json = all.map((sum) => JSON.stringify({ ...sum, checksum: String(sum.checksum) })).join(separator);
  yield { count: all.length, json: encoder.encode(json), watermark, reached };
}

/** Splits bytes at line feeds. */
export function* linesOf(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(lineFeed, start);
    yield bytes.subarray(start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
  }
}

/** Maximum number of characters in a change before its item. All of them are ASCII characters. */
const maxOverhead = 250;
const shape = /^(\{"list":"([^"]*)","id":")([^"]*)","op":"upsert","changed_at":"([\d-]{7})[^"]*","item":/;
const endOfId = new Uint8Array(1);

function add(sums: Map<string, Sum>, line: Uint8Array): void {
  const [head = "", beforeId = "", list = "", id = "", month = ""] =
    shape.exec(decoder.decode(line.subarray(0, maxOverhead))) ?? [];
  if (head === "") throw new Error("a change does not start with the expected members");
  const name = `${list} ${month}`;
  const sum = sums.get(name) ?? { list, month, count: 0, checksum: 0 };
  const idBytes = line.subarray(beforeId.length, beforeId.length + id.length);
  const crc = crc32After(crc32After(crc32After(0, idBytes), endOfId), line.subarray(head.length, -1));
  sum.count += 1;
  sum.checksum = added(sum.checksum, crc);
  sums.set(name, sum);
}

const modulus = 2 ** 53;

/** Adds two checksums modulo 2^53 without exceeding the largest safe integer. */
const added = (sum: number, crc: number): number => (sum >= modulus - crc ? sum - (modulus - crc) : sum + crc);

const places = new Map<string, number>(publicLists.map((list, place) => [list, place]));

const inOrder = (a: Sum, b: Sum): number =>
  (places.get(a.list) ?? 0) - (places.get(b.list) ?? 0) || (a.month < b.month ? -1 : 1);
