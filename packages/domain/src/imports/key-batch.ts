import type { KeyRow, KeyRows } from "../kernel/keyed-store.js";

/** Gathers rows of indexes, and hands them out in the order of each index. */
export function keyBatch() {
  const gathered = new Map<string, KeyRow[]>();
  return {
    add(rows: KeyRows): void {
      for (const [index, more] of Object.entries(rows)) {
        const all = gathered.get(index);
        if (all) for (const row of more) all.push(row);
        else gathered.set(index, [...more]);
      }
    },
    /** All of them, `most` at a time. */
    *inOrder(most: number): Generator<KeyRows, void> {
      for (const [index, rows] of gathered) {
        rows.sort(byMembers);
        for (let start = 0; start < rows.length; start += most) yield { [index]: rows.slice(start, start + most) };
      }
    },
  };
}

/** Numbers among themselves, texts by their characters: nearly as engines compare them, and nearly is enough. */
function byMembers(one: KeyRow, other: KeyRow): number {
  for (let index = 0; index < one.length; index += 1) {
    const [member, another] = [one[index] ?? "", other[index] ?? ""];
    if (member !== another) return member < another ? -1 : 1;
  }
  return 0;
}
