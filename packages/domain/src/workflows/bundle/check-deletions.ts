import type { Catalog } from "../../foundation/catalog/catalog.js";
import type { LineOf, ReadAccount, Report } from "../../foundation/records/line-rules.js";
import type { RecordReads } from "../../subjects/record-types/record-types.js";
import type { BundleKind, ReadLine } from "./bundle-kinds.js";
import type { BundleSource } from "./bundle-source.js";
import type { DeletedRecords } from "./deleted-records.js";
import { firstMentions } from "./mentions.js";
import { readBundleLine } from "./read-bundle-line.js";
import { mentionsIn, referencedKinds } from "./references.js";

type Checking = {
  readonly source: BundleSource;
  readonly deleted: DeletedRecords;
  readonly catalog: Catalog;
  readonly lineOf: LineOf;
  readonly read: ReadAccount<RecordReads>;
};

/**
 * Reports deletions of records that another record still refers to.
 * Reads the bundle again to find references in its lines. Also searches stored records that are not in the bundle.
 */
export async function checkDeletions(checking: Checking, report: Report): Promise<void> {
  const { source, deleted, lineOf } = checking;
  if (![...deleted.ids.keys()].some((kind) => referencedKinds.has(kind))) return;
  for await (const chunk of source.read()) {
    for (const raw of chunk) {
      const read = readBundleLine(raw, () => {});
      if (read && !read.isDeletion) checkMentions(read, checking, report);
    }
  }
  for (const { kind, id, by } of await firstMentions(checking)) {
    const line = lineOf(kind, id);
    report({
      ...(line !== undefined && { line }),
      kind,
      key: "id",
      message: `cannot be deleted because ${by} refers to it`,
    });
  }
}

function checkMentions(read: ReadLine, { deleted, lineOf }: Checking, report: Report): void {
  for (const { key, kind, id } of mentionsIn(read)) {
    if (!deleted.ids.get(kind as BundleKind)?.has(id)) continue;
    const message = `${kind} ${id} is deleted on line ${lineOf(kind, id)}`;
    report({ line: read.line, kind: read.kind, key, message });
  }
}
