import type { ReputeClient } from "@repute/client";
import { ReputeError } from "@repute/client";
import { CopyError } from "./copy-error.js";
import type { ListChanges } from "./page.js";
import { readPage } from "./page.js";
import type { Origin, Target } from "./target.js";

/** What was stored so far. */
export type Copied = { readonly upserts: number; readonly deletes: number; readonly list?: string | undefined };

export type CopyOptions = {
  /** Waits for more when nothing is left, until the signal. */
  readonly watch?: boolean;
  readonly signal?: AbortSignal;
  /** Changes that are stored together. */
  readonly pageSize?: number;
  readonly onProgress?: (copied: Copied) => void;
};

const pageSize = 10_000;
const waitSeconds = 30;

/** Brings a target up to date, page by page; every page is committed with the cursor that follows it. */
export async function copy(
  client: Pick<ReputeClient, "rawChanges">,
  target: Target,
  origin: Origin,
  options: CopyOptions = {},
): Promise<Copied> {
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
  client: Pick<ReputeClient, "rawChanges">,
  target: Target,
  { lists }: Origin,
  cursor: string | undefined,
  { watch = false, signal, pageSize: limit = pageSize, onProgress = () => {} }: CopyOptions,
): Promise<Copied> {
  let copied: Copied = { upserts: 0, deletes: 0 };
  const failed = new AbortController();
  const until = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const changes = client.rawChanges({ cursor, lists, limit, ...(watch && { waitSeconds }), signal: until });
  try {
    for await (const { ndjson, cursor: next, more } of oneAhead(changes)) {
      const page = readPage(ndjson);
      await target.apply(page, next, !more);
      copied = added(copied, page);
      onProgress(copied);
    }
    return copied;
  } finally {
    failed.abort(); // a page may be under way that nobody takes any more
  }
}

const added = ({ upserts, deletes }: Copied, page: readonly ListChanges[]): Copied => ({
  upserts: upserts + sum(page.map((changes) => changes.upserts.length)),
  deletes: deletes + sum(page.map((changes) => changes.deletes.length)),
  list: page.at(-1)?.list,
});

/** Fetches the next page while the last one is being stored. */
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
  new CopyError("other_account", "the target holds a copy of another account: name another target", { cause });

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
