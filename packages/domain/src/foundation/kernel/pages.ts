/** Selects a page of at most `limit` records after an id, in ascending order of id. */
export type IdPage = { readonly after: number; readonly limit: number };

/**
 * Reads pages of records until a page has fewer records than the limit.
 * The function `page` receives the last record of the previous page. Only the first and the last page may be empty.
 */
export async function* pagesAfter<R>(
  limit: number,
  page: (last: R | undefined) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  for (let last: R | undefined; ;) {
    const some = await page(last);
    yield some;
    if (some.length < limit) return;
    last = some.at(-1);
  }
}

/** Reads all pages of records in ascending order of id. */
export const pagesOf = <R extends { readonly id: number }>(
  limit: number,
  page: (page: IdPage) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> => pagesAfter<R>(limit, (last) => page({ after: last?.id ?? 0, limit }));
