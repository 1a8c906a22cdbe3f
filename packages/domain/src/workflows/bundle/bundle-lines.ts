import { accountLine } from "../../foundation/accounts/account.js";
import { type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import { type Catalog, catalogParts } from "../../foundation/catalog/catalog.js";
import { isJsonObject, type JsonObject } from "../../foundation/kernel/json.js";
import { flag } from "../../foundation/kernel/line-fields.js";
import {
  expectedOf,
  type Field,
  kindOfValue,
  type LineReading,
  type LineShape,
  readLine,
} from "../../foundation/kernel/line-shape.js";
import { nearestOf } from "../../foundation/kernel/text.js";
import { contactsIn, patientIdsIn, type Suppression } from "../../foundation/records/personal-data.js";
import type { InputLine, LineRules, LineValues, Report } from "../../foundation/records/record-type.js";
import { loadedTypes, type RecordKind } from "../../subjects/record-types/record-types.js";
import { completeLine } from "./complete-lists.js";

export type BundleKind = "account" | CatalogKind | RecordKind | "complete";

/** Rules for one kind of bundle line. `keys` identify the record to delete. Without `keys`, deletion is not allowed. */
type KindRules = Pick<LineRules, "shape" | "mayRepeat"> & { readonly keys?: readonly string[] };

const catalogRules = Object.entries(catalogKinds).map(([kind, { shape }]) => [kind, { shape, keys: ["id"] }] as const);

/** Rules for all kinds of bundle lines, in the order of the documentation. */
const kinds: ReadonlyMap<string, KindRules> = new Map<string, KindRules>([
  ["account", { shape: accountLine, mayRepeat: true }],
  ...catalogRules,
  ...loadedTypes.map(({ kind, lines }) => [kind, lines] as const),
  ["complete", { shape: completeLine, mayRepeat: true }],
]);

const isBundleKind = (kind: unknown): kind is BundleKind => typeof kind === "string" && kinds.has(kind);

/** All kinds of bundle lines, in the order of the documentation. */
export const bundleKinds: readonly BundleKind[] = [...kinds.keys()].filter(isBundleKind);

export const rulesOf = (kind: BundleKind): KindRules => kinds.get(kind) as KindRules;

/** One line of a bundle: its parsed JSON value, or the problem that prevented parsing. */
export type ParsedLine =
  { readonly line: number; readonly value: unknown } | { readonly line: number; readonly problem: string };

/** An account bundle that can be read several times, each time from its beginning. Blank lines are skipped. */
export interface BundleSource {
  /** Reads the lines in file order, in chunks. */
  read(): AsyncIterable<readonly ParsedLine[]>;
}

/** A bundle line with valid keys. */
export type ReadLine = InputLine & { readonly kind: BundleKind };

/** A line of a known kind with all its values. If the line is faulty, it has only the values that could be read. */
type CheckedLine = ReadLine & { readonly isFaulty: boolean };

/** Reads the kind and the values of a line. Passes problems to `report`. */
export function checkBundleLine(raw: ParsedLine, report: Report): CheckedLine | undefined {
  const { line } = raw;
  if ("problem" in raw) return void report({ line, message: raw.problem });
  if (!isJsonObject(raw.value)) {
    return void report({ line, message: expectedOf({ expected: "a JSON object" }, raw.value) });
  }
  const { kind, deleted } = raw.value;
  if (!isBundleKind(kind)) return void report({ line, key: "kind", message: unknownKind(kind) });
  const isDeletion = deletion.read(deleted ?? false);
  if (isDeletion === undefined) report({ line, kind, key: "deleted", message: expectedOf(deletion, deleted) });
  const read = isDeletion === false ? wholeRecord(kind, raw.value) : keysAlone(kind, raw.value);
  // Assigning each member is much faster than object spread.
  if ("values" in read)
    return { line, kind, values: read.values, isDeletion: isDeletion === true, isFaulty: isDeletion === undefined };
  for (const { key, message } of read.problems) report({ line, kind, key, message });
  return { line, kind, values: read.partial, isDeletion: isDeletion === true, isFaulty: true };
}

/** Describes an unknown kind. Text that does not look like a kind is not repeated because it may be patient data. */
function unknownKind(kind: unknown): string {
  if (kind === undefined) return `is missing; it must be one of ${bundleKinds.join(", ")}`;
  const named = typeof kind === "string" && /^[a-z_]{1,40}$/.test(kind) ? `"${kind}"` : kindOfValue(kind);
  const meant = typeof kind === "string" ? nearestOf(kind, bundleKinds) : undefined;
  const hint = meant === undefined ? `expected one of ${bundleKinds.join(", ")}` : `did you mean ${meant}?`;
  return `${named} is not a known kind: ${hint}`;
}

/** Field `deleted`, which marks a bundle line as a deletion. */
const deletion: Field<boolean> = flag;

/** Keys of bundle lines that are not part of the record. */
const ownKeys: ReadonlySet<string> = new Set(["kind", "deleted"]);

/** Reads a line that stores a record. An unknown key can mean `deleted`, unless the line has this key or cannot delete. */
function wholeRecord(kind: BundleKind, line: JsonObject): LineReading<LineShape> {
  const { shape, keys } = rulesOf(kind);
  return readLine(shape, line, { skipped: ownKeys, others: keys && line["deleted"] === undefined ? ["deleted"] : [] });
}

/**
 * Reads the identifying keys of a deletion line. Other known keys are ignored, so the record's last line can be sent
 * again with `deleted` added. Unknown keys are reported as on any line.
 */
function keysAlone(kind: BundleKind, line: JsonObject): LineReading<LineShape> {
  const { shape: all, keys } = rulesOf(kind);
  if (!keys) return { problems: [{ key: "deleted", message: "is not allowed on a line of this kind" }], partial: {} };
  const own = Object.fromEntries(keys.flatMap((key) => (all[key] ? [[key, required(all[key])]] : [])));
  const looked = Object.entries(line).filter(([key]) => keys.includes(key) || !Object.hasOwn(all, key));
  const others = Object.keys(all).filter((key) => !Object.hasOwn(line, key));
  return readLine(own, Object.fromEntries(looked), { skipped: ownKeys, others });
}

/** Makes a field required in deletion lines by removing its default value. */
const required = ({ expected, read }: Field<unknown>): Field<unknown> => ({ expected, read });

/** Reads a line that passed the check. Returns `undefined` for a faulty line. */
export function readBundleLine(raw: ParsedLine, report: Report): ReadLine | undefined {
  const read = checkBundleLine(raw, report);
  return read?.isFaulty === true ? undefined : read;
}

/** Returns true if a line is of one of these kinds, or if its kind cannot be read. */
export const isOneOf = (kinds: readonly string[], raw: ParsedLine): boolean =>
  !("value" in raw) || !isJsonObject(raw.value) || kinds.includes(raw.value["kind"] as string);

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

/** Returns the catalog records in the lines of a bundle. */
export function catalogIn(small: readonly ReadLine[]): Partial<Catalog> {
  const parts = (Object.keys(catalogKinds) as CatalogKind[]).map((kind) => {
    const { part, record } = catalogKinds[kind];
    const lines = small.filter((line) => line.kind === kind);
    return [part, lines.map(({ values }) => (record as (line: unknown) => unknown)(values))];
  });
  return Object.fromEntries(parts) as Partial<Catalog>;
}

/** Returns the stored catalog after merging the catalog records of the bundle. */
export function catalogWith(stored: Catalog, small: readonly ReadLine[]): Catalog {
  const loaded = catalogIn(small);
  const parts = catalogParts.map((part) => {
    const all: readonly { readonly id: number }[] = [...stored[part], ...(loaded[part] ?? [])];
    return [part, [...new Map(all.map((one) => [one.id, one])).values()]];
  });
  return Object.fromEntries(parts) as Catalog;
}

/** For each kind of line, the keys that contain a phone number or email address of a patient, caller or prospect. */
const contactKeys = new Map<string, readonly string[] | undefined>(
  loadedTypes.map(({ kind, lines }) => [kind, lines.contacts]),
);

/**
 * Returns true if a line is about an erased person.
 * Accepts stop lines, because they prevent messages to the person.
 */
export const erasedLines =
  ({ isEmpty, has }: Suppression) =>
  ({ kind, values }: ReadLine): boolean => {
    const keys = contactKeys.get(kind);
    if (isEmpty || !keys) return false;
    const textOf = (key: string) => (typeof values[key] === "string" ? values[key] : undefined);
    return has({ patientIds: patientIdsIn([textOf("patient_id")]), contacts: contactsIn(keys.map(textOf)) });
  };
