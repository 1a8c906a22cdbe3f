import { type AccountSettings, defaultSettings, mergeSettings } from "../../foundation/accounts/account.js";
import {
  campaignFromLine,
  locationFromLine,
  messageFromLine,
  providerFromLine,
} from "../../foundation/catalog/catalog-lines.js";
import { type Campaign, campaignsByNumber, campaignsByParameter } from "../../foundation/catalog/catalog.js";
import { byId } from "../../foundation/catalog/names.js";
import { countsOf } from "../../foundation/feed/feed.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import type { SubmissionId } from "../../foundation/kernel/ids.js";
import { membersOf, readLine, type Shaped } from "../../foundation/kernel/line-shape.js";
import { localCalendar, type LocalCalendar, parseInstant } from "../../foundation/kernel/times.js";
import { appointmentFromLine } from "../../subjects/appointments/appointment-type.js";
import type { AppointmentStatus } from "../../subjects/appointments/appointment.js";
import { bestMatch } from "../../subjects/appointments/matching.js";
import { callFromLine, conversionFromCall } from "../../subjects/calls/call.js";
import { channelSpelling, originOf } from "../../subjects/conversions/conversion-item.js";
import { type Conversion, firstContacts, isNewPatient } from "../../subjects/conversions/conversion.js";
import { type Finding, judgeVisit } from "../../subjects/imports/decision-table.js";
import { stopObjection } from "../../subjects/imports/earlier-rows.js";
import { rowTerms } from "../../subjects/imports/first-reading.js";
import { defaultConnection } from "../../subjects/imports/import-connection.js";
import type { ImportErrorLevel, ImportErrorType, ImportSide } from "../../subjects/imports/import-run.js";
import { judged, readVisit, usableRow } from "../../subjects/imports/rows.js";
import type { ImportRow } from "../../subjects/imports/source-system.js";
import { isWithdrawn } from "../../subjects/imports/status-words.js";
import { stopFromLine } from "../../subjects/imports/stops.js";
import { inviteFromLine } from "../../subjects/invites/invite-type.js";
import { conversionFromSubmission, submissionFromLine } from "../../subjects/submissions/submission.js";
import { averageOf, type AverageRating, type StarCounts, starCountsOf } from "../../subjects/widget/aggregates.js";
import { type LinesByKind, lineShapes } from "../bundle/bundle-format.js";

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
  const terms = termsOf(context);
  const usable = usableRow(row);
  const meaning = terms.meaningOf(usable.status);
  if (isWithdrawn(meaning)) return { withdrawn: meaning, isCaptured: false, isInvited: false, findings: [] };
  const stops = new Map(
    (context.stops ?? []).map((line) => stopFromLine(valuesOf("stop", line))).map((stop) => [stop.contact, stop]),
  );
  const { isCaptured, isInvited, findings } = judgeVisit(readVisit(judged(usable, meaning), terms.reading), terms, {
    duplicate: () => undefined,
    deceased: ({ open }) => (open === "deceased" ? { field: "patient", value: "deceased" } : undefined),
    stop: (visit) => stopObjection(visit, (contact) => stops.get(contact)),
    invited: () => undefined,
    recentlyInvited: () => undefined,
  });
  const isStored = isCaptured && terms.connection.capturesAppointments;
  return { withdrawn: null, isCaptured: isStored, isInvited, findings: findings.map(shownFinding) };
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
  const chosen = connection ? membersOf(valuesOf("import_connection", connection)) : defaultConnection;
  return rowTerms({ settings: settingsFrom(settings), catalog }, chosen, upload);
}

const shownFinding = ({ side, type, level, info }: Finding): ImportRowFinding => ({
  side,
  error_type: type,
  error_level: level,
  ...(Object.keys(info).length > 0 && { match_info: info }),
});

/** Records of an account that are compared with a conversion. Absent arrays are empty. */
export type KnownLines = {
  readonly campaigns?: readonly LinesByKind["campaign"][];
  readonly appointments?: readonly LinesByKind["appointment"][];
  readonly invites?: readonly LinesByKind["invite"][];
};

/** Marketing origin of a conversion, and whether it came from a new patient. */
export type ConversionClass = {
  /** Name of the campaign, or `null` if no campaign has the tracking number or the link parameter. */
  readonly campaign: string | null;
  /** Marketing channel. `Unassigned` if unknown. */
  readonly channel: string;
  readonly source: string | null;
  /** True if no appointment and no invite with the same phone number is earlier than the conversion. */
  readonly newPatient: boolean;
};

/**
 * Determines the campaign and the channel of a call or submission, and whether it came from a new patient.
 *
 * `settings` are the keys of an `account` line, of which `time_zone` matters. The default is UTC. Throws
 * `invalid_line` if a line has a wrong key or value.
 */
