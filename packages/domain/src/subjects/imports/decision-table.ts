import { folded, type Reference } from "../../foundation/catalog/places.js";
import { isUsableFirstName } from "../../foundation/kernel/contact-details.js";
import { ageOn, type CalendarDate } from "../../foundation/kernel/times.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportErrorLevel, ImportErrorType, ImportSide } from "./import-run.js";
import type { SlotRow, Visit } from "./rows.js";
import type { OpenStatus } from "./status-words.js";

/** Import settings for checking the appointment rules. */
type Terms = {
  readonly connection: ImportConnection;
  readonly severalLocations: boolean;
  readonly uploadDate: CalendarDate;
  /** First and last local date that the rules allow for an appointment. */
  readonly allowedDays: { readonly from: CalendarDate; readonly to: CalendarDate };
  /** Normalized references of silenced locations and providers. Rows with these references are skipped. */
  readonly silenced: { readonly locations: ReadonlySet<string>; readonly providers: ReadonlySet<string> };
};

/** Finds duplicates: earlier rows and stored appointments that describe the same visit. */
export type KnownVisits = { duplicate(visit: Visit): Objection | undefined };

/** Checks rules A1 to A4, which do not depend on other rows. */
export function judgeSlot(slot: SlotRow, terms: Terms): readonly Finding[] {
  const side = appointmentSide(terms);
  for (const step of slotSteps) {
    const findings = step.flatMap((rule) => findingsOf(rule, slot, terms, side));
    if (findings.length > 0) return findings;
  }
  return [];
}

function judgeAppointment(visit: Visit, terms: Terms, visits: KnownVisits): readonly Finding[] {
  const side = appointmentSide(terms);
  const unplaced = judgeSlot(visit, terms);
  if (unplaced.length > 0) return unplaced;
  const known = findingsOf(duplicateRule, visit, visits, side);
  return known.length > 0 ? known : findingsOf(dayRule, visit, terms, side);
}

/**
 * Returns the part of the row for which failed appointment rules are reported.
 * This part is the invite if the connection captures no appointments.
 */
const appointmentSide = ({ connection }: Terms): ImportSide =>
  connection.capturesAppointments ? "appointments" : "invites";

/** Import rule, as listed in the decision table. */
type Rule<Subject, Context> = {
  readonly type: ImportErrorType;
  readonly level: ImportErrorLevel;
  /** Returns details for the error row if the checked value fails the rule, otherwise `undefined`. */
  readonly check: (subject: Subject, context: Context) => Objection | undefined;
};

/** Details that explain why a row fails a rule. Can be empty. */
export type Objection = MatchInfo;

/** Details of a finding, published as `match_info`. Negative ids refer to records that the run creates. */
type MatchInfo = Readonly<Record<string, string | number | null>>;

/** Empty details, for rules that report nothing except the type of the error. */
const plainly: Objection = {};

/** Error row that does not have an id yet. */
export type Finding = {
  readonly side: ImportSide;
  readonly type: ImportErrorType;
  readonly level: ImportErrorLevel;
  readonly info: MatchInfo;
};

/** Checks a row against one rule. Returns one finding if the row fails the rule, otherwise an empty array. */
function findingsOf<Subject, Context>(
  { type, level, check }: Rule<Subject, Context>,
  subject: Subject,
  context: Context,
  side: ImportSide,
): readonly Finding[] {
  const info = check(subject, context);
  return info ? [{ side, type, level, info }] : [];
}

type SlotRule = Rule<SlotRow, Terms>;

const unusableDate: SlotRule = {
  type: "appointment_date",
  level: "error",
  check({ problem, at, sentDate }) {
    if (problem !== null) return { field: "row", value: problem };
    return at === null ? { field: "appointment_date", value: sentDate } : undefined;
  },
};

const silenced: SlotRule = {
  type: "silenced",
  level: "warning",
  check({ location, provider }, { silenced: { locations, providers } }) {
    const isSilenced = <Place extends { readonly silenced: boolean }>(
      one: Reference<Place>,
      refs: ReadonlySet<string>,
    ) => one.place?.silenced || textsOf(one).some((text) => refs.has(folded(text)));
    if (isSilenced(location, locations)) return { field: "location", value: location.text };
    return isSilenced(provider, providers) ? { field: "provider", value: provider.text } : undefined;
  },
};

const textsOf = ({ text, others = [] }: Reference<unknown>): readonly string[] => [text, ...others];

/** Returns all names and ids of a place that a row contains, for an error row. */
const shownTexts = (reference: Reference<unknown>): string => textsOf(reference).join(" / ");

