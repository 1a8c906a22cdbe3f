import type { RawChangePage, ReputeClient } from "@repute/client";
import { ReputeError } from "@repute/client";
import type { Backlog } from "./backlog.js";
import { backlog } from "./backlog.js";
import { CopyError } from "./copy-error.js";
import type { ListChanges } from "./page.js";
import { readPage } from "./page.js";
import { rowCount } from "./row-count.js";
import type { Origin } from "./origin.js";
import type { ListCounts, OpenOptions, Target } from "./target.js";
import type { Portion } from "./together.js";
import { together } from "./together.js";

/** Number of rows stored and deleted by a copy. */
type Counts = ListCounts;

/** Number of rows stored and deleted by a copy, in total and by list. */
export type Copied = Counts & { readonly lists: Readonly<Record<string, ListCounts>> };

/** Progress of a copy: rows so far, the current list, and the total of a first copy once the source has counted it. */
export type CopyProgress = Counts & { readonly list?: string | undefined; readonly of?: number | undefined };

export type CopyOptions = {
  /** Keeps waiting for changes until the signal aborts. */
  readonly watch?: boolean;
  readonly signal?: AbortSignal;
  /** Maximum number of changes per request. */
  readonly pageSize?: number;
  /** Minimum number of changes that are stored together, in whole pages. Defaults to the target's own value. */
  readonly rowsTogether?: number;
  /** Commits the pages one by one, so that an interrupted copy can continue. By default, a sync is one transaction. */
  readonly pages?: boolean;
  /** How to open the target. */
  readonly open?: Omit<OpenOptions, "atomic">;
  readonly onProgress?: (progress: CopyProgress) => void;
  /**
   * Asks the source for the row count of a first copy so that progress has a total. The source reads all rows a second
   * time for this count.
   */
  readonly counted?: boolean;
};

type Source = Pick<ReputeClient, "rawChanges" | "checksums">;

const usualPage = 10_000;
const waitSeconds = 30;

/** Brings a target up to date. Each transaction commits its pages with the cursor that follows them. */
export async function copy(client: Source, target: Target, origin: Origin, options: CopyOptions = {}): Promise<Copied> {
  const cursor = await target.open(origin, { ...options.open, atomic: options.pages !== true });
  try {
    return await follow(client, target, origin, cursor, options);
  } catch (error) {
    if (!(error instanceof ReputeError)) throw error;
    if (error.code === "invalid_cursor") throw otherAccount(error);
    if (error.status !== 410) throw error;
    await target.beginAnew();
    return follow(client, target, origin, undefined, options);
  }
}

async function follow(
  client: Source,
  target: Target,
  origin: Origin,
  cursor: string | undefined,
  options: CopyOptions,
): Promise<Copied> {
  const { lists } = origin;
  const { watch = false, signal, onProgress = () => {}, counted = false } = options;
  const { limit, rows } = sizes(target, options);
  let copied: Copied = { upserts: 0, deletes: 0, lists: {} };
  const failed = new AbortController();
  const until = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const total = rowCount(client, lists, until, counted && cursor === undefined);
  const changes = client.rawChanges({ cursor, lists, limit, ...(watch && { waitSeconds }), signal: until });
  const held = backlog();
  const portions = together(prepared(oneAhead(fetched(changes, held)), target, origin), rows);
  try {
    for await (const { page, bytes, next, more } of oneAhead(portions)) {
      await target.apply(page, next, !more);
      held.remove(bytes);
      copied = added(copied, page);
      const { upserts, deletes } = copied;
      onProgress({ upserts, deletes, list: page.at(-1)?.list, of: total.after(more) });
    }
    return copied;
  } finally {
    failed.abort(); // stops a page request that is still running
  }
}

/** By default, each page is stored in its own transaction. */
const sizes = (target: Target, { pageSize = usualPage, rowsTogether = target.rowsTogether ?? 1 }: CopyOptions) => ({
  ...{ limit: pageSize, rows: rowsTogether },
});

function added(before: Copied, page: readonly ListChanges[]): Copied {
  let { upserts, deletes } = before;
  const lists = new Map(Object.entries(before.lists));
  for (const { list, ...changes } of page) {
    const [stored, deleted] = [changes.upserts.length, changes.deletes.length];
    const counts = lists.get(list) ?? { upserts: 0, deletes: 0 };
    lists.set(list, { upserts: counts.upserts + stored, deletes: counts.deletes + deleted });
    upserts += stored;
    deletes += deleted;
  }
  return { upserts, deletes, lists: Object.fromEntries(lists) };
}

/** Fetches pages. Waits for the backlog before each request. */
async function* fetched(
  pages: AsyncGenerator<RawChangePage, void>,
  held: Backlog,
): AsyncGenerator<RawChangePage, void> {
  for await (const page of pages) {
    held.add(page.ndjson.length);
    yield page;
    await held.room();
  }
}

/** Parses pages as they arrive and prepares them for the target. */
async function* prepared(
  pages: AsyncGenerator<RawChangePage, void>,
  target: Target,
  origin: Origin,
): AsyncGenerator<Portion, void> {
  for await (const { ndjson, cursor: next, more } of pages) {
    const page = readPage(ndjson, origin);
    await target.prepare?.(page);
    yield { page, bytes: ndjson.length, next, more };
  }
}

/** Requests the next element while the current one is processed, so that fetching, preparing and storing overlap. */
async function* oneAhead<T>(pages: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let coming = pages.next();
  for (;;) {
    const page = await coming;
    if (page.done) return;
    coming = pages.next();
    coming.catch(() => {}); // the next turn reports the error, unless iteration has stopped
    yield page.value;
  }
}

const otherAccount = (cause: ReputeError) =>
  new CopyError(
    "other_account",
    "The target contains a copy of another account. Choose another target, or replace the copy with --fresh.",
    { cause },
  );
