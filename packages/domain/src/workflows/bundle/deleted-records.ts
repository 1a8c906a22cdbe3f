import type { BundleKind, ReadLine } from "./bundle-kinds.js";
import { deletionKeys } from "./deletion-line.js";

type Values = ReadLine["values"];

/** On which line of the bundle a record stands, given or taken out; `undefined` for those that it says nothing of. */
export type LineOf = (kind: string, id: number | string) => number | undefined;

/** What the lines of a bundle take out: records with ids by their ids alone, all others by the values of their keys. */
export type DeletedRecords = {
  readonly ids: ReadonlyMap<BundleKind, ReadonlySet<number>>;
  readonly keys: ReadonlyMap<BundleKind, readonly Values[]>;
  /** How many lines of a kind there are. */
  lines(kind: BundleKind): number;
};

/** Collects the lines that take records out. */
export function deletedRecords(): DeletedRecords & { note(line: ReadLine): void } {
  const ids = new Map<BundleKind, Set<number>>();
  const keys = new Map<BundleKind, Values[]>();
  return {
    ids,
    keys,
    lines: (kind) => (ids.get(kind)?.size ?? 0) + (keys.get(kind)?.length ?? 0),
    note({ kind, values }) {
      if (deletionKeys(kind)?.includes("id")) ofKind(ids, kind, () => new Set<number>()).add(values["id"] as number);
      else ofKind(keys, kind, () => [] as Values[]).push(values);
    },
  };
}

function ofKind<T>(map: Map<BundleKind, T>, kind: BundleKind, make: () => T): T {
  const found = map.get(kind) ?? make();
  map.set(kind, found);
  return found;
}
