import type { ListChanges } from "./page.js";

/** Changes to store in one transaction: their size, the cursor that follows them, and whether more changes exist. */
export type Portion = {
  readonly page: readonly ListChanges[];
  readonly bytes: number;
  readonly next: string;
  readonly more: boolean;
};

/**
 * Size in bytes above which a portion is stored without waiting for more rows. Must be below the backlog limit,
 * otherwise fetching would stall.
 */
const maxBytes = 16_777_216;

const longestMs = 1_000;

/**
 * Combines pages in order until they have `rows` rows or 16 MiB, no more pages exist, or one second has passed. If the
 * source fails, yields the pages before the error and then throws the error.
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
  !all.more || all.bytes >= maxBytes || rowsOf(all) >= rows || performance.now() - all.since >= longestMs;

const rowsOf = ({ page }: Portion): number =>
  page.reduce((rows, { upserts, deletes }) => rows + upserts.length + deletes.length, 0);
