import { locationFromLine, messageFromLine, providerFromLine } from "../../foundation/catalog/catalog-lines.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import { parseInstant } from "../../foundation/kernel/instant.js";
import type { AppointmentStatus } from "../../subjects/appointments/appointment.js";
import type { Finding } from "../../subjects/imports/appointment-rules.js";
import { stopObjection } from "../../subjects/imports/earlier-rows.js";
import { defaultConnection, importConnectionFromLine } from "../../subjects/imports/import-connection.js";
import type { ImportErrorLevel, ImportErrorType, ImportSide } from "../../subjects/imports/import-run.js";
import { judgeVisit } from "../../subjects/imports/invite-rules.js";
import { rowTerms } from "../../subjects/imports/known-records.js";
import { type ImportRow, readVisit, usableRow, withdrawnStatus } from "../../subjects/imports/rows.js";
import { stopFromLine } from "../../subjects/imports/stops.js";
import type { LinesByKind } from "../bundle/bundle-line.js";
import { settingsFrom, valuesOf } from "./record-from.js";

/** Records and settings of an account that decide about a row of an appointment file. Absent arrays are empty. */
export type ImportRowContext = {
  /** Time when the file was received, as an ISO 8601 timestamp with an offset. */
  readonly uploadedAt: string;
  /** Keys of an `import_connection` line. If omitted, the connection has the default settings. */
  readonly connection?: LinesByKind["import_connection"];
  readonly locations?: readonly LinesByKind["location"][];
  readonly providers?: readonly LinesByKind["provider"][];
  readonly messages?: readonly LinesByKind["message"][];
  /** Contacts that opted out of invites. */
  readonly stops?: readonly LinesByKind["stop"][];
  /** Keys of an `account` line, of which `time_zone` and `monitoring_only` matter. */
  readonly settings?: LinesByKind["account"];
};

/** Decision of the import rules about one row. */
export type ImportRowJudgement = {
  /** Status that withdraws the appointment, such as `cancelled`. No rule applies to such a row. Otherwise `null`. */
  readonly withdrawn: AppointmentStatus | null;
  /** True if an import would store the appointment of the row. */
  readonly isCaptured: boolean;
  /** True if an import would schedule an invite for the row. */
  readonly isInvited: boolean;
  /** Errors and warnings about the row, in the order of the rules. */
  readonly findings: readonly ImportRowFinding[];
};

/** Error or warning about a row, with the names that the lists of import errors use. */
export type ImportRowFinding = {
  readonly side: ImportSide;
  readonly error_type: ImportErrorType;
  readonly error_level: ImportErrorLevel;
  readonly match_info?: Readonly<Record<string, unknown>>;
};

/**
 * Applies the import rules to one row of an appointment file, without other rows and without stored appointments and
 * invites. Duplicates and the interval between invites are therefore not checked.
 *
 * Throws `invalid_line` if a line has a wrong key or value, and `invalid_date` if `uploadedAt` is no timestamp.
 */
export function judgeImportRow(row: ImportRow, context: ImportRowContext): ImportRowJudgement {
  const withdrawn = withdrawnStatus(row.status) ?? null;
  if (withdrawn !== null) return { withdrawn, isCaptured: false, isInvited: false, findings: [] };
  const terms = termsOf(context);
  const stops = new Map(
    (context.stops ?? []).map((line) => stopFromLine(valuesOf("stop", line))).map((stop) => [stop.contact, stop]),
  );
  const { isCaptured, isInvited, findings } = judgeVisit(readVisit(usableRow(row), terms.reading), terms, {
    duplicate: () => undefined,
    stop: (visit) => stopObjection(visit, (contact) => stops.get(contact)),
    invited: () => undefined,
    recentlyInvited: () => undefined,
  });
  const isStored = isCaptured && terms.connection.capturesAppointments;
  return { withdrawn, isCaptured: isStored, isInvited, findings: findings.map(shownFinding) };
}

function termsOf({ uploadedAt, connection, settings = {}, ...context }: ImportRowContext) {
  const upload = parseInstant(uploadedAt);
  if (upload === undefined) {
    throw invalid("invalid_date", "uploadedAt must be an ISO 8601 timestamp with an offset");
  }
  const catalog = {
    locations: (context.locations ?? []).map((line) => locationFromLine(valuesOf("location", line))),
    providers: (context.providers ?? []).map((line) => providerFromLine(valuesOf("provider", line))),
    messages: (context.messages ?? []).map((line) => messageFromLine(valuesOf("message", line))),
  };
  const chosen = connection ? importConnectionFromLine(valuesOf("import_connection", connection)) : defaultConnection;
  return rowTerms({ settings: settingsFrom(settings), catalog }, chosen, upload);
}

const shownFinding = ({ side, type, level, info }: Finding): ImportRowFinding => ({
  side,
  error_type: type,
  error_level: level,
  ...(Object.keys(info).length > 0 && { match_info: info }),
});