const unknownLocation: SlotRule = {
  type: "location_mismatch",
  level: "error",
  check({ location }, { severalLocations }) {
    if (location.place || (location.text === "" && !severalLocations)) return undefined;
    return { field: "location", value: shownTexts(location) };
  },
};

const unknownProvider: SlotRule = {
  type: "provider_mismatch",
  level: "error",
  check({ provider }, { connection }) {
    if (provider.place || (provider.text === "" && !connection.requireProvider)) return undefined;
    return { field: "provider", value: shownTexts(provider) };
  },
};

const duplicate: Rule<Visit, KnownVisits> = {
  type: "duplicate_appointment",
  level: "warning",
  check: (visit, known) => known.duplicate(visit),
};

const wrongDay: Rule<Visit, Terms> = {
  type: "appointment_day_rule",
  level: "warning",
  check({ date }, { allowedDays: { from, to } }) {
    return date !== null && (date < from || date > to) ? { allowed_from: from, allowed_to: to } : undefined;
  },
};

const noDateOfBirth: Rule<Visit, Terms> = {
  type: "missing_date_of_birth",
  level: "warning",
  check: ({ dateOfBirth }, { connection }) =>
    connection.requireDateOfBirth && dateOfBirth === null ? plainly : undefined,
};

const noState: Rule<Visit, Terms> = {
  type: "missing_state",
  level: "warning",
  check: ({ state }, { connection }) => (connection.requireState && state === null ? plainly : undefined),
};

/** The status has no known meaning. The appointment is stored, but the patient is not invited. */
const unknownStatus: Rule<Visit, unknown> = {
  type: "monitoring_only",
  level: "error",
  check: (visit) => openStatus(visit, "unknown"),
};

const unsettledStatus: Rule<Visit, unknown> = {
  type: "monitoring_only",
  level: "warning",
  check: (visit) => openStatus(visit, "not_settled"),
};

/** Rules about open statuses. Checked before the invite rules, or as a gap if the connection sends no invites. */
const statusRules: readonly Rule<Visit, unknown>[] = [unknownStatus, unsettledStatus];

const openStatus = ({ open, sentStatus }: Visit, wanted: OpenStatus): Objection | undefined =>
  open === wanted ? { field: "status", value: sentStatus, meaning: open } : undefined;

/**
 * Rules A1 to A4 of the decision table, grouped into steps.
 * All rules of a step are checked. If a row fails one of them, the later steps are skipped.
 */
const slotSteps: readonly (readonly SlotRule[])[] = [[unusableDate], [silenced], [unknownLocation, unknownProvider]];

/** Rules A5 (`duplicateRule`) and A6 (`dayRule`) of the decision table. A5 is checked first. */
const duplicateRule = duplicate;

const dayRule = wrongDay;

/** Rules A7 and A8 of the decision table. These rules report missing data, but do not skip the row. */
const gapRules: readonly Rule<Visit, Terms>[] = [noDateOfBirth, noState];

export type Judgement = {
  readonly findings: readonly Finding[];
  /** True if the row passed rules A1 to A6. */
  readonly isCaptured: boolean;
  /** True if the row passed rules A1 to A6 and rules I1 to I9. */
  readonly isInvited: boolean;
};

/** Checks one row against all rules of the decision table, in order. An unknown status is always reported. */
export function judgeVisit(visit: Visit, terms: InviteTerms, known: KnownVisits & KnownPatients): Judgement {
  const { capturesAppointments, sendsInvites } = terms.connection;
  const stopping = judgeAppointment(visit, terms, known);
  if (stopping.length > 0) {
    const unknown = findingsOf(unknownStatus, visit, terms, sendsInvites ? "invites" : "appointments");
    return { findings: [...stopping, ...unknown], isCaptured: false, isInvited: false };
  }
  const gaps = capturesAppointments ? gapRules.flatMap((rule) => findingsOf(rule, visit, terms, "appointments")) : [];
  if (!sendsInvites) {
    const statuses = statusRules.flatMap((rule) => findingsOf(rule, visit, terms, "appointments"));
    return { findings: [...gaps, ...statuses], isCaptured: true, isInvited: false };
  }
  const { findings, isInvited } = judgeInvite(visit, { terms, known });
  return { findings: [...gaps, ...findings], isCaptured: true, isInvited };
}

