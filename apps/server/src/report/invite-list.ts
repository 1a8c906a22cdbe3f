import type { RowPlan } from "@repute/domain";
import { filledTable, minuteText, paragraphs, table, type Text } from "../terminal/output.js";
import { adviceOn, matchDetail } from "./import-report.js";
import { groupedRows, showTime, type ShowTime } from "./report-groups.js";
import { countIn, type ReportGroup, type ReportPart, taskTones } from "./report-page.js";
import { statusTexts } from "./withdrawals.js";

/** Columns of the CSV file of planned invites. */
export const inviteColumns = [
  ...["row", "location", "patient_name", "patient_id", "appointment_date", "send_at", "channel", "sent_to", "message"],
  "no_invite_because",
] as const;

const plannedColumns = ["Row", "Patient", "Patient ID", "Appointment", "Send time", "Invite to", "Message"];
const uninvitedColumns = ["Row", "Patient", "Patient ID", "Appointment", "Reason"];
const elsewhere = "The CSV file of invites (--invites) contains all rows.";
/** Maximum number of rows that the report lists in each of its two parts about invites. */
const maxListed = 2_000;

/** Planned invites of an import, and rows without an invite, by location. Keeps a bounded number of rows in memory. */
export function inviteList(timeZone: string) {
  const show = showTime(timeZone);
  const isoTime = (time: string) => (time.includes("T") ? minuteText(time, timeZone) : time);
  const planned = groupedRows(plannedColumns, elsewhere, maxListed);
  const uninvited = groupedRows(uninvitedColumns, elsewhere, maxListed);
  return {
    /** Adds the plan of a row. Returns the cells of its line in the CSV file. */
    add({ row, patientName, patientId, appointment, location, invite, reasons }: RowPlan): readonly unknown[] {
      const texts = reasons.map((reason) => reasonTexts(reason, show));
      const reason = texts.map(({ detail }) => detail).join("; ");
      const { type, sentTo, sentAt, message } = invite ?? noInvite;
      const about = [row ? String(row) : "", patientName, patientId, show(appointment)];
      const head = headOf(invite ? "invites" : "no-invites", location || "Unknown location");
      if (invite) planned.add(head, [...about, show(sentAt), sentTo, message]);
      else uninvited.add(head, [...about, reason], { value: texts[0]?.title });
      const cells = [row, location, patientName, patientId, isoTime(appointment), isoTime(sentAt), type, sentTo];
      return [...cells, message, reason].map((cell) => cell || null);
    },
    /** If the plans come from the database, `isTest` is true for a test, which stores no invites. */
    summary: (stored?: { readonly isTest: boolean }): InviteSummary => ({
      ...{ timeZone, planned: stored?.isTest ? null : byTitle(planned.all()), uninvited: byTitle(uninvited.all()) },
      note: stored && (stored.isTest ? testNote : storedNote),
    }),
  };
}

const byTitle = (groups: readonly ReportGroup[]): readonly ReportGroup[] =>
  groups.toSorted((one, other) => one.title.localeCompare(other.title, "en"));

const noInvite = { type: "", sentTo: "", sentAt: "", message: "" };

const testNote =
  "A test stores no invites, so this list has only the rows with a stored reason. To list the planned invites, import the file again with --test.";
const storedNote =
  "The list has the invites as they are now. Invites that were withdrawn or erased since then are missing. Rows are missing if the patient is below the minimum age or if a later row withdraws the appointment.";

/** Groups by location: the rows with an invite, and the other rows. */
export type InviteSummary = {
  readonly timeZone: string;
  /** `null` if the invites are unknown, because a test does not store them. */
  readonly planned: readonly ReportGroup[] | null;
  readonly uninvited: readonly ReportGroup[];
  /** Limits of the list, if it comes from the database. */
  readonly note: string | undefined;
};

const headOf = (kind: string, location: string) => ({
  ...{ id: `${kind}-${Buffer.from(location).toString("hex")}`, title: location },
  ...{ advice: "", tone: taskTones.nothing },
});

