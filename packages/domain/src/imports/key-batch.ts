import type { KeyRow, KeyRows } from "../kernel/keyed-store.js";

/** Gathers rows of indexes, and hands them out in the order of each index. */
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
    /** All of them, `most` at a time. */
    *inOrder(most: number): Generator<KeyRows, void> {
      for (const [index, rows] of gathered) for (const some of rows.inOrder(most)) yield { [index]: some };
    },
  };
}

/** Rows of one index, column by column: numbers in a list of numbers alone take a third of their room elsewhere. */
function gatheredRows() {
  const columns: Column[] = [];
  let count = 0;

  /** Numbers among themselves, texts by their characters: nearly as engines compare them, and nearly is enough. */
  function compare(one: number, other: number): number {
    for (const column of columns) {
      const [member, another] = [column[one] ?? nothing, column[other] ?? nothing];
      if (member !== another) return member < another ? -1 : 1;
    }
    return 0;
  }

  return {
    add(row: KeyRow): void {
      for (let index = 0; index < row.length; index += 1) (columns[index] ??= []).push(row[index] ?? nothing);
      count += 1;
    },
    *inOrder(most: number): Generator<readonly KeyRow[], void> {
      const order = new Uint32Array(count).map((_, index) => index).sort(compare);
      for (let start = 0; start < count; start += most) {
        yield Array.from(order.subarray(start, start + most), (at) => columns.map((column) => memberOf(column[at])));
      }
    },
  };
}

type Column = (string | number)[];

/** Stands for `null`, because it is a number: no member is this one. */
const nothing = NaN;

const memberOf = (member: string | number | undefined): string | number | null =>
  member === undefined || Number.isNaN(member) ? null : member;
