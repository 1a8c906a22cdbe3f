import type { AccountSettings } from "../../foundation/accounts/account.js";
import type { Catalog } from "../../foundation/catalog/catalog.js";
import { folded, placesOf } from "../../foundation/catalog/places.js";
import type { Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { numberOfText, remembered, textTable } from "../../foundation/kernel/lookup-tables.js";
import {
  type CalendarDate,
  hour,
  type Instant,
  localCalendar,
  localInstants,
  plus,
  plusDays,
  type TimeZone,
} from "../../foundation/kernel/times.js";
import type { MomentOrDay } from "../appointments/appointment.js";
import { type InviteTerms, judgeSlot } from "./decision-table.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportStart } from "./import-run.js";
import { deceasedKeys, keysOfVisit, type LookUp, patientOf, type VisitKeys } from "./match.js";
import {
  type FileChunk,
  fileChunks,
  type JudgedRow,
  type Reading,
  readSlot,
  readTimes,
  readVisit,
  type RowFilter,
  type Slot,
  type SystemTerms,
  versionOf,
  type Visit,
  type WithdrawnRow,
} from "./rows.js";
import type { ImportFile, ImportRow } from "./source-system.js";
import { isOpen, statusMeanings, type WithheldStatus } from "./status-words.js";

/** Account data that an import needs before it reads the rows. */
type AccountTerms = {
  readonly settings: AccountSettings;
  readonly catalog: Pick<Catalog, "locations" | "providers" | "messages">;
  readonly connections: readonly ImportConnection[];
};

/** Settings that stay constant while the rows of a file are checked. */
export type RunTerms = InviteTerms &
  SystemTerms & {
    readonly reading: Reading;
    readonly lookUp: LookUp;
    readonly uploadedAt: Instant;
    /** Name of the message of the invites. Empty if the connection has none. */
    readonly messageName: string;
  };

export const runTerms = (
  account: AccountId,
  { connections, hasPartial, ...terms }: AccountTerms & { readonly hasPartial: boolean },
  connection: ImportConnection,
  uploadedAt: Instant,
): RunTerms => ({
  ...rowTerms(terms, connection, uploadedAt),
  lookUp: {
    account,
    connection,
    seeksPeople: hasPartial || connections.length > 1,
    otherConnections: connections.map(({ name }) => name).filter((name) => name !== connection.name),
    plannedAt: plannedTimes(uploadedAt, terms.settings.timeZone, connection.sendAfterHours),
    dayOf: permitsSeveral(connection) ? localDays(terms.settings.timeZone) : undefined,
    calendar: localCalendar(terms.settings.timeZone),
    maxInvitesPerDay: terms.settings.maxInvitesPerDay,
  },
});

/** Returns true if the interval between invites permits several invites to one contact on one day. */
const permitsSeveral = ({ inviteIntervalDays, inviteIntervalScope }: ImportConnection): boolean =>
  inviteIntervalDays === 0 || inviteIntervalScope === "provider";

function localDays(zone: TimeZone) {
  const { dateOf, startOf, endOf } = localCalendar(zone);
  return (at: Instant) => ({ after: plus(startOf(dateOf(at)), -1), until: plus(endOf(dateOf(at)), -1) });
}

/** Returns the settings for checking rows on their own, without stored records. */
export function rowTerms(
  { settings, catalog }: Omit<AccountTerms, "connections">,
  connection: ImportConnection,
  uploadedAt: Instant,
): Omit<RunTerms, "lookUp"> {
  const places = placesOf(catalog, connection);
  const { timeZone } = settings;
  const times = readTimes(uploadedAt, timeZone, connection.timeZone ?? timeZone, connection.dateOrder);
  const message = catalog.messages.find(({ id }) => id === connection.messageId);
  return {
    connection,
    uploadedAt,
    system: { ...connection, accountTimeZone: timeZone },
    meaningOf: statusMeanings(connection.statuses),
    reading: { times, places },
    severalLocations: places.severalLocations,
    uploadDate: times.uploadDate,
    allowedDays: {
      from: plusDays(times.uploadDate, -connection.maxPastDays),
      to: plusDays(times.uploadDate, connection.maxFutureDays),
    },
    silenced: {
      locations: new Set(connection.silencedLocationRefs.map(folded)),
      providers: new Set(connection.silencedProviderRefs.map(folded)),
    },
    messageName: message?.name ?? "",
    isMessageSilenced: message?.silenced === true,
    isMonitoringOnly: settings.monitoringOnly,
  };
}

/** Earliest local hour for sending an invite after a visit without a time of day. */
const morning = 9;

/**
 * Creates a function that returns the planned time of an invite for a visit. If the visit was before the upload, the
 * planned time is the time of the upload. A visit without a time of day ends at midnight.
 */
function plannedTimes(uploadedAt: Instant, zone: TimeZone, sendAfterHours: number) {
  const calendar = localCalendar(zone);
  const instantOf = localInstants(zone);
  const delay = sendAfterHours * hour;

  const afterDay = remembered((date: CalendarDate): Instant => {
    const midnight = calendar.endOf(date);
    if (midnight <= uploadedAt) return uploadedAt;
    const [year, month, day] = plusDays(date, 1).split("-").map(Number) as [number, number, number];
    const earliest = instantOf({ year, month, day, hour: morning, minute: 0, second: 0 });
    return Math.max(earliest, plus(midnight, delay)) as Instant;
  });

  return (at: MomentOrDay | null): Instant => {
    if (typeof at === "string") return afterDay(at);
    return at !== null && at > uploadedAt ? plus(at, delay) : uploadedAt;
  };
}

/** Facts about the whole appointment file. The rules need these facts to check each row. */
export type FileFacts = {
  readonly rows: number;
  readonly withdrawn: number;
  /**
   * Number of rows that were skipped because they are about erased people. The other counters do not include these
   * rows.
   */
  readonly suppressed: number;
  readonly versions: RowVersions;
  readonly lastWords: LastWords;
  readonly ids: LearnedIds;
  /** Messages for a person about the values of the file. */
  readonly warnings: readonly string[];
  /** True if every row has a patient id. */
  readonly allHavePatients: boolean;
  /** Patients who died, according to a row of the file. */
  readonly deceased: ReadonlySet<string>;
  /** Hash of the rows, the connection and the test mode. */
  readonly digest: string;
};

/** Counts the rows whose date has day and month only in the other order than the connection's, or whose time is invalid. */
export function timeWarnings({ connection, reading: { times } }: Pick<RunTerms, "connection" | "reading">) {
  const words = { day_first: "the day first", month_first: "the month first" } as const;
  const other = connection.dateOrder === "day_first" ? "month_first" : "day_first";
  const [otherOrder, unread] = [countedRows(), countedRows()];
  return {
    note({ row, appointmentDate = "", appointmentTime = "" }: ImportRow): void {
      if (times.isInOtherOrder(appointmentDate)) otherOrder.note(row);
      if (appointmentTime.trim() === "") return;
      if (typeof times.appointment(appointmentDate, appointmentTime).at === "string") unread.note(row);
    },
    warnings: (): readonly string[] => [
      ...otherOrder.text(
        "the date",
        `must have ${words[other]}, but the connection reads dates such as 03/04/2026 with ${words[connection.dateOrder]}; if this is wrong, add "date_order": "${other}" to the connection`,
      ),
      ...unread.text("the time", "cannot be read as a time such as 14:30 or 2:30 PM, so only the date counts"),
    ],
  };
}

function countedRows() {
  let [rows, first] = [0, 0];
  return {
    note(row: number): void {
      rows += 1;
      first ||= row;
    },
    text: (what: string, problem: string): readonly string[] =>
      rows === 0 ? [] : [`${what} in row ${first}${rows > 1 ? ` and ${rows - 1} more` : ""} ${problem}`],
  };
}

/** Reads an appointment file for the first time and collects the facts about it. */
export async function readVersions(
  { secrets }: { readonly secrets: Secrets },
  file: ImportFile,
  start: ImportStart,
  terms: RunTerms,
  isDropped: RowFilter["isDropped"],
  onRows: (rows: number) => void,
): Promise<FileFacts> {
  const versions = rowVersions();
  const words = lastWords();
  const ids = learnedIds(start.connection);
  const deceased = new Set<string>();
  const keysOf = (row: ImportRow) => keysOfVisit(readVisit(row, terms.reading), start.connection);

  function note(row: JudgedRow): void {
    if (row.open) noteWithdrawn({ row, status: row.open }, true);
    allHavePatients &&= Boolean(row.patientId?.trim());
    ofTimes.note(row);
    const slot = readSlot(row, terms.reading);
    if (judgeSlot(slot, terms).length > 0) return;
    const ref = row.appointmentId?.trim() || null;
    versions.note(ref, { ...slot, open: row.open }, row.row);
    ids.note(ref, isOpen(row.open ?? null), () => readVisit(row, terms.reading));
    if (!row.open && !words.isEmpty()) words.restore(keysOf(row), row.row);
  }

  function noteWithdrawn({ row, status }: WithdrawnRow, isJudged: boolean): void {
    const visit = readVisit(row, terms.reading);
    const about = { row: row.row, at: status === "rescheduled" ? visit.at : null };
    words.withdraw(keysOfVisit(visit, start.connection), about, isJudged);
    if (status === "deceased") for (const { value } of deceasedKeys(patientOf(visit))) deceased.add(value);
  }

  const ofTimes = timeWarnings(terms);
  let allHavePatients = true;
  let digest = secrets.sha256(JSON.stringify([start.connection, start.isTest]));
  let rows = 0;
  let withdrawn = 0;
  let suppressed = 0;
  for await (const chunk of fileChunks(file, terms, { isDropped, onDropped: () => (suppressed += 1) })) {
    digest = secrets.sha256(digest + JSON.stringify(chunk));
    for (const { row, withdrawn: one } of inFileOrder(chunk)) {
      if (one) noteWithdrawn(one, false);
      else note(row);
    }
    withdrawn += chunk.withdrawn.length;
    onRows((rows += chunk.rows.length));
  }
  const found = {
    versions: versions.finish(),
    lastWords: words,
    ids,
    allHavePatients,
    deceased,
    warnings: ofTimes.warnings(),
  };
  return { rows, withdrawn, suppressed, ...found, digest };
}

function inFileOrder({
  rows,
  withdrawn,
}: FileChunk): readonly { readonly row: JudgedRow; readonly withdrawn?: WithdrawnRow }[] {
  const judged: readonly { readonly row: JudgedRow; readonly withdrawn?: WithdrawnRow }[] = rows.map((row) => ({
    row,
  }));
  if (withdrawn.length === 0) return judged;
  const all = [...judged, ...withdrawn.map((one) => ({ row: one.row, withdrawn: one }))];
  return all.sort((a, b) => a.row.row - b.row.row);
}

/** Index that shows which rows of a file are superseded by later rows about the same appointment. */
export type RowVersions = {
  /**
   * If a later row supersedes the given row, returns the number of the row with the appointment's latest version.
   * Otherwise, returns `undefined`.
   */
  supersededBy(visit: Pick<Visit, "ref" | "row">): number | undefined;
  /** True if every row has an appointment id. */
  readonly allHaveRefs: boolean;
};

/**
 * Collects the versions of appointments. Add the rows in file order. After `finish`, only changed appointments stay in
 * memory.
 */
function rowVersions() {
  let last = textTable(1);
  const changed = textTable(1);
  let allHaveRefs = true;
  return {
    /** An appointment whose status is open has another version than the same appointment with a settled status. */
    note(ref: string | null, slot: Slot & { readonly open: WithheldStatus | undefined }, row: number): void {
      if (ref === null) {
        allHaveRefs = false;
        return;
      }
      const version = numberOfText(`${versionOf(slot)}${slot.open ?? ""}`);
      const before = last.find(ref);
      if (before < 0) {
        last.add(ref, version);
        return;
      }
      if (last.get(before, 0) === version) return;
      last.set(before, 0, version);
      const known = changed.find(ref);
      if (known < 0) changed.add(ref, row);
      else changed.set(known, 0, row);
    },
    /** Returns the index of row versions. Call this function after the last row of the file was added. */
    finish(): RowVersions {
      last = textTable(1);
      return {
        allHaveRefs,
        supersededBy({ ref, row }) {
          const at = ref === null ? -1 : changed.find(ref);
          const latest = at < 0 ? row : changed.get(at, 0);
          return row < latest ? latest : undefined;
        },
      };
    },
  };
}

/** Appointment ids for rows that have none. The ids come from other rows of the same file about the same visit. */
type LearnedIds = {
  /**
   * Returns a copy of the row with the appointment id from another row about the same visit.
   * Returns the row unchanged if the row already has an appointment id or no such row exists.
   */
  named(visit: Visit): Visit;
};

/**
 * Collects appointment ids from the rows of a file. Add the rows in file order. Stores only the ids of visits that also
 * have a row without an id.
 */
function learnedIds(connection: string) {
  const unnamed = textTable(0);
  const refs = new Map<string, string>();
  let isEmpty = true;
  const keyOf = (visit: Visit) => keysOfVisit(visit, connection).visit;
  return {
    /**
     * Adds a row. As long as all rows have an id, `readVisit` is not called. A row whose status is open also gives its id
     * to later rows, because they may replace it.
     */
    note(ref: string | null, isReplaceable: boolean, readVisit: () => Visit): void {
      if (ref !== null && isEmpty && !isReplaceable) return;
      const key = keyOf(readVisit());
      if (key === undefined) return;
      const isKnown = unnamed.find(key) >= 0;
      if (ref === null) {
        if (!isKnown) unnamed.add(key);
        isEmpty = false;
      } else if ((isKnown || isReplaceable) && !refs.has(key)) refs.set(key, ref);
    },
    named(visit: Visit): Visit {
      if (visit.ref !== null || refs.size === 0) return visit;
      const ref = refs.get(keyOf(visit) ?? "");
      return ref === undefined ? visit : { ...visit, ref };
    },
  };
}

/** Index of canceled visits. Shows whether a later row of the file reinstates a visit. */
export type LastWords = {
  isOverruled(visit: string | undefined, row: number): boolean;
  /** Returns true if the last row about a visit withdraws it or has an open status. Call it after the last row. */
  isWithdrawn(names: Names, at: MomentOrDay | null): boolean;
  /** Returns the row that settled a visit after rows with an open status or withdrawals. */
  settledBy(names: Names): number | undefined;
};

type Names = Pick<VisitKeys, "invited" | "visit">;

/** Last withdrawal of a visit. `at` is the old time of a rescheduled appointment, which may have moved since. */
type LastWord = { readonly row: number; readonly at: MomentOrDay | null };

/** Returns true if a row has an appointment id. */
const isNamed = ({ invited, visit }: Names): boolean => invited !== visit;

/**
 * Creates an index of the withdrawn appointments in a file. Add the rows in file order. A row whose status is open takes
 * back the invite of an appointment too, but has no effect on an appointment that an earlier row has withdrawn.
 *
 * A row with an appointment id and a row without an id match if they describe the same visit. Memory use depends only
 * on the number of withdrawn appointments.
 */
function lastWords() {
  const withdrawnAt = new Map<string, LastWord>();
  const settledAt = new Map<string, number>();
  /** Keys of withdrawn appointments, grouped by visit. Contains only appointments with an appointment id. */
  const namedAt = new Map<string, string[]>();

  return {
    withdraw(names: Names, word: LastWord, isOpen: boolean): void {
      const { invited, visit } = names;
      if (invited === undefined || (isOpen && withdrawnAt.has(invited))) return;
      withdrawnAt.set(invited, word);
      if (visit === undefined || !isNamed(names)) return;
      const named = namedAt.get(visit);
      if (named) named.push(invited);
      else namedAt.set(visit, [invited]);
    },
    restore(names: Names, row: number): void {
      const { invited = "", visit = "" } = names;
      const named = isNamed(names) ? [] : (namedAt.get(visit) ?? []);
      const restored = [invited, visit, ...named].filter((key) => withdrawnAt.delete(key));
      if (restored.length > 0) for (const key of [invited, ...named]) settledAt.set(key, row);
      // Later rows without an appointment id refer to the appointment that this row restores.
      namedAt.delete(visit);
    },
    isEmpty: (): boolean => withdrawnAt.size === 0,
    /** Returns true if a later row about the same visit restores the appointment or withdraws it again. */
    isOverruled: (visit: string | undefined, row: number): boolean =>
      visit !== undefined && withdrawnAt.get(visit)?.row !== row,
    isWithdrawn(names: Names, at: MomentOrDay | null): boolean {
      const { invited = "", visit = "" } = names;
      const others = isNamed(names) ? [] : (namedAt.get(visit) ?? []);
      const words = [invited, visit, ...others].flatMap((key) => withdrawnAt.get(key) ?? []);
      return words.some((word) => word.at === null || word.at === at);
    },
    settledBy: ({ invited = "" }: Names): number | undefined => settledAt.get(invited),
  };
}
