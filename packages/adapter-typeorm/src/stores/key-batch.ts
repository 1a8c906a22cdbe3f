import { setImmediate } from "node:timers/promises";
import type { AccountId, Bulk, BulkStore } from "@repute/domain";
import type { Session } from "../engine.js";
import { slices } from "../tables/bound-rows.js";
import type { AddedKeys, KeyRow, KeyRows, KeyTable } from "./key-table.js";

/** Buffers the lookup keys of records that were saved in bulk. */
export async function gatherKeys<R>(
  bulk: Bulk,
  keyTables: readonly KeyTable<R>[],
  account: AccountId,
  records: readonly R[],
): Promise<void> {
  const batch = batchOf(bulk, account);
  for (const some of slices(records, () => 1, recordsAtOnce)) {
    for (const keys of keyTables) batch.add(keys, keys.rowsOf(account, some));
    await setImmediate();
  }
}

/** Maximum number of records whose keys are gathered without a pause. A larger number would block the event loop. */
const recordsAtOnce = 250;

/** Returns the store that writes the keys that bulk saves have buffered. */
export const bulkStore = (session: Session): BulkStore => ({
  async settle(account, bulk) {
    const batch = batchOf(bulk, account);
    const page = batch.next();
    if (!page) return false;
    const adding = page.keys.add(session, account, page.rows);
    // Sort the next rows while the database inserts the current rows.
    const isLeft = batch.prepare();
    await adding;
    return isLeft;
  },
});

/** Returns the lookup keys of a bulk save that are still in the buffer. */
export function batchOf(bulk: Bulk, account: AccountId): KeyBatch {
  const ofBulk = batches.get(bulk) ?? new Map<AccountId, KeyBatch>();
  batches.set(bulk, ofBulk);
  const batch = ofBulk.get(account) ?? keyBatch(keysAtOnce);
  ofBulk.set(account, batch);
  return batch;
}

/** Lookup keys that are buffered for each bulk save, by account. */
const batches = new WeakMap<Bulk, Map<AccountId, KeyBatch>>();

/** Maximum number of key rows per unit of work. */
const keysAtOnce = 10_000;

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

/** Rows for one table of keys, in the order of the table's index. */
type KeyPage = { readonly keys: AddedKeys; readonly rows: readonly KeyRow[] };

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

/** Maximum number of rows per sort. A larger sort would block the event loop for too long. */
const maxSorted = 10_000;

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

type Member = string | number | null;

/** Column of an index. All values are numbers or `null`, or all are strings or `null`. */
type KeyColumn = {
  set(at: number, member: Member): void;
  get(at: number): Member;
  /**
   * Compares the values of two rows, as numbers or by UTF-16 code units.
   * The result is close to the sort order of the database engines.
   */
  compare(one: number, other: number): number;
  /** Returns true if the column has at least two different values. */
  varies(): boolean;
};

/**
 * Creates a column from its first value. While all values are equal, the column stores only one value.
 * Numbers are stored in a typed array, which needs a third of the memory of an ordinary array.
 */
function keyColumn(first: Member): KeyColumn {
  let column: Omit<KeyColumn, "varies"> | undefined;

  function begun(before: number): Omit<KeyColumn, "varies"> {
    const begun = typeof first === "string" ? textColumn() : numberColumn();
    for (let at = 0; at < before; at += 1) begun.set(at, first);
    return begun;
  }

  return {
    set(at, member) {
      if (!column && member === first) return;
      column ??= begun(at);
      column.set(at, member);
    },
    get: (at) => (column ? column.get(at) : first),
    compare: (one, other) => (column ? column.compare(one, other) : 0),
    varies: () => column !== undefined,
  };
}

const fewest = 1_024;

function numberColumn(): Omit<KeyColumn, "varies"> {
  let numbers = new Float64Array(fewest);
  return {
    set(at, member) {
      if (typeof member === "string") throw new Error("a string was added to a column of numbers");
      if (at >= numbers.length) {
        const more = new Float64Array(2 * numbers.length);
        more.set(numbers);
        numbers = more;
      }
      // `NaN` represents `null`, because no value is `NaN`.
      numbers[at] = member ?? Number.NaN;
    },
    get(at) {
      const number = numbers[at] as number;
      return Number.isNaN(number) ? null : number;
    },
    compare: (one, other) => ordered(numbers[one] as number, numbers[other] as number),
  };
}

function textColumn(): Omit<KeyColumn, "varies"> {
  const texts: (string | null)[] = [];
  return {
    set(at, member) {
      if (typeof member === "number") throw new Error("a number was added to a column of strings");
      texts[at] = member;
    },
    get: (at) => texts[at] as string | null,
    compare: (one, other) => ordered(texts[one] ?? "", texts[other] ?? ""),
  };
}

function ordered<T extends string | number>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
