import * as accounts from "../src/tables/accounts.js";
import * as appointments from "../src/tables/appointments.js";
import * as catalog from "../src/tables/catalog.js";
import type { Column } from "../src/tables/columns.js";
import * as conversions from "../src/tables/conversions.js";
import * as invitations from "../src/tables/invitations.js";
import * as imports from "../src/tables/imports.js";
import * as storedResponses from "../src/tables/stored-responses.js";
import * as loads from "../src/tables/loads.js";
import * as patientFiles from "../src/tables/patient-files.js";
import * as ratings from "../src/tables/ratings.js";
import * as reviews from "../src/tables/reviews.js";
import * as users from "../src/tables/users.js";
import * as widgets from "../src/tables/widgets.js";

/** Table declaration that maps columns to record fields. */
type Declared = { readonly name: string; readonly columns: readonly Column[] };

const { conversionTables, ...otherConversions } = conversions;
const { catalogTables, ...otherCatalog } = catalog;
const exported = [
  accounts,
  appointments,
  catalogTables,
  otherCatalog,
  otherConversions,
  conversionTables,
  imports,
  invitations,
  storedResponses,
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

/** All declared tables by name without quotation marks. */
export const declaredTables: ReadonlyMap<string, Declared> = new Map(
  all.map((table) => [table.name.replaceAll('"', ""), table]),
);

/** Tables of accounts whose rows are not mapped to records. */
const undeclaredOwn = [
  "audit_retention",
  "cursor_keys",
  "epochs",
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

/** Sorted names of the tables that contain rows of a single account. */
export const ownTables: readonly string[] = [...declaredOwn, ...undeclaredOwn].sort();
