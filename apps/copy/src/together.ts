import type { ListChanges } from "./page.js";

/** Changes as they are stored: with the cursor that follows them, and whether there is more. */
export type Portion = { readonly page: readonly ListChanges[]; readonly next: string; readonly more: boolean };

const longestMs = 1_000;

/**
 * Puts pages together, in their order, until they have so many rows, nothing is left, or the first of them has waited for a
 * second. What came before an error goes out before it.
 */
export async function* together(pages: AsyncIterable<Portion>, rows: number): AsyncGenerator<Portion, void> {
  let all: (Portion & { readonly since: number }) | undefined;
  try {
    for await (const one of pages) {
      const { page, since } = all ?? { page: [], since: performance.now() };
      all = { ...one, page: [...page, ...one.page], since };
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
  !all.more || rowsOf(all) >= rows || performance.now() - all.since >= longestMs;

const rowsOf = ({ page }: Portion): number =>
  page.reduce((rows, { upserts, deletes }) => rows + upserts.length + deletes.length, 0);
