import type { Catalog } from "../catalog/catalog.js";
import type { BundleKind, ReadLine } from "./bundle-kinds.js";
import type { BundleSource } from "./bundle-source.js";
import type { DeletedRecords, LineOf } from "./deleted-records.js";
import type { ReadMentions } from "./mentions.js";
import { firstMentions } from "./mentions.js";
import type { Report } from "./read-bundle-line.js";
import { readBundleLine } from "./read-bundle-line.js";
import type { References } from "./references.js";

type Checking = {
  readonly source: BundleSource;
  readonly deleted: DeletedRecords;
  readonly catalog: Catalog;
  readonly references: References;
  readonly lineOf: LineOf;
  readonly read: ReadMentions;
};

/**
 * Tells of records that are taken out although something that stays mentions them: another line of the bundle, which is
 * read once more for it, or what is stored and not part of the bundle.
 */
export async function checkDeletions(checking: Checking, report: Report): Promise<void> {
  const { source, deleted, references, lineOf } = checking;
  const targets = new Set(Object.values(references).flatMap((keys) => keys.map(([, kind]) => kind)));
  if (![...deleted.ids.keys()].some((kind) => targets.has(kind))) return;
  for await (const chunk of source.read()) {
    for (const raw of chunk) {
      const read = readBundleLine(raw, () => {});
      if (!read || read.isDeletion) continue;
      for (const { key, kind, id } of mentionsIn(read, references)) {
        if (!deleted.ids.get(kind as BundleKind)?.has(id)) continue;
        const message = `${kind} ${id} is deleted on line ${lineOf(kind, id)}`;
        report({ line: read.line, kind: read.kind, key, message });
      }
    }
  }
  for (const { kind, id, by } of await firstMentions(checking)) {
    const line = lineOf(kind, id);
    report({ ...(line !== undefined && { line }), kind, key: "id", message: `cannot be deleted: ${by} mentions it` });
  }
}

function* mentionsIn({ kind, values }: ReadLine, references: References) {
  for (const [key, target] of references[kind] ?? []) {
    for (const id of [values[key] as number | readonly number[] | null | undefined].flat()) {
      if (id !== null && id !== undefined) yield { key, kind: target, id };
    }
  }
}
