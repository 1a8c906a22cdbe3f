import { keyColumn } from "./key-column.js";
import type { KeyRow } from "./key-rows.js";
import type { AddedKeys, KeyRows } from "./key-table.js";

/** Rows for one table of keys, in the order of the table's index. */
type KeyPage = { readonly keys: AddedKeys; readonly rows: readonly KeyRow[] };

/**
 * Creates a buffer that collects key rows and returns them in index order, in pages of `max` rows.
 * The buffer is reused, because the garbage collector frees large arrays late.
 */
export function keyBatch(max: number) {
  const gathered = new Map<string, { readonly keys: AddedKeys; readonly rows: ReturnType<typeof gatheredRows> }>();
  let pages: Generator<KeyPage, void> | undefined;
  let ahead: KeyPage | undefined;

  function* inOrder(): Generator<KeyPage, void> {
    for (const { keys, rows } of gathered.values()) {
      for (const some of rows.inSortedOrder(max)) yield { keys, rows: some };
    }
  }

  function prepare(): boolean {
    pages ??= inOrder();
    ahead ??= pages.next().value ?? undefined;
    if (!ahead) pages = undefined;
    return ahead !== undefined;
  }

  return {
    /** Adds rows. Must not be called between the first and the last call of `next` for the buffered rows. */
    add(keys: AddedKeys, parts: KeyRows): void {
      if (pages) throw new Error("The bulk must be settled before more records are saved in it");
      for (const [part, more] of Object.entries(parts)) {
        const name = `${keys.name} ${part}`;
        const all = gathered.get(name) ?? { keys, rows: gatheredRows() };
        gathered.set(name, all);
        for (const row of more) all.rows.add(row);
      }
    },
    /** Sorts the next page. Returns false if no page is left. */
    prepare,
    /** Returns the next page of keys, or undefined after the last page. Then the batch is empty and can be filled again. */
    next(): KeyPage | undefined {
      prepare();
      const page = ahead;
      ahead = undefined;
      return page;
    },
  };
}

export type KeyBatch = ReturnType<typeof keyBatch>;

/** Maximum number of rows per sort. A larger sort would block the event loop for too long. */
const maxSorted = 10_000;

/** Creates a buffer for the rows of one index. The buffer stores each column in its own array. */
function gatheredRows() {
  const columns: ReturnType<typeof keyColumn>[] = [];
  let sorted: Uint32Array[] = [];
  let count = 0;
  let inOrder = 0;

  /** Returns a function that compares two rows. Skips columns in which all rows have the same value. */
  function comparison(): Compare {
    const varying = columns.filter((column) => column.varies());
    return (one, other) => {
      for (const column of varying) {
        const order = column.compare(one, other);
        if (order !== 0) return order;
      }
      return 0;
    };
  }

  function sortLast(): void {
    const last = new Uint32Array(count - inOrder);
    for (let index = 0; index < last.length; index += 1) last[index] = inOrder + index;
    sorted.push(last.sort(comparison()));
    inOrder = count;
  }

  return {
    add(row: KeyRow): void {
      for (let index = 0; index < row.length; index += 1) {
        const member = row[index] as KeyRow[number];
        (columns[index] ??= keyColumn(member)).set(count, member);
      }
      count += 1;
      if (count - inOrder === maxSorted) sortLast();
    },
    *inSortedOrder(max: number): Generator<readonly KeyRow[], void> {
      sortLast();
      let some: KeyRow[] = [];
      for (const at of merged(sorted, comparison())) {
        if (some.push(columns.map((column) => column.get(at))) < max) continue;
        yield some;
        some = [];
      }
      if (some.length > 0) yield some;
      [sorted, count, inOrder] = [[], 0, 0];
    },
  };
}

/** Merges sorted lists. Efficient only for a small number of lists. */
function* merged(lists: readonly Uint32Array[], compare: Compare): Generator<number> {
  const heads = lists.map((list) => ({ list, next: 0 })).filter(({ list }) => list.length > 0);
  while (heads.length > 0) {
    let first = heads[0] as Head;
    for (const head of heads) if (head !== first && compare(memberOf(head), memberOf(first)) < 0) first = head;
    yield memberOf(first);
    first.next += 1;
    if (first.next === first.list.length) heads.splice(heads.indexOf(first), 1);
  }
}

type Compare = (one: number, other: number) => number;
type Head = { readonly list: Uint32Array; next: number };

const memberOf = ({ list, next }: Head): number => list[next] as number;
