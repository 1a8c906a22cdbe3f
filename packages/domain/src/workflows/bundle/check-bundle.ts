import { campaignFromLine, type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import type { Campaign, Catalog, Platform } from "../../foundation/catalog/catalog.js";
import { maxProblems, type Problem, problemList } from "../../foundation/kernel/domain-error.js";
import type { InputLine, LineOf, Mention, ReadAccount, Report } from "../../foundation/records/record-type.js";
import { isLinkable } from "../../subjects/campaigns/campaigns.js";
import {
  type AnyLoadedType,
  loadedTypes,
  recordTypes,
  searchedTypes,
} from "../../subjects/record-types/record-types.js";
import {
  type BundleKind,
  bundleKinds,
  type BundleSource,
  catalogWith,
  checkBundleLine,
  type DeletedRecords,
  deletedRecords,
  isOneOf,
  readBundleLine,
  type ReadLine,
  rulesOf,
} from "./bundle-lines.js";
import { type Compared, completeLists } from "./complete-lists.js";

/** Contents of a valid bundle. */
export type BundleContents = {
  readonly lines: number;
  readonly counts: ReadonlyMap<BundleKind, number>;
  /** Lines with settings and catalog records, in file order. */
  readonly small: readonly ReadLine[];
  /** Records to delete. */
  readonly deleted: DeletedRecords;
  /** Finds stored records outside the bundle that refer to catalog records to be deleted. */
  readonly mentions: (read: ReadAccount) => Promise<readonly Mention[]>;
  /** Complete lists by kind. `deleted` contains the missing records. */
  readonly compared: ReadonlyMap<BundleKind, Compared>;
  /** Lines that are stored, but probably do not work as intended. */
  readonly warnings: readonly Problem[];
};

/** Access to the records that the account already has. */
type KnownRecords = {
  readonly catalog: Catalog;
  readonly read: ReadAccount;
  /** True if a line is about an erased person. */
  readonly isErased: (line: ReadLine) => boolean;
  /** Number of deletions that the caller permits, if complete lists would lose more than half of their records. */
  readonly allowDeletions?: number | undefined;
  /** True if complete lists that lose more records than the caller permits are only a warning. */
  readonly warnsOfDeletions?: boolean;
};

/** Callbacks that follow the progress of a check. */
type CheckObserver = {
  /** Called for each line that is valid on its own. */
  readonly onLine: (read: ReadLine) => void;
  /** Called after each chunk with the number of checked lines. Checking continues when the promise is resolved. */
  readonly onChunk: (lines: number) => Promise<void>;
};

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
  const complete = completeLists();
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
      complete.note(read, problems.add);
      onLine(read);
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
  const excess = await noteMissing(complete, { ...account, lineOf, report: problems.add }, async (deletions) => {
    for (const deletion of deletions) {
      noteOwnId(known, deletion, problems.add);
      deleted.note(deletion);
      onLine(deletion);
    }
    await onChunk(lines);
  });
  for (const problem of await danglingReferences(known, missing, readAccount)) problems.add(problem);
  checkSurveys(catalog.platforms, small, problems.add);
  await checks.finish(readAccount, lineOf, problems.add);
  const campaigns = catalog.campaigns.filter(({ id }) => !deleted.ids.get("campaign")?.has(id));
  checkCampaigns(campaigns, small, problems.add);
  const mentions = (read: ReadAccount) => firstMentions({ deleted, catalog, lineOf, read });
  await checkDeletions({ source, deleted, lineOf }, await mentions(readAccount), problems.add);
  await checks.compare(source, new Set<string>(counts.keys()), catalogWith(catalog, small), problems.add);
  problems.throwAny();
  const warnings = [...excess, ...untrackedCampaigns(small)];
  return { lines, counts, small, deleted, mentions, compared: complete.compared, warnings };
}

type Comparing = KnownRecords & { readonly lineOf: LineOf; readonly report: Report };

/** Passes the records that complete lists delete to `note`. Returns warnings about too many deletions. */
async function noteMissing(
  complete: ReturnType<typeof completeLists>,
  { read, lineOf, allowDeletions, warnsOfDeletions, report }: Comparing,
  note: (deletions: readonly ReadLine[]) => Promise<void>,
): Promise<readonly Problem[]> {
  for await (const deletions of complete.missing(read, lineOf)) await note(deletions);
  const excess = complete.excess(allowDeletions);
  if (warnsOfDeletions) return excess;
  excess.forEach(report);
  return [];
}

const isSmall = (kind: BundleKind): boolean => kind === "account" || kind in catalogKinds;

/** Reports a line whose `end_date` is before its `start_date`. */
function checkPeriod({ line, kind, values: { start_date: start, end_date: end } }: ReadLine, report: Report): void {
  if (typeof start !== "string" || typeof end !== "string" || start <= end) return;
  report({ line, kind, key: "end_date", message: "must not be before start_date" });
}

const erasedMessage = 'is about an erased person; remove the line, or use "repute erase --lift"';

function refuseErased(read: ReadLine, { isErased }: Pick<KnownRecords, "isErased">, report: Report): void {
  if (isErased(read)) report({ line: read.line, kind: read.kind, message: erasedMessage });
}

