import { ageOn } from "../../foundation/kernel/calendar-date.js";
import { isUsableFirstName } from "../../foundation/kernel/first-name.js";
import type { Terms } from "./appointment-rules.js";
import type { Objection, Rule } from "./finding.js";
import { plainly } from "./finding.js";
import type { Visit } from "./visit.js";

/** Compares a row's patient with stored records and earlier rows of the run. */
export type KnownPatients = {
  /** Returns the details if the patient opted out of invites. */
  stop(visit: Visit): Objection | undefined;
  /**
   * Returns the details if the appointment already has an invite, or the run invited the contact for the same local
   * date.
   */
  invited(visit: Visit): Objection | undefined;
  /** Returns the details if the patient has an invite within the interval. */
  recentlyInvited(visit: Visit): Objection | undefined;
};

/** Settings of a run that invite rules depend on. */
export type InviteTerms = Terms & {
  readonly isMessageSilenced: boolean;
  /** Whether the account setting disables sending. */
  readonly isMonitoringOnly: boolean;
};

/** Settings of the run, and the comparisons for one row's patient. */
export type InviteCase = { readonly terms: InviteTerms; readonly known: KnownPatients };

type InviteRule = Rule<Visit, InviteCase>;

const objectIf = (condition: boolean): Objection | undefined => (condition ? plainly : undefined);

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

/** Rules I1 to I9 of the decision table, in order. The first failed rule decides. `isTooYoung` is checked after I4. */
export const rulesBeforeAge: readonly InviteRule[] = [messageSilenced, noContact, unusableName, unknownAge];
export const rulesAfterAge: readonly InviteRule[] = [unknownState, stopped, invited, tooSoon, watchedOnly];

/** Whether the patient is too young for an invite on the day of the appointment. Such a row gets no error row. */
export function isTooYoung({ dateOfBirth, date }: Visit, { connection: { minimumInviteAge } }: Terms): boolean {
  return (
    minimumInviteAge !== null && dateOfBirth !== null && date !== null && ageOn(date, dateOfBirth) < minimumInviteAge
  );
}