/** Checks the invite rules. Only the first failed rule is reported. Patients below the minimum age are not reported. */
function judgeInvite(visit: Visit, about: InviteCase): Pick<Judgement, "findings" | "isInvited"> {
  const first = firstFinding(rulesBeforeAge, visit, about);
  if (first) return { findings: [first], isInvited: false };
  if (isTooYoung(visit, about.terms)) return { findings: [], isInvited: false };
  const next = firstFinding(rulesAfterAge, visit, about);
  return next ? { findings: [next], isInvited: false } : { findings: [], isInvited: true };
}

function firstFinding(rules: typeof rulesBeforeAge, visit: Visit, about: InviteCase): Finding | undefined {
  for (const rule of rules) {
    const [finding] = findingsOf(rule, visit, about, "invites");
    if (finding) return finding;
  }
  return undefined;
}

/** Functions that compare the patient of a row with stored records and with earlier rows of the same file. */
export type KnownPatients = {
  /** Returns details for the error row if the patient died, according to another row or an earlier file. */
  deceased(visit: Visit): Objection | undefined;
  /** Returns details for the error row if the patient opted out of invites. */
  stop(visit: Visit): Objection | undefined;
  /**
   * Returns details for the error row if the appointment already has an invite, or if an earlier row invited the
   * contact for the same local date.
   */
  invited(visit: Visit): Objection | undefined;
  /** Returns details for the error row if the patient has another invite within the minimum interval. */
  recentlyInvited(visit: Visit): Objection | undefined;
};

/** Import settings for checking the invite rules. */
export type InviteTerms = Terms & {
  readonly isMessageSilenced: boolean;
  /** True if the account's settings disable sending invites. */
  readonly isMonitoringOnly: boolean;
};

/** Import settings, and functions that check the patient of one row. */
type InviteCase = { readonly terms: InviteTerms; readonly known: KnownPatients };

type InviteRule = Rule<Visit, InviteCase>;

const objectIf = (condition: boolean): Objection | undefined => (condition ? plainly : undefined);

const deceased: InviteRule = {
  type: "monitoring_only",
  level: "warning",
  check: (visit, { known }) => known.deceased(visit),
};

const messageSilenced: InviteRule = {
  type: "silenced",
  level: "warning",
  check: (_, { terms }) => objectIf(terms.isMessageSilenced),
};

const noContact: InviteRule = {
  type: "missing_contact",
  level: "error",
  check: ({ phones, email }) => objectIf(phones.length === 0 && email === null),
};

const unusableName: InviteRule = {
  type: "reviewer_name",
  level: "error",
  check: ({ firstName }) => objectIf(!isUsableFirstName(firstName)),
};

const unknownAge: InviteRule = {
  type: "missing_date_of_birth",
  level: "error",
  check: ({ dateOfBirth }, { terms: { connection } }) =>
    objectIf(connection.minimumInviteAge !== null && dateOfBirth === null),
};

const unknownState: InviteRule = {
  type: "missing_state",
  level: "error",
  check: ({ state }, { terms: { connection } }) => objectIf(connection.requireStateForInvites && state === null),
};

const stopped: InviteRule = { type: "stops", level: "warning", check: (visit, { known }) => known.stop(visit) };

const invited: InviteRule = {
  type: "duplicate_invite",
  level: "warning",
  check: (visit, { known }) => known.invited(visit),
};

const tooSoon: InviteRule = {
  type: "invite_day_rule",
  level: "warning",
  check: (visit, { known }) => known.recentlyInvited(visit),
};

const watchedOnly: InviteRule = {
  type: "monitoring_only",
  level: "warning",
  check: ({ location }, { terms: { isMonitoringOnly, connection } }) =>
    objectIf(isMonitoringOnly || connection.monitoringOnly || location.place?.monitoringOnly === true),
};

/**
 * Rules I1 to I9 of the decision table, in order, after the rules about statuses and patients who died. The first failed
 * rule decides. The minimum age is checked after I4.
 */
const rulesBeforeAge: readonly InviteRule[] = [
  ...[...statusRules, deceased],
  ...[messageSilenced, noContact, unusableName, unknownAge],
];
const rulesAfterAge: readonly InviteRule[] = [unknownState, stopped, invited, tooSoon, watchedOnly];

/**
 * Returns true if the patient is too young for an invite on the day of the appointment. Such a patient gets no invite,
 * without an error row.
 */
function isTooYoung({ dateOfBirth, date }: Visit, { connection: { minimumInviteAge } }: Terms): boolean {
  return (
    minimumInviteAge !== null && dateOfBirth !== null && date !== null && ageOn(date, dateOfBirth) < minimumInviteAge
  );
}
