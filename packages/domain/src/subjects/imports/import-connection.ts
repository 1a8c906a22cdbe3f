import { invalid, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, MessageId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import {
  defaulted,
  flag,
  idOf,
  label,
  mapOf,
  oneOf,
  optional,
  parsed,
  texts,
  wholeFrom,
} from "../../foundation/kernel/line-fields.js";
import {
  absentValues,
  type Field,
  kindOfValue,
  maxKeyLength,
  type Members,
  membersOf,
  type Shaped,
  writeLine,
} from "../../foundation/kernel/line-shape.js";
import { parseTimeZone, type TimeZone } from "../../foundation/kernel/times.js";
import { type DateOrder, dateOrders } from "../../foundation/kernel/written-times.js";
import {
  countOnly,
  type LoadedType,
  type Looking,
  type Mention,
  storingRecords,
} from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { reviewFields } from "../reviews/review-rows.js";
import { type ColumnMap, fieldName, type FileLayout, type ImportField, importFields } from "./source-system.js";
import { mappedMeanings } from "./status-words.js";

const intervalScopes = ["account", "provider"] as const;
type IntervalScope = (typeof intervalScopes)[number];

/**
 * Connection that supplies appointment files from a practice's system, with its import settings. `importConnectionLine`
 * describes the members.
 */
export type ImportConnection = Members<Shaped<typeof importConnectionLine>>;

export interface ImportConnectionStore {
  /** Returns all connections of the account, sorted by name. */
  all(account: AccountId): Promise<ImportConnection[]>;
  /** Inserts connections, or replaces connections with the same name. */
  save(account: AccountId, connections: readonly ImportConnection[]): Promise<void>;
  /** Deletes connections by name. Ignores unknown names. */
  remove(account: AccountId, names: readonly string[]): Promise<void>;
}

/**
 * Returns the import connection with this name. If the name is omitted, returns the account's only connection, or the
 * default settings if there is none. Throws `connection_required` and `connection_not_found`.
 */
export function chooseConnection(connections: readonly ImportConnection[], name: string | undefined): ImportConnection {
  const names = connections.map((one) => one.name).join(", ");
  if (name === undefined) {
    if (connections.length > 1) {
      throw invalid(
        "connection_required",
        `the account has several import connections; specify one of these: ${names}`,
      );
    }
    return connections[0] ?? defaultConnection;
  }
  const found = connections.find((one) => one.name === name);
  if (found) return found;
  throw notFound(
    "connection_not_found",
    `the account has no such import connection; the connections of the account are: ${names || "none"}`,
  );
}

const maxDays = 36_525;
const maxHours = 720;

const fieldsByName = new Map([...importFields, ...reviewFields].map((field) => [fieldName(field), field]));

/** Field for headings by field name. */
const columnMap: Field<ColumnMap> = {
  expected: `an object with headings (or null) for fields such as ${[...fieldsByName.keys()].slice(0, 3).join(", ")}`,
  read: (value) => {
    const headings = mapOf(heading, "").read(value);
    if (!headings || !Object.keys(headings).every((name) => fieldsByName.has(name))) return undefined;
    return Object.fromEntries(Object.entries(headings).map(([name, one]) => [fieldsByName.get(name), one.text]));
  },
  write: (columns: ColumnMap) =>
    Object.fromEntries(Object.entries(columns).map(([field, heading]) => [fieldName(field), heading])),
  inside: (value) => {
    const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
    const unknown = names.filter((name) => !fieldsByName.has(name)).slice(0, 1);
    const message = `is not a field: expected one of ${[...fieldsByName.keys()].join(", ")}`;
    return unknown.length > 0
      ? unknown.map((name) => ({ key: `.${name.slice(0, maxKeyLength)}`, message }))
      : (mapOf(heading, "").inside?.(value) ?? []);
  },
};

/** Field for a heading. The heading is wrapped, because `null` is a valid value. */
const heading: Field<{ readonly text: string | null }> = {
  expected: "a heading, or null",
  found: kindOfValue,
  read: (value) => {
    const text = value === null ? null : label.read(value);
    return text === undefined ? undefined : { text };
  },
};

/** Fields of an `import_connection` line in a bundle. */
export const importConnectionLine = {
  /** Name of the connection, unique within the account. */
  name: label,
  captures_appointments: defaulted(flag, true),
  sends_invites: defaulted(flag, true),
  /** Order of day and month in ambiguous dates such as `03/04/2026`. */
  date_order: defaulted(
    parsed<DateOrder>(`one of ${dateOrders.join(", ")}`, (text) => dateOrders.find((one) => one === text)),
    "month_first",
  ),
  /**
   * Maximum number of local days between the upload and an appointment. `max_past_days` applies to appointments before
   * the upload, `max_future_days` to later appointments.
   */
  max_past_days: defaulted(wholeFrom(0, maxDays), 14),
  max_future_days: defaulted(wholeFrom(0, maxDays), 0),
  /** Minimum interval between two invites to a patient, in days of 24 hours. */
  invite_interval_days: defaulted(wholeFrom(0, maxDays), 30),
  /** Scope of the minimum interval: all invites of the account, or only invites for the same provider. */
  invite_interval_scope: defaulted(
    parsed<IntervalScope>(`one of ${intervalScopes.join(", ")}`, (text) => intervalScopes.find((one) => one === text)),
    "account",
  ),
  /** Number of hours between a visit and its invite, if the visit is after the upload. */
  send_after_hours: defaulted(wholeFrom(0, maxHours), 2),
  require_provider: defaulted(flag, false),
  require_date_of_birth: defaulted(flag, false),
  require_state: defaulted(flag, false),
  require_state_for_invites: defaulted(flag, false),
  /** Minimum age of a patient for an invite, in years on the day of the appointment. `null` means no minimum. */
  minimum_invite_age: optional(wholeFrom(0, 150)),
  /** If true, the invite rules are checked, but no invites are sent. */
  monitoring_only: defaulted(flag, false),
  /** References of silenced locations and providers, as in the file. Rows with these references are skipped. */
  silenced_location_refs: defaulted(texts, []),
  silenced_provider_refs: defaulted(texts, []),
  message_id: optional(idOf<MessageId>("message")),
  statuses: defaulted(mapOf(oneOf(mappedMeanings), "an object with a meaning for each status word"), {}),
  columns: defaulted(columnMap, {}),
  location_refs: defaulted(mapOf(label, "an object with external ids"), {}),
  provider_refs: defaulted(mapOf(label, "an object with external ids"), {}),
  time_zone: optional(parsed<TimeZone>("an IANA time zone such as America/Denver", parseTimeZone)),
};

/** Settings of an account without connections. */
export const defaultConnection: ImportConnection = membersOf({
  ...absentValues(importConnectionLine),
  name: "default",
});

const kind = "import_connection";

export const importConnectionType: LoadedType<typeof kind> = {
  kind,
  lines: {
    shape: importConnectionLine,
    keys: ["name"],
    storing: storingRecords(importConnectionLine, membersOf, recordImportConnections),
    async *stored({ importConnections }, account) {
      yield (await importConnections.all(account)).map((one) => writeLine(importConnectionLine, one));
    },
    async removing(keys, work) {
      const names = keys.map(({ name }) => name as string);
      return countOnly(await removeImportConnections(names, work));
    },
  },
  mentions: connectionMentions,
};

async function* connectionMentions({ lineOf, read }: Looking): AsyncGenerator<Mention> {
  for (const { name, messageId } of await read(({ importConnections }, account) => importConnections.all(account))) {
    if (messageId === null || lineOf(kind, name) !== undefined) continue;
    yield { kind: "message", id: messageId, by: `${kind} ${name}` };
  }
}

/** Stores new and changed connections and returns them. */
async function recordImportConnections(
  connections: readonly ImportConnection[],
  { stores, account }: UnitOfWork,
): Promise<readonly ImportConnection[]> {
  const known = new Map((await stores.importConnections.all(account)).map((one) => [one.name, one]));
  const changed = connections.filter((one) => !sameValue(one, known.get(one.name)));
  await stores.importConnections.save(account, changed);
  return changed;
}

/** Deletes import connections by name. Returns the connections that existed. */
async function removeImportConnections(
  names: readonly string[],
  { stores, account }: UnitOfWork,
): Promise<readonly ImportConnection[]> {
  const found = (await stores.importConnections.all(account)).filter(({ name }) => names.includes(name));
  await stores.importConnections.remove(account, names);
  return found;
}

/** Column that a connection needs and that a table does not have. */
type Gap = {
  /** The table needs a column for at least one of these fields. */
  readonly fields: readonly ImportField[];
  /** Consequence of the missing column. */
  readonly effect: string;
  /** True if the file cannot be imported without the column. */
  readonly isStopping: boolean;
};

/** Returns the columns that a table lacks. Other formats have no columns. */
function gapsOf({ columns }: FileLayout, connection: ImportConnection): readonly Gap[] {
  if (!columns) return [];
  const { sendsInvites, requireProvider } = connection;
  const gaps: readonly (Gap | false)[] = [
    sendsInvites && { fields: contactFields, effect: "no patient can be invited", isStopping: true },
    requireProvider && { fields: ["provider"], effect: "every row lacks its provider", isStopping: true },
    { fields: ["status"], effect: "canceled appointments count as visits", isStopping: false },
    { fields: ["patientId"], effect: "patients are recognized only by phone, email or name", isStopping: false },
  ];
  const isFilled = (field: ImportField) =>
    connection.columns[field] === null || columns.some((column) => column.field === field);
  return gaps.filter((gap) => gap !== false).filter(({ fields }) => !fields.some(isFilled));
}

const contactFields: readonly ImportField[] = ["mobilePhone", "homePhone", "workPhone", "email"];

/** Returns a message about each column that a table lacks, with the key to add to the connection. */
export const columnWarnings = (layout: FileLayout, connection: ImportConnection): readonly string[] => [
  ...gapsOf(layout, connection).map((gap) => messageOf(gap, layout)),
  ...replacedStatuses(layout, connection),
];

/** Returns a message about each status column that is not read because the connection names another one. */
const replacedStatuses = ({ unread = [] }: FileLayout, { columns: { status } }: ImportConnection): readonly string[] =>
  unread.flatMap(({ heading, replaced }) =>
    replaced === "status" && status
      ? [
          `the column ${heading} is not read, because the connection names ${status} for status; to read both, remove status from "columns" and add ${JSON.stringify(status)} with its meaning to "statuses"`,
        ]
      : [],
  );

/** Throws `columns_missing` if a table lacks a column without which its import would be useless. */
export function refuseMissingColumns(layout: FileLayout, connection: ImportConnection): void {
  const gap = gapsOf(layout, connection).find(({ isStopping }) => isStopping);
  const { advice } = layout;
  if (gap) throw invalid("columns_missing", [messageOf(gap, layout), advice].filter(Boolean).join("; "));
}

function messageOf({ fields, effect }: Gap, { unread = [] }: FileLayout): string {
  const [first = "email"] = fields;
  const names = fields.map(fieldName);
  const likely = unread.find(({ meant }) => meant !== undefined && fields.includes(meant));
  const own = columnsKey([[likely?.meant ?? first, likely?.heading ?? "<heading>"]]);
  return `the table has no column for ${names.join(", ")}, so ${effect}; add ${own} to the connection, or ${columnsKey([[first, null]])} if there is none`;
}

/** Formats the key of a connection that names the headings of fields. */
const columnsKey = (headings: readonly (readonly [ImportField, string | null])[]): string =>
  `"columns": ${JSON.stringify(Object.fromEntries(headings.map(([field, heading]) => [fieldName(field), heading])))}`;

/** Returns the keys to add to a connection so that it reads similar headings, or an empty array if there are none. */
export function columnKeys({ unread = [] }: FileLayout): readonly string[] {
  const similar = unread.flatMap(({ heading, meant }) => (meant === undefined ? [] : [[meant, heading] as const]));
  return similar.length === 0 ? [] : [columnsKey(similar)];
}