/** Map from the kind and id of a record to a value. */
type ById<T, Id = number> = Map<string, Map<Id, T>>;

/** Line numbers by kind of record and identifying value. The value is an id, or the joined text of several keys. */
type KnownLines = ById<number, number | string>;

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

type References = Readonly<Record<string, readonly (readonly [key: string, kind: string])[]>>;

/** For each kind of line, the keys that refer to other records and the kinds of these records. */
const references: References = Object.fromEntries(
  bundleKinds.map((kind) => [
    kind,
    Object.entries(rulesOf(kind).shape).flatMap(([key, { refersTo }]) =>
      refersTo === undefined ? [] : [[key, refersTo] as const],
    ),
  ]),
);

/** Kinds of records that other records can refer to. */
const referencedKinds: ReadonlySet<string> = new Set(
  Object.values(references).flatMap((keys) => keys.map(([, kind]) => kind)),
);

/** Passes each record that a line refers to, and the line's key that contains the reference, to `note`. */
function eachMention({ kind, values }: ReadLine, note: (key: string, kind: string, id: number) => void): void {
  for (const [key, target] of references[kind] ?? []) {
    const ids = values[key] as number | readonly number[] | null | undefined;
    if (typeof ids === "number") note(key, target, ids);
    else for (const id of ids ?? []) note(key, target, id);
  }
}

/** Notes the first line that refers to an unknown id. A later line may still define the record. */
function noteReferences(known: KnownLines, missing: ById<Problem>, read: ReadLine): void {
  const { line, kind, isDeletion } = read;
  if (isDeletion) return;
  eachMention(read, (key, target, id) => {
    if (known.get(target)?.has(id) || missing.get(target)?.has(id)) return;
    const message = `${target} ${id} exists neither in the account nor in this file`;
    ofKind(missing, target).set(id, { line, kind, key, message });
  });
}

