import type { ReputeClient } from "@repute/client";
import { copy, type CopyOptions } from "./copy.js";
import { type Origin, readPage } from "./page.js";
import type { RowDifference, Target } from "./target.js";

/**
 * Result of a comparison: row counts of the source by list, and the rows that differ.
 * `isRepaired` is true if rows of the source have replaced the differing rows.
 */
export type Comparison = {
  readonly lists: readonly { readonly list: string; readonly rows: number }[];
  readonly differences: readonly RowDifference[];
  readonly isRepaired: boolean;
};

export type VerifyOptions = CopyOptions & { readonly isRepaired?: boolean };

const usualPage = 10_000;

/**
 * Compares every column and nested row of the source with the target, and then brings the target up to date.
 * Rows that change in the source during the comparison do not count as differences.
 */
export async function verify(
  client: Source,
  target: Target,
  origin: Origin,
  options: VerifyOptions = {},
): Promise<Comparison> {
  const { isRepaired = false } = options;
  const { counts, found } = await compareAll(client, target, origin, options);
  const changed = await changedSince(client, target, origin, options);
  const differences = unique(found).filter((one) => !changed.has(keyOf(one)));
  const lists = [...counts].map(([list, rows]) => ({ list, rows })).sort((a, b) => (a.list < b.list ? -1 : 1));
  return { lists, differences, isRepaired: isRepaired && differences.length > 0 };
}

type Source = Pick<ReputeClient, "rawChanges" | "checksums">;

/** Compares all rows of the source with the target. Returns the number of rows by list, and the differences. */
async function compareAll(client: Source, target: Target, origin: Origin, options: VerifyOptions) {
  const { signal, pageSize: limit = usualPage, isRepaired = false, onProgress = () => {} } = options;
  const counts = new Map<string, number>();
  const found: RowDifference[] = [];
  let upserts = 0;
  const comparing = await target.compare(isRepaired);
  try {
    for await (const { ndjson } of client.rawChanges({ lists: origin.lists, limit, ...(signal && { signal }) })) {
      const page = readPage(ndjson, origin);
      for (const { list, upserts: rows } of page) {
        counts.set(list, (counts.get(list) ?? 0) + rows.length);
        upserts += rows.length;
      }
      found.push(...(await comparing.page(page)));
      onProgress({ upserts, deletes: 0, list: page.at(-1)?.list });
    }
    found.push(...(await comparing.end()));
  } catch (error) {
    await comparing.abandon();
    throw error;
  }
  return { counts, found };
}

/** Brings the target up to date. Returns the ids of the changed rows by list. */
async function changedSince(
  client: Source,
  target: Target,
  origin: Origin,
  options: CopyOptions,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  const noting: Target = {
    ...target,
    apply(changes, cursor, complete) {
      for (const { list, deletes, upserts } of changes) {
        for (const id of [...deletes, ...upserts.map((one) => one.id)]) changed.add(keyOf({ list, id }));
      }
      return target.apply(changes, cursor, complete);
    },
  };
  await copy(client, noting, origin, { ...options, open: { ...options.open, fresh: false }, watch: false });
  return changed;
}

const keyOf = ({ list, id }: Pick<RowDifference, "list" | "id">) => `${list}\0${id}`;

/** Keeps one difference per row, although a row can differ twice: in its table and in its Parquet file. */
const unique = (found: readonly RowDifference[]): readonly RowDifference[] => [
  ...new Map([...found].reverse().map((one) => [keyOf(one), one])).values(),
];