type Reason = RowPlan["reasons"][number];

/** Reasons without an error row. */
const uninvitedTexts: Readonly<Record<Extract<Reason, string>, string>> = {
  ...statusTexts,
  later_row: "A later row of the file withdraws the appointment",
  no_invites: "The connection sends no invites",
  too_young: "Patient is below the minimum age",
};

function reasonTexts(reason: Reason, show: ShowTime): { readonly title: string; readonly detail: string } {
  if (typeof reason === "string") return { title: uninvitedTexts[reason], detail: uninvitedTexts[reason] };
  const title = isMonitored(reason) ? "Monitoring mode, so no invites are sent" : adviceOn(reason).title;
  const detail = matchDetail(reason, show);
  return { title, detail: detail === "" ? title : `${title} (${detail})` };
}

const isMonitored = ({ error_type: type, match_info: info }: Exclude<Reason, string>): boolean =>
  type === "monitoring_only" && info === undefined;

/** Parts of the report that list the planned invites, and the rows without an invite. */
export const inviteParts = ({ timeZone, planned, uninvited }: InviteSummary): readonly ReportPart[] => [
  ...(planned
    ? [
        {
          title: "Planned invites, by location",
          counts: [["Planned invites", countIn(planned)]] as const,
          groups: planned.map((group) => ({ ...group, advice: `Times are in the time zone ${timeZone}.` })),
        },
      ]
    : []),
  {
    title: "Rows without an invite, by location",
    counts: [["Rows without an invite", countIn(uninvited)]],
    groups: uninvited.map((group) => ({ ...group, advice: "Number of rows by reason:" })),
  },
];

/** Counts by location and by reason for `--json`. */
export function invitesItem({ planned, uninvited }: InviteSummary) {
  const locations = [...new Set([...(planned ?? []), ...uninvited].map(({ title }) => title))].sort();
  const countAt = (groups: readonly ReportGroup[], location: string) =>
    countIn(groups.filter(({ title }) => title === location));
  const reasons = new Map<string, number>();
  for (const [reason, rows] of uninvited.flatMap(({ values }) => values)) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + rows);
  }
  return {
    by_location: locations.map((location) => ({
      location,
      planned_invites: planned && countAt(planned, location),
      rows_without_invite: countAt(uninvited, location),
    })),
    reasons: [...reasons].map(([reason, rows]) => ({ reason, rows })).sort((one, other) => other.rows - one.rows),
  };
}

/** Number of rows that the terminal shows per table. */
const maxShown = 20;

/** Summarizes the invites for a terminal. If `listsRows` is true, also lists the first rows of each location. */
export function inviteText(summary: InviteSummary, listsRows: boolean): Text {
  const { by_location: locations, reasons } = invitesItem(summary);
  const { timeZone, planned, uninvited, note } = summary;
  return paragraphs(
    table(
      ["location", "planned invites", "rows without an invite"],
      locations.map((one) => [one.location, one.planned_invites ?? "not stored", one.rows_without_invite]),
    ),
    ...filledTable(
      ["no invite because", "rows"],
      reasons.map(({ reason, rows }) => [reason, rows]),
    ),
    ...(listsRows
      ? [
          ...rowTables(`planned invites, times in ${timeZone}`, planned ?? []),
          ...rowTables("rows without an invite", uninvited),
        ]
      : []),
    ...(note === undefined ? [] : [note]),
  );
}

function rowTables(title: string, groups: readonly ReportGroup[]): readonly Text[] {
  let left = maxShown;
  const tables = groups.flatMap(({ title: location, columns, rows }) => {
    const shown = rows.slice(0, left);
    left -= shown.length;
    const headings = columns.map((one) => one.toLowerCase());
    return shown.length === 0 ? [] : [`${location}: ${title}`, table(headings, shown)];
  });
  const rest = countIn(groups) - (maxShown - left);
  return rest > 0 ? [...tables, `And ${rest} more. To list all, add --invites FILE.csv.`] : tables;
}
