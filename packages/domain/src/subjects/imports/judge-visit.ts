import { dayRule, duplicateRule, gapRules, type KnownVisits, slotSteps, type Terms } from "./appointment-rules.js";
import type { ImportSide } from "./error-types.js";
import { type Finding, findingsOf } from "./finding.js";
import {
  type InviteCase,
  type InviteTerms,
  isTooYoung,
  type KnownPatients,
  rulesAfterAge,
  rulesBeforeAge,
} from "./invite-rules.js";
import type { SlotRow } from "./slot.js";
import type { Visit } from "./visit.js";

export type Judgement = {
  readonly findings: readonly Finding[];
  /** True if the row passed rules A1 to A6. */
  readonly isCaptured: boolean;
  /** True if the row passed rules A1 to A6 and rules I1 to I9. */
  readonly isInvited: boolean;
};

/**
 * Returns the part of the row for which failed appointment rules are reported.
 * This part is the invite if the connection captures no appointments.
 */
const appointmentSide = ({ connection }: Terms): ImportSide =>
  connection.capturesAppointments ? "appointments" : "invites";

/** Checks rules A1 to A4, which do not depend on other rows. */
export function judgeSlot(slot: SlotRow, terms: Terms): readonly Finding[] {
  const side = appointmentSide(terms);
  for (const step of slotSteps) {
    const findings = step.flatMap((rule) => findingsOf(rule, slot, terms, side));
    if (findings.length > 0) return findings;
  }
  return [];
}

/** Checks one row against all rules of the decision table, in order. */
export function judgeVisit(visit: Visit, terms: InviteTerms, known: KnownVisits & KnownPatients): Judgement {
  const stopping = judgeAppointment(visit, terms, known);
  if (stopping.length > 0) return { findings: stopping, isCaptured: false, isInvited: false };
  const { capturesAppointments, sendsInvites } = terms.connection;
  const gaps = capturesAppointments ? gapRules.flatMap((rule) => findingsOf(rule, visit, terms, "appointments")) : [];
  if (!sendsInvites) return { findings: gaps, isCaptured: true, isInvited: false };
  const { findings, isInvited } = judgeInvite(visit, { terms, known });
  return { findings: [...gaps, ...findings], isCaptured: true, isInvited };
}

function judgeAppointment(visit: Visit, terms: Terms, visits: KnownVisits): readonly Finding[] {
  const side = appointmentSide(terms);
  const unplaced = judgeSlot(visit, terms);
  if (unplaced.length > 0) return unplaced;
  const known = findingsOf(duplicateRule, visit, visits, side);
  return known.length > 0 ? known : findingsOf(dayRule, visit, terms, side);
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
