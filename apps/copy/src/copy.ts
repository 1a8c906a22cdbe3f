import { type Checksum, type RawChangePage, type ReputeClient, ReputeError } from "@repute/client";
import { CopyError } from "./copy-error.js";
import { type ListChanges, type Origin, readPage } from "./page.js";
import { isListName } from "./shape/tables.js";
import type { ListCounts, OpenOptions, Target } from "./target.js";

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

/** Batch of changes for one transaction, with its size and next cursor. `more` is true if more changes exist. */
export type Portion = {
  readonly page: readonly ListChanges[];
  readonly bytes: number;
  readonly next: string;
  readonly more: boolean;
};

/**
 * Batch size, in bytes, that is stored without waiting for more rows.
 * Must be lower than the backlog limit, otherwise fetching would stall.
 */
const maxPortionBytes = 16_777_216;

const maxPortionMs = 1_000;

/**
 * Combines pages into batches of `rows` rows or 16 MiB.
 * A batch also ends when no more pages exist or one second has passed.
 * If the source fails, yields the pages before the error and then throws the error.
 */
export async function* together(pages: AsyncIterable<Portion>, rows: number): AsyncGenerator<Portion, void> {
  let all: (Portion & { readonly since: number }) | undefined;
  try {
    for await (const one of pages) {
      const { page, bytes, since } = all ?? { page: [], bytes: 0, since: performance.now() };
      all = { ...one, page: [...page, ...one.page], bytes: bytes + one.bytes, since };
      if (!isDue(all, rows)) continue;
      yield all;
      all = undefined;
    }
  } catch (error) {
    if (all) yield all;
    throw error;
  }
  if (all) yield all;
}

const isDue = (all: Portion & { readonly since: number }, rows: number): boolean =>
  !all.more || all.bytes >= maxPortionBytes || rowsOf(all) >= rows || performance.now() - all.since >= maxPortionMs;

const rowsOf = ({ page }: Portion): number =>
  page.reduce((rows, { upserts, deletes }) => rows + upserts.length + deletes.length, 0);

/** Maximum size, in bytes, of pages that are fetched but not stored. Fetching pauses above this limit. */
const maxHeldBytes = 33_554_432;

/** Counts the bytes of pages that are fetched but not stored, and pauses fetching above a limit. */
type Backlog = {
  add(bytes: number): void;
  remove(bytes: number): void;
  /** Resolves when the backlog has room for another page. */
  room(): Promise<void>;
};

function backlog(): Backlog {
  let held = 0;
  let proceed = () => {};
  return {
    add(bytes) {
      held += bytes;
    },
    remove(bytes) {
      held -= bytes;
      if (held <= maxHeldBytes) proceed();
    },
    async room() {
      if (held > maxHeldBytes) await new Promise<void>((resolve) => (proceed = resolve));
    },
  };
}

/** Expected total number of rows. `after` is called after each page and returns the total if it is known. */
type RowCount = { after(more: boolean): number | undefined };

/**
 * Requests the total number of rows from the source after the first page, if more pages follow.
 * Returns no total if the copy is complete, or if the count is not wanted, has failed or is still running.
 */
function rowCount(
  client: Pick<ReputeClient, "checksums">,
  lists: Origin["lists"],
  signal: AbortSignal,
  wanted: boolean,
): RowCount {
  const over = abortWith(signal);
  let asks = wanted;
  let count: number | undefined;
  const ask = async () => {
    const { checksums } = await client.checksums({ lists, signal: over.signal });
    if (checksums.every(isChecksum)) count = checksums.reduce((all, checksum) => all + checksum.count, 0);
  };
  return {
    after(more) {
      if (!more) over.abort();
      else if (asks) {
        asks = false;
        ask().catch(() => {}); // ignore the error, because the next change request reports a failing source
      }
      return over.signal.aborted ? undefined : count;
    },
  };
}

/**
 * Returns true if a checksum from the source is valid. It must contain a list, a month, a row count and the checksum.
 */
function isChecksum(found: Checksum | null): boolean {
  const { list, month, count, checksum }: Partial<Checksum> = found ?? {};
  const isText = [list, month, checksum].every((value) => typeof value === "string") && isListName(list ?? "");
  return (
    isText && /^\d{4}-\d{2}$/.test(month ?? "") && Number.isSafeInteger(count) && /^\d{1,20}$/.test(checksum ?? "")
  );
}

/** Abort controller that also aborts when another signal aborts. */
type Following = {
  readonly signal: AbortSignal;
  /** Aborts the controller, and stops listening to the caller's signal. */
  abort(this: void): void;
};

/**
 * Returns a controller that also aborts when `signal` aborts.
 * Unlike `AbortSignal.any`, it holds strong references to both signals, so garbage collection cannot disconnect them.
 */
function abortWith(signal: AbortSignal | undefined): Following {
  const own = new AbortController();
  const follow = () => own.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener("abort", follow, { once: true });
  return {
    signal: own.signal,
    abort() {
      signal?.removeEventListener("abort", follow);
      own.abort();
    },
  };
}