export function classifyConversion(
  line: ConversionLine,
  known: KnownLines,
  settings: LinesByKind["account"] = {},
): ConversionClass {
  const calendar = localCalendar(settingsFrom(settings).timeZone);
  const spell = channelSpelling([]);
  const campaigns = (known.campaigns ?? [])
    .map((campaign) => campaignFromLine(valuesOf("campaign", campaign)))
    .sort((a, b) => a.id - b.id)
    .map((campaign) => ({ ...campaign, channel: spell(campaign.channel) }));
  const conversion = conversionFrom(line, calendar, campaigns);
  const { at, phone, campaignId } = conversion;
  const contacts = firstContacts(
    (known.invites ?? []).map((invite) => inviteFromLine(valuesOf("invite", invite))),
    (known.appointments ?? []).map((one) => appointmentFromLine(valuesOf("appointment", one))),
  );
  const campaign = campaignId === null ? undefined : byId(campaigns).get(campaignId);
  return {
    ...originOf(conversion, { campaign: () => campaign ?? { name: null, channel: null, source: null } }),
    newPatient: isNewPatient(at, phone === null ? undefined : contacts.get(phone), calendar),
  };
}

/**
 * Returns the appointment to which a call or submission probably led, or `undefined` if none of the appointments
 * matches. The rule compares phone number, email address, patient id, name and requested day, in this order.
 *
 * `settings` are the keys of an `account` line, of which `time_zone` and `match_window_days` matter. The defaults are
 * UTC and 90 days. Throws `invalid_line` if a line has a wrong key or value.
 */
export function matchAppointment<Line extends LinesByKind["appointment"]>(
  conversion: ConversionLine,
  appointments: readonly Line[],
  settings: LinesByKind["account"] = {},
): Line | undefined {
  const { timeZone, matchWindowDays: windowDays } = settingsFrom(settings);
  const rules = { calendar: localCalendar(timeZone), windowDays };
  const lines = new Map(appointments.map((line) => [appointmentFromLine(valuesOf("appointment", line)), line]));
  const match = bestMatch(conversionFrom(conversion, rules.calendar), [...lines.keys()], rules);
  return match && lines.get(match);
}

/** Call or online submission, with the keys of a bundle line of this kind. */
export type ConversionLine =
  ({ readonly kind: "call" } & LinesByKind["call"]) | ({ readonly kind: "submission" } & LinesByKind["submission"]);

/** Creates the conversion for a call or submission, with the campaign that its number or parameter belongs to. */
function conversionFrom(
  line: ConversionLine,
  calendar: LocalCalendar,
  campaigns: readonly Campaign[] = [],
): Conversion {
  if (line.kind === "call") {
    const call = callFromLine(valuesOf("call", line));
    const campaignId = call.campaignId ?? campaignsByNumber(campaigns)(call.trackingNumber);
    return conversionFromCall({ ...call, campaignId }, false, call.at);
  }
  const submission = submissionFromLine(valuesOf("submission", line), calendar);
  const campaignId = campaignsByParameter(campaigns)(submission.scctParameter);
  // A line without an id gets its id when it is stored. Without storage, the id has no meaning.
  const id = submission.id ?? (0 as SubmissionId);
  return conversionFromSubmission({ ...submission, id }, campaignId, false, submission.at);
}

type Shapes = typeof lineShapes;

/** Reads the values of a bundle line, which may also have the key `kind`. Throws `invalid_line`. */
function valuesOf<Kind extends keyof Shapes>(kind: Kind, line: LinesByKind[Kind]): Shaped<Shapes[Kind]> {
  const { kind: _, ...keys } = line as Readonly<Record<string, unknown>>;
  const read = readLine(lineShapes[kind], keys);
  if ("values" in read) return read.values as Shaped<Shapes[Kind]>;
  const problems = read.problems.map(({ key, message }) => ({ kind, key, message: `${kind}.${key} ${message}` }));
  throw invalid("invalid_line", problems[0]?.message ?? "", problems);
}

/** Reads the settings of an account from an `account` line. Absent keys have the defaults of a new account. */
const settingsFrom = (line: LinesByKind["account"]): AccountSettings =>
  mergeSettings(defaultSettings, valuesOf("account", line));

/**
 * Returns the averages that the widget shows for these star ratings, and the number of ratings by number of stars.
 * Throws `invalid_rating` if a rating is not a number from 1 to 5.
 */
export function widgetAverages(ratings: readonly number[]): AverageRating & { readonly stars: StarCounts } {
  const wrong = ratings.findIndex((rating) => !(rating >= 1 && rating <= 5));
  if (wrong >= 0) throw invalid("invalid_rating", `ratings[${wrong}] must be a number from 1 to 5`);
  const counts = countsOf(ratings);
  return { ...averageOf(counts), stars: starCountsOf(counts) };
}
