import { type RawChangePage, type ReputeClient, ReputeError } from "@repute/client";
import { abortWith } from "./abort-with.js";
import { type Backlog, backlog } from "./backlog.js";
import { CopyError } from "./copy-error.js";
import type { Origin } from "./origin.js";
import { type ListChanges, readPage } from "./page.js";
import { rowCount } from "./row-count.js";
import type { ListCounts, OpenOptions, Target } from "./target.js";
import { type Portion, together } from "./together.js";

/** Number of rows that a copy stored, and number of rows that it deleted. */
type Counts = ListCounts;

/** Number of stored rows and number of deleted rows, in total and by list. */
export type Copied = Counts & { readonly lists: Readonly<Record<string, ListCounts>> };

/** Progress of a copy: rows so far, the current list, and the total once the source has counted the rows. */
export type CopyProgress = Counts & { readonly list?: string | undefined; readonly of?: number | undefined };

export type CopyOptions = {
  /** If true, keeps polling for changes until the signal aborts. */
  readonly watch?: boolean;
  readonly signal?: AbortSignal;
  /** Maximum number of changes per request. */
  readonly pageSize?: number;
  /** Minimum number of changes per transaction, in whole pages. The default depends on the type of target. */
  readonly rowsTogether?: number;
  /** If true, commits each page so that an interrupted copy can continue. Otherwise, a sync is one transaction. */
  readonly pages?: boolean;
  /** Options for opening the target. */
  readonly open?: Omit<OpenOptions, "atomic">;
  readonly onProgress?: (progress: CopyProgress) => void;
  /**
   * Called when the copy is up to date, with the number of rows since the last call.
   * After the first call, only called if rows were copied.
   */
  readonly onSync?: (copied: Copied) => void;
  /** Called when the cursor has expired and a fresh copy begins. Receives the source's reason. */
  readonly onStartOver?: (reason: string) => void;
  /**
   * If true, requests a row count from the source so that the progress of a first copy has a total.
   * To count the rows, the source reads all rows a second time.
   */
  readonly counted?: boolean;
};

type Source = Pick<ReputeClient, "rawChanges" | "checksums">;

const usualPage = 10_000;
const waitSeconds = 30;

/**
 * Copies all changes since the target's cursor. Each transaction commits its pages together with the next cursor.
 * If the cursor has expired, starts over. Throws if the cursor of an incomplete fresh copy expires.
 */
export async function copy(client: Source, target: Target, origin: Origin, options: CopyOptions = {}): Promise<Copied> {
  let cursor = await target.open(origin, { ...options.open, atomic: options.pages !== true });
  let isFresh = false;
  const onSync = (copied: Copied) => {
    isFresh = false;
    options.onSync?.(copied);
  };
  for (;;) {
    try {
      return await follow(client, target, origin, cursor, { ...options, onSync });
    } catch (error) {
      if (!(error instanceof ReputeError)) throw error;
      if (error.code === "invalid_cursor") throw otherAccount(error);
      if (error.status !== 410 || isFresh) throw error;
      options.onStartOver?.(error.message);
      await target.startOver();
      cursor = undefined;
      isFresh = true;
    }
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
  const note = syncs(options.onSync);
  const { limit, rows } = sizes(target, options);
  let copied = none;
  const { signal: until, abort } = abortWith(signal);
  const total = rowCount(client, lists, until, counted && cursor === undefined);
  const changes = client.rawChanges({ cursor, lists, limit, ...(watch && { waitSeconds }), signal: until });
  const held = backlog();
  const portions = together(prepared(prefetch(fetched(changes, held)), target, origin), rows);
  try {
    for await (const { page, bytes, next, more } of prefetch(portions)) {
      await target.apply(page, next, !more);
      held.remove(bytes);
      copied = added(copied, page);
      const { upserts, deletes } = copied;
      onProgress({ upserts, deletes, list: page.at(-1)?.list, of: total.after(more) });
      note(page, more);
    }
    return copied;
  } finally {
    abort(); // abort a page request that is still running
  }
}

/** Returns a function that counts the stored rows and reports each sync. */
function syncs(onSync: CopyOptions["onSync"]) {
  let sinceSync = none;
  let hasSynced = false;
  return (page: readonly ListChanges[], more: boolean) => {
    sinceSync = added(sinceSync, page);
    if (more || (hasSynced && isNone(sinceSync))) return;
    onSync?.(sinceSync);
    [hasSynced, sinceSync] = [true, none];
  };
}

const none: Copied = { upserts: 0, deletes: 0, lists: {} };
const isNone = ({ upserts, deletes }: Copied): boolean => upserts + deletes === 0;

/** Returns the page size and the minimum transaction size, in rows. By default, a transaction stores one page. */
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

/** Fetches pages. Before each request, waits until the backlog has room. */
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

/** Requests the next page while the current page is processed, so that fetching, preparing and storing overlap. */
async function* prefetch<T>(pages: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let coming = pages.next();
  for (;;) {
    const page = await coming;
    if (page.done) return;
    coming = pages.next();
    coming.catch(() => {}); // the next loop iteration reports the error, unless the loop has ended
    yield page.value;
  }
}

const otherAccount = (cause: ReputeError) =>
  new CopyError(
    "other_account",
    "The target contains a copy of another account. Choose another target, or replace the copy with --fresh.",
    { cause },
  );
