import { isUsableFirstName } from "../../foundation/kernel/contact-details.js";
import { ageOn } from "../../foundation/kernel/times.js";
import {
  type Finding,
  findingsOf,
  gapRules,
  judgeAppointment,
  type KnownVisits,
  type Objection,
  plainly,
  type Rule,
  statusRules,
  unknownStatus,
  type Terms,
} from "./appointment-rules.js";
import type { Visit } from "./rows.js";

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
