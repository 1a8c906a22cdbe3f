import * as accounts from "../src/rows/accounts.js";
import * as appointments from "../src/rows/appointments.js";
import * as catalog from "../src/rows/catalog.js";
import type { Column } from "../src/rows/columns.js";
import * as conversions from "../src/rows/conversions.js";
import * as invitations from "../src/rows/invitations.js";
import * as imports from "../src/rows/imports.js";
import * as keptResponses from "../src/rows/kept-responses.js";
import * as loads from "../src/rows/loads.js";
import * as patientFiles from "../src/rows/patient-files.js";
import * as ratings from "../src/rows/ratings.js";
import * as reviews from "../src/rows/reviews.js";
import * as users from "../src/rows/users.js";
import * as widgets from "../src/rows/widgets.js";

/** A table that is declared as records. */
type Declared = { readonly name: string; readonly columns: readonly Column[] };

const { conversionTables, ...others } = conversions;
const exported = [
  accounts,
  appointments,
  catalog,
  others,
  conversionTables,
  imports,
  invitations,
  keptResponses,
  loads,
  patientFiles,
  ratings,
  reviews,
  users,
  widgets,
];
const isDeclared = (value: unknown): value is Declared =>
  typeof value === "object" && value !== null && "columns" in value;
const all = exported.flatMap((room) => Object.values<unknown>(room)).filter(isDeclared);

/** Every table that is declared, by its bare name. */
export const declaredTables: ReadonlyMap<string, Declared> = new Map(
  all.map((table) => [table.name.replaceAll('"', ""), table]),
);

/** Tables whose rows never become records. */
const undeclaredOwn = [
  "audit_retention",
  "cursor_keys",
  "erased_people",
  "feed",
  "feed_fields",
  "feed_segments",
  "feed_tombstones",
  "rating_counts",
];
export const undeclaredTables: readonly string[] = [
  ...undeclaredOwn,
  "jobs",
  "due_invitations",
  "due_invites",
  "catalog_versions",
];

const declaredOwn = [...declaredTables].flatMap(([name, { columns }]) =>
  columns.some((column) => column.name === "account_id" && column.isKey) ? [name] : [],
);

/** The names of accounts' own tables, sorted. */
export const ownTables: readonly string[] = [...declaredOwn, ...undeclaredOwn].sort();
