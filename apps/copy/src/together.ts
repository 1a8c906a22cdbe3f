import type { ListChanges } from "./page.js";

/** Changes as they are stored: with their size, the cursor that follows them, and whether there is more. */
export type Portion = {
  readonly page: readonly ListChanges[];
  readonly bytes: number;
  readonly next: string;
  readonly more: boolean;
};

/** Portions of this size are stored without waiting for more rows. Below the limit of a backlog, which would never empty. */
const maxBytes = 16_777_216;

const longestMs = 1_000;

/**
 * Puts pages together, in their order, until they have so many rows or 16 MiB, nothing is left, or the first of them has
 * waited for a second. What came before an error goes out before it.
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
