import type { LineValues } from "../../foundation/records/line-rules.js";
import { type BundleKind, type ReadLine, rulesOf } from "./bundle-kinds.js";

/** Records that a bundle deletes. Records without an id are identified by the values of their keys. */
export type DeletedRecords = {
  readonly ids: ReadonlyMap<BundleKind, ReadonlySet<number>>;
  readonly keys: ReadonlyMap<BundleKind, readonly LineValues[]>;
  /** Returns the values that identify the deleted records of one kind. */
  named(kind: BundleKind): readonly LineValues[];
  /** Returns the number of deletion lines of a kind. */
  lines(kind: BundleKind): number;
};

/** Collects the deletion lines of a bundle. */
export function deletedRecords(): DeletedRecords & { note(line: ReadLine): void } {
  const ids = new Map<BundleKind, Set<number>>();
  const keys = new Map<BundleKind, LineValues[]>();
  return {
    ids,
    keys,
    named: (kind) => keys.get(kind) ?? [...(ids.get(kind) ?? [])].map((id) => ({ id })),
    lines: (kind) => (ids.get(kind)?.size ?? 0) + (keys.get(kind)?.length ?? 0),
    note({ kind, values }) {
      if (rulesOf(kind).keys?.includes("id")) ofKind(ids, kind, () => new Set<number>()).add(values["id"] as number);
      else ofKind(keys, kind, () => [] as LineValues[]).push(values);
    },
  };
}

function ofKind<T>(map: Map<BundleKind, T>, kind: BundleKind, make: () => T): T {
  const found = map.get(kind) ?? make();
  map.set(kind, found);
  return found;
}
