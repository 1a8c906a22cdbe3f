import type { KeyRow, KeyRows } from "../../foundation/kernel/keyed-store.js";
import { keyColumn } from "./key-column.js";

/**
 * Creates a buffer that collects index rows and returns them in index order. The memory is reused between batches,
 * because freed large arrays stay in memory for a long time.
 */
export function keyBatch() {
  const gathered = new Map<string, ReturnType<typeof gatheredRows>>();
  return {
    add(rows: KeyRows): void {
      for (const [index, more] of Object.entries(rows)) {
        const all = gathered.get(index) ?? gatheredRows();
        gathered.set(index, all);
        for (const row of more) all.add(row);
      }
    },
    /** Returns all rows in index order, in pages of `most` rows, and empties the buffer. */
    *takeInOrder(most: number): Generator<KeyRows, void> {
      for (const [index, rows] of gathered) for (const some of rows.takeInOrder(most)) yield { [index]: some };
    },
  };
}

export type KeyBatch = ReturnType<typeof keyBatch>;

/** Maximum number of rows per sort. A larger sort would block the event loop for too long. */
const mostSorted = 10_000;

/** Creates a buffer for the rows of one index. Stores the rows by column. */
function gatheredRows() {
  const columns: ReturnType<typeof keyColumn>[] = [];
  let sorted: Uint32Array[] = [];
  let count = 0;
  let inOrder = 0;

  /** Returns a function that compares two rows. Compares only columns that contain different values. */
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
      if (count - inOrder === mostSorted) sortLast();
    },
    *takeInOrder(most: number): Generator<readonly KeyRow[], void> {
      sortLast();
      let some: KeyRow[] = [];
      for (const at of merged(sorted, comparison())) {
        if (some.push(columns.map((column) => column.get(at))) < most) continue;
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
