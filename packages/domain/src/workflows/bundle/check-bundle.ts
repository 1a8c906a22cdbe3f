import { type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import type { Catalog } from "../../foundation/catalog/catalog.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import { problemList } from "../../foundation/kernel/problem-list.js";
import type { LineOf, ReadAccount, Report } from "../../foundation/records/line-rules.js";
import { type RecordReads, recordTypes } from "../../subjects/record-types/record-types.js";
import { type BundleKind, type ReadLine, rulesOf } from "./bundle-kinds.js";
import type { BundleSource, ParsedLine } from "./bundle-source.js";
import { catalogWith } from "./catalog-of-bundle.js";
import { checkCampaigns } from "./check-campaigns.js";
import { checkDeletions } from "./check-deletions.js";
import { lineChecks } from "./check-lines.js";
import { checkSurveys } from "./check-surveys.js";
import { type DeletedRecords, deletedRecords } from "./deleted-records.js";
import { checkBundleLine } from "./read-bundle-line.js";
import { mentionsIn } from "./references.js";

/** Contents of a valid bundle. */
export type BundleContents = {
  readonly lines: number;
  readonly counts: ReadonlyMap<BundleKind, number>;
  /** Lines with settings and catalog records, in file order. All other lines are read again when they are stored. */
  readonly small: readonly ReadLine[];
  /** Records to delete. */
  readonly deleted: DeletedRecords;
};

/** Access to the records that the account already has. */
export type KnownRecords = {
  readonly catalog: Catalog;
  readonly read: ReadAccount<RecordReads>;
  /** True if a line is about an erased person. */
  readonly isErased: (line: ReadLine) => boolean;
};

/** Callbacks that follow the progress of a check. */
export type CheckObserver = {
  /** Called for each line that is valid on its own. */
  readonly onLine: (read: ReadLine, raw: ParsedLine) => void;
  /** Called after each chunk with the number of checked lines. Checking continues when the promise is resolved. */
  readonly onChunk: (lines: number) => Promise<void>;
};

/** Map from the kind and id of a record to a value. */
type ById<T, Id = number> = Map<string, Map<Id, T>>;

/** Line numbers by kind of record and identifying value. The value is an id, or the joined text of several keys. */
type KnownLines = ById<number, number | string>;

const erasedMessage = 'is about an erased person; remove the line, or use "repute erase --lift"';

const isSmall = (kind: BundleKind): boolean => kind === "account" || kind in catalogKinds;

/**
 * Checks the whole bundle. Throws `bundle_invalid` with the first 100 problems if there are any.
 *
 * Problems include invalid JSON, unknown kinds and keys, wrong types, duplicate ids, unknown ids, and answers to
 * questions that the survey does not ask. The bundle is read again if it contains survey responses, or deletes records
 * that other records can refer to.
 */
export async function checkBundle(
  source: BundleSource,
  account: KnownRecords,
  { onLine, onChunk }: CheckObserver,
): Promise<BundleContents> {
  const { catalog, read: readAccount } = account;
  const problems = problemList("bundle_invalid", "the bundle has errors, so nothing was stored");
  const known = knownIds(catalog);
  const missing: ById<Problem> = new Map();
  const counts = new Map<BundleKind, number>();
  const small: ReadLine[] = [];
  const checks = lineChecks();
  const deleted = deletedRecords();
  const lineOf = linesIn(known);
  let lines = 0;
  for await (const chunk of source.read()) {
    for (const raw of chunk) {
      const read = checkBundleLine(raw, problems.add);
      if (!read) continue;
      noteOwnId(known, read, problems.add);
      noteReferences(known, missing, read);
      if (read.isFaulty) continue;
      checks.note(read, problems.add);
      onLine(read, raw);
      if (read.isDeletion) {
        deleted.note(read);
        continue;
      }
      checkPeriod(read, problems.add);
      refuseErased(read, account, problems.add);
      counts.set(read.kind, (counts.get(read.kind) ?? 0) + 1);
      if (isSmall(read.kind)) small.push(read);
    }
    lines += chunk.length;
    await onChunk(lines);
  }
  for (const problem of await danglingReferences(known, missing, readAccount)) problems.add(problem);
  checkSurveys(catalog.platforms, small, problems.add);
  await checks.finish(readAccount, lineOf, problems.add);
  const campaigns = catalog.campaigns.filter(({ id }) => !deleted.ids.get("campaign")?.has(id));
  checkCampaigns(campaigns, small, problems.add);
  await checkDeletions({ source, deleted, catalog, lineOf, read: readAccount }, problems.add);
  await checks.compare(source, new Set<string>(counts.keys()), catalogWith(catalog, small), problems.add);
  problems.throwAny();
  return { lines, counts, small, deleted };
}

/** Reports a line whose `end_date` is before its `start_date`. */
function checkPeriod({ line, kind, values: { start_date: start, end_date: end } }: ReadLine, report: Report): void {
  if (typeof start !== "string" || typeof end !== "string" || start <= end) return;
  report({ line, kind, key: "end_date", message: "must not be before start_date" });
}

function refuseErased(read: ReadLine, { isErased }: Pick<KnownRecords, "isErased">, report: Report): void {
  if (isErased(read)) report({ line: read.line, kind: read.kind, message: erasedMessage });
}

/** Maps the id of each stored catalog record to line number 0. The number 0 means that the record is not in the bundle. */
function knownIds(catalog: Catalog): KnownLines {
  const kinds = Object.keys(catalogKinds) as CatalogKind[];
  return new Map(kinds.map((kind) => [kind, new Map(catalog[catalogKinds[kind].part].map(({ id }) => [id, 0]))]));
}

const linesIn =
  (known: KnownLines): LineOf =>
  (kind, id) =>
    known.get(kind)?.get(id) || undefined;

function noteOwnId(known: KnownLines, { line, kind, values }: ReadLine, report: Report): void {
  const { keys, mayRepeat } = rulesOf(kind);
  if (!keys || mayRepeat) return;
  const [key, id] = ownIdOf(keys, values);
  if (id === undefined || id === null) return;
  const lines = ofKind(known, kind);
  const before = lines.get(id);
  if (before) report({ line, kind, key, message: `${`${kind} ${id}`.trimEnd()} is a duplicate of line ${before}` });
  else lines.set(id, line);
}

/** Returns the value that identifies a record within its kind, and the key that error messages name. */
function ownIdOf(
  keys: readonly string[],
  values: ReadLine["values"],
): readonly [key: string, id: number | string | null | undefined] {
  const parts = keys.map((key) => values[key]);
  if (parts.length === 1) return [keys[0] ?? "", parts[0] as number | string | null | undefined];
  return [keys[0] ?? "kind", parts.includes(undefined) ? undefined : parts.join("/")];
}

/** Notes the first line that refers to an unknown id. A later line may still define the record. */
function noteReferences(known: KnownLines, missing: ById<Problem>, read: ReadLine): void {
  const { line, kind, isDeletion } = read;
  if (isDeletion) return;
  for (const { key, kind: target, id } of mentionsIn(read)) {
    if (known.get(target)?.has(id) || missing.get(target)?.has(id)) continue;
    const message = `${target} ${id} exists neither in the account nor in this file`;
    ofKind(missing, target).set(id, { line, kind, key, message });
  }
}

/** Returns a problem for each reference to an id that exists neither in the bundle nor in the account. */
async function danglingReferences(
  known: KnownLines,
  missing: ById<Problem>,
  read: ReadAccount<RecordReads>,
): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const [kind, mentions] of missing) {
    const unknown = [...mentions].filter(([id]) => !known.get(kind)?.has(id));
    const ids = unknown.map(([id]) => id);
    const { among } = recordTypes.find((type) => type.kind === kind) ?? {};
    const stored = among && ids.length > 0 ? await read((stores, account) => among(stores, account, ids)) : [];
    const elsewhere = new Set(stored);
    found.push(...unknown.flatMap(([id, problem]) => (elsewhere.has(id) ? [] : [problem])));
  }
  return found;
}

function ofKind<T, Id>(map: ById<T, Id>, kind: string): Map<Id, T> {
  const found = map.get(kind) ?? new Map<Id, T>();
  map.set(kind, found);
  return found;
}