/** Returns a problem for each reference to an id that exists neither in the bundle nor in the account. */
async function danglingReferences(
  known: KnownLines,
  missing: ById<Problem>,
  read: ReadAccount,
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

/**
 * Reports `survey` lines whose id belongs to a platform that is not a survey. Platforms in the file take precedence
 * over the account's platforms.
 */
function checkSurveys(
  platforms: readonly Platform[],
  lines: readonly ReadLine[],
  report: (problem: Problem) => void,
): void {
  const isSurvey = new Map(platforms.map((platform) => [platform.id as unknown, platform.isSurvey as unknown]));
  for (const { kind, values } of lines) if (kind === "platform") isSurvey.set(values["id"], values["is_survey"]);
  for (const { line, kind, values } of lines) {
    if (kind === "survey" && isSurvey.get(values["id"]) === false) {
      report({ line, kind, key: "id", message: `platform ${values["id"] as number} is not a survey` });
    }
  }
}

/** A campaign that has a parameter or tracking number, and its description for error messages. */
type Owner = Pick<Campaign, "id"> & { readonly called: string };

/**
 * Reports `campaign` lines whose parameter or tracking number another campaign already has, in the file or in the
 * account. A shared parameter or number would make the campaign of a submission or call ambiguous.
 */
function checkCampaigns(stored: readonly Campaign[], small: readonly ReadLine[], report: Report): void {
  const loaded = small
    .filter(({ kind }) => kind === "campaign")
    .map(({ line, values }) => ({ line, campaign: campaignFromLine(values as CampaignLine) }));
  const replaced = new Set(loaded.map(({ campaign }) => campaign.id));
  const owners = new Map<string, Owner>();
  for (const campaign of stored.filter(({ id }) => !replaced.has(id))) {
    const owner = { id: campaign.id, called: `campaign ${campaign.id} in the account` };
    for (const { text } of marksOf(campaign)) if (!owners.has(text)) owners.set(text, owner);
  }
  for (const { line, campaign } of loaded) {
    for (const { key, text } of marksOf(campaign)) {
      const owner = owners.get(text);
      const message = `is already used by ${owner?.called}`;
      if (!owner) owners.set(text, { id: campaign.id, called: `campaign ${campaign.id} on line ${line}` });
      else if (owner.id !== campaign.id) report({ line, kind: "campaign", key, message });
    }
  }
}

/** Returns a warning for each of the first 100 campaigns whose parameter no tracked link can carry. */
const untrackedCampaigns = (small: readonly ReadLine[]): readonly Problem[] =>
  small
    .filter(({ kind, values: { scct_parameter: parameter } }) => {
      return kind === "campaign" && typeof parameter === "string" && !isLinkable(parameter);
    })
    .slice(0, maxProblems)
    .map(({ line, kind }) => ({
      ...{ line, kind, key: "scct_parameter" },
      message: "does not fit into a tracked link: use 1 to 128 letters, digits and the characters - _ . ~ : @ /",
    }));

type CampaignLine = Parameters<typeof campaignFromLine>[0];

/** Returns the parameter and the tracking numbers that identify a campaign, each with its key in a bundle line. */
const marksOf = ({ scctParameter, trackingNumbers }: Campaign) => [
  ...(scctParameter === null ? [] : [{ key: "scct_parameter", text: `parameter ${scctParameter}` }]),
  ...trackingNumbers.map((number) => ({ key: "tracking_numbers", text: `number ${number}` })),
];

/** Starts checking the lines of the given record types. */
export function lineChecks(types: readonly AnyLoadedType[] = loadedTypes) {
  const checks = new Map(types.flatMap(({ kind, lines }) => (lines.check ? [[kind as string, lines.check()]] : [])));
  return {
    note: (line: InputLine, report: Report): void => checks.get(line.kind)?.note?.(line, report),
    /** Compares the lines that were passed to `note` with the account's records. */
    async finish(read: ReadAccount, lineOf: LineOf, report: Report): Promise<void> {
      for (const { finish } of checks.values()) await finish?.(read, lineOf, report);
    },
    /** Compares the lines of these kinds with the catalog. Reads the bundle again only if a check needs it. */
    async compare(source: BundleSource, kinds: ReadonlySet<string>, catalog: Catalog, report: Report): Promise<void> {
      const compared = new Map(
        [...checks].flatMap(([kind, { compare }]) => (compare && kinds.has(kind) ? [[kind, compare(catalog)]] : [])),
      );
      if (compared.size > 0) await readAgain(source, compared, report);
    },
  };
}

type Compare = (line: InputLine) => readonly { readonly key: string; readonly message: string }[];

/** Reads the bundle again to compare its lines with the catalog. Problems within single lines are already reported. */
async function readAgain(source: BundleSource, compared: ReadonlyMap<string, Compare>, report: Report): Promise<void> {
  const kinds = [...compared.keys()];
  for await (const chunk of source.read()) {
    for (const raw of chunk) {
      const read = isOneOf(kinds, raw) ? readBundleLine(raw, () => {}) : undefined;
      if (!read || read.isDeletion) continue;
      const { line, kind } = read;
      for (const { key, message } of compared.get(kind)?.(read) ?? []) report({ line, kind, key, message });
    }
  }
}

type Checking = { readonly source: BundleSource; readonly deleted: DeletedRecords; readonly lineOf: LineOf };

const deletesReferenced = ({ ids }: DeletedRecords): boolean =>
  [...ids.keys()].some((kind) => referencedKinds.has(kind));

/**
 * Reports deletions of records that another record still refers to. `mentions` are the references outside the bundle.
 * Reads the bundle again to find references in its lines.
 */
async function checkDeletions(checking: Checking, mentions: readonly Mention[], report: Report): Promise<void> {
  const { source, deleted, lineOf } = checking;
  if (!deletesReferenced(deleted)) return;
  for await (const chunk of source.read()) {
    for (const raw of chunk) {
      const read = readBundleLine(raw, () => {});
      if (read && !read.isDeletion) checkMentions(read, checking, report);
    }
  }
  for (const { kind, id, by } of mentions) {
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
  eachMention(read, (key, kind, id) => {
    if (!deleted.ids.get(kind as BundleKind)?.has(id)) return;
    const message = `${kind} ${id} is deleted on line ${lineOf(kind, id)}`;
    report({ line: read.line, kind: read.kind, key, message });
  });
}

type Searching = {
  readonly deleted: DeletedRecords;
  readonly catalog: Catalog;
  readonly lineOf: LineOf;
  readonly read: ReadAccount;
};

/**
 * Finds records outside the bundle that refer to catalog records to be deleted. Returns the first reference to each.
 */
async function firstMentions({ deleted, catalog, lineOf, read }: Searching): Promise<readonly Mention[]> {
  if (!deletesReferenced(deleted)) return [];
  const ids = new Map([...deleted.ids].map(([kind, all]) => [kind as string, new Set(all)]));
  const left = (kind: string): ReadonlySet<number> => ids.get(kind) ?? none;
  const found: Mention[] = [];
  const note = (mention: Mention) => {
    if (ids.get(mention.kind)?.delete(mention.id)) found.push(mention);
  };
  for (const mention of catalogMentions(catalog, lineOf)) note(mention);
  for (const { mentions } of searchedTypes) {
    for await (const mention of mentions?.({ left, lineOf, read }) ?? []) note(mention);
  }
  return found;
}

const none: ReadonlySet<number> = new Set();

function* catalogMentions(catalog: Catalog, lineOf: LineOf): Generator<Mention> {
  function* all(by: string, byId: number, kind: string, ids: readonly number[]): Generator<Mention> {
    if (lineOf(by, byId) === undefined) for (const id of ids) yield { kind, id, by: `${by} ${byId}` };
  }
  for (const { id, locationIds } of catalog.providers) yield* all("provider", id, "location", locationIds);
  for (const { id, locationId, providerId } of catalog.listings) {
    yield* all("listing", id, "location", [locationId]);
    yield* all("listing", id, "provider", [providerId]);
  }
  for (const { id, locationIds, providerIds } of catalog.groups) {
    yield* all("group", id, "location", locationIds);
    yield* all("group", id, "provider", providerIds);
  }
  for (const { id } of catalog.surveys) yield* all("survey", id, "platform", [id]);
}
