import { accountLine } from "../../foundation/accounts/account-line.js";
import { type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import type { InputLine, LineRules } from "../../foundation/records/line-rules.js";
import { loadedTypes, type RecordKind } from "../../subjects/record-types/record-types.js";

export type BundleKind = "account" | CatalogKind | RecordKind;

/** Rules for one kind of bundle line. `keys` identify the record to delete. Without `keys`, deletion is not allowed. */
type KindRules = Pick<LineRules<never, never, never>, "shape" | "mayRepeat"> & { readonly keys?: readonly string[] };

const catalogRules = Object.entries(catalogKinds).map(([kind, { shape }]) => [kind, { shape, keys: ["id"] }] as const);

/** Rules for all kinds of bundle lines, in the order of the documentation. */
const kinds: ReadonlyMap<string, KindRules> = new Map<string, KindRules>([
  ["account", { shape: accountLine, mayRepeat: true }],
  ...catalogRules,
  ...loadedTypes.map(({ kind, lines }) => [kind, lines] as const),
]);

export const isBundleKind = (kind: unknown): kind is BundleKind => typeof kind === "string" && kinds.has(kind);

/** All kinds of bundle lines, in the order of the documentation. */
export const bundleKinds: readonly BundleKind[] = [...kinds.keys()].filter(isBundleKind);

export const rulesOf = (kind: BundleKind): KindRules => kinds.get(kind) as KindRules;

/** A bundle line with valid keys. */
export type ReadLine = InputLine & { readonly kind: BundleKind };
