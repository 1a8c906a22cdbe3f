import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Column } from "../src/tables/columns.js";

/** Table declaration that maps columns to record fields. */
type Declared = { readonly name: string; readonly columns: readonly Column[] };

const isDeclared = (value: unknown): value is Declared =>
  typeof value === "object" && value !== null && "name" in value && "columns" in value;

/** Returns the tables in an exported value: the value itself, or the members of an object such as `catalogTables`. */
const tablesIn = (value: unknown): readonly Declared[] =>
  isDeclared(value) ? [value] : Object.values<unknown>(Object(value)).filter(isDeclared);

const load = createRequire(__filename);
const folder = join(__dirname, "../src/tables");
const modules = readdirSync(folder)
  .filter((name) => /^[a-z-]+\.ts$/.test(name))
  .map((name) => load(join(folder, name)) as Record<string, unknown>);
const all = modules.flatMap((exported) => Object.values<unknown>(exported).flatMap(tablesIn));

/** All declared tables by name without quotation marks. */
export const declaredTables: ReadonlyMap<string, Declared> = new Map(
  all.map((table) => [table.name.replaceAll('"', ""), table]),
);

/** Table that exists only on SQLite, where its row permits the deletion of audit records. */
export const onlyOnSqlite = "audit_retention";

/** Tables of accounts whose rows are not mapped to records. */
const undeclaredOwn = [
  onlyOnSqlite,
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
  "due_subscriptions",
  "waiting_uploads",
  "tracker_ids",
  "waiting_events",
  "due_webhooks",
  "catalog_versions",
];

const declaredOwn = [...declaredTables].flatMap(([name, { columns }]) =>
  columns.some((column) => column.name === "account_id" && column.isKey) ? [name] : [],
);

/** Sorted names of the tables that contain rows of a single account. */
export const ownTables: readonly string[] = [...declaredOwn, ...undeclaredOwn].sort();
