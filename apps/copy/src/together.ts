import type { ListChanges } from "./page.js";

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
const maxBytes = 16_777_216;

const maxMs = 1_000;

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
  !all.more || all.bytes >= maxBytes || rowsOf(all) >= rows || performance.now() - all.since >= maxMs;

const rowsOf = ({ page }: Portion): number =>
  page.reduce((rows, { upserts, deletes }) => rows + upserts.length + deletes.length, 0);
