import type { RawChangePage, ReputeClient } from "@repute/client";
import { ReputeError } from "@repute/client";
import type { Backlog } from "./backlog.js";
import { backlog } from "./backlog.js";
import { CopyError } from "./copy-error.js";
import type { ListChanges } from "./page.js";
import { readPage } from "./page.js";
import { rowCount } from "./row-count.js";
import type { Origin } from "./origin.js";
import type { Target } from "./target.js";
import type { Portion } from "./together.js";
import { together } from "./together.js";

/** What was stored. */
export type Copied = { readonly upserts: number; readonly deletes: number };

/** What was stored so far, the list that it is at, and how many rows a first copy will have, once that is known. */
export type CopyProgress = Copied & { readonly list?: string | undefined; readonly of?: number | undefined };

export type CopyOptions = {
  /** Waits for more when nothing is left, until the signal. */
  readonly watch?: boolean;
  readonly signal?: AbortSignal;
  /** Changes that are asked for together. */
  readonly pageSize?: number;
  /** Changes that are stored together, in whole pages; what suits the target unless told. */
  readonly rowsTogether?: number;
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Has the source count the rows of a first copy meanwhile: one more reading of them, so that progress has an end. */
  readonly counted?: boolean;
};

type Source = Pick<ReputeClient, "rawChanges" | "checksums">;

const usualPage = 10_000;
const waitSeconds = 30;

/** Brings a target up to date, page by page; pages are committed with the cursor that follows them. */
export async function copy(client: Source, target: Target, origin: Origin, options: CopyOptions = {}): Promise<Copied> {
  const cursor = await target.open(origin);
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
  let copied: Copied = { upserts: 0, deletes: 0 };
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
      onProgress({ ...copied, list: page.at(-1)?.list, of: total.after(more) });
    }
    return copied;
  } finally {
    failed.abort(); // a page may be under way that nobody takes any more
  }
}

/** Where nothing is told, each page is stored by itself. */
const sizes = (target: Target, { pageSize = usualPage, rowsTogether = target.rowsTogether ?? 1 }: CopyOptions) => ({
  ...{ limit: pageSize, rows: rowsTogether },
});

const added = ({ upserts, deletes }: Copied, page: readonly ListChanges[]): Copied => ({
  upserts: upserts + sum(page.map((changes) => changes.upserts.length)),
  deletes: deletes + sum(page.map((changes) => changes.deletes.length)),
});

/** Fetches a page only when the backlog has room for it. */
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

/** Reads pages as they come, and has them prepared. */
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

/** The next one is made while the last one is worked on: pages are fetched while others are prepared, and that while others are stored. */
async function* oneAhead<T>(pages: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let coming = pages.next();
  for (;;) {
    const page = await coming;
    if (page.done) return;
    coming = pages.next();
    coming.catch(() => {}); // it is met at the next turn, or nobody waits for it any more
    yield page.value;
  }
}

const otherAccount = (cause: ReputeError) =>
  new CopyError("other_account", "The target contains a copy of another account. Choose another target.", { cause });

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
