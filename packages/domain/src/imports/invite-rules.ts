import { ageOn } from "../kernel/calendar-date.js";
import type { Terms } from "./appointment-rules.js";
import type { Objection, Rule } from "./finding.js";
import { plainly } from "./finding.js";
import { isUsableFirstName } from "./reviewer-name.js";
import type { Visit } from "./visit.js";

/** What is known of a row's patient by looking elsewhere. */
export type KnownPatients = {
  /** The patient asked for no more invites. */
  stop(visit: Visit): Objection | undefined;
  /** The appointment has an invite, or the patient got one in this run for an appointment on the same day. */
  invited(visit: Visit): Objection | undefined;
  /** The patient got an invite not long ago. */
  recentlyInvited(visit: Visit): Objection | undefined;
};

/** What a run judges invites by. */
export type InviteTerms = Terms & {
  readonly isMessageSilenced: boolean;
  /** Of the account. */
  readonly isMonitoringOnly: boolean;
};

/** The same, with what is known of one row's patient. */
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

/** I1 to I9 of the decision table, in its order: the first that objects decides. `isTooYoung` belongs behind I4. */
export const rulesBeforeAge: readonly InviteRule[] = [messageSilenced, noContact, unusableName, unknownAge];
export const rulesAfterAge: readonly InviteRule[] = [unknownState, stopped, invited, tooSoon, watchedOnly];

/** Whether the patient is too young for an invite on the day of the appointment: that is skipped without an error row. */
export function isTooYoung({ dateOfBirth, date }: Visit, { connection: { minimumInviteAge } }: Terms): boolean {
  return (
    minimumInviteAge !== null && dateOfBirth !== null && date !== null && ageOn(date, dateOfBirth) < minimumInviteAge
  );
}
