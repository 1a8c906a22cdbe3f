import type { CalendarDate } from "../../foundation/kernel/times.js";
import { type CodeRanges, codesIn } from "./code-ranges.js";
import * as eligibility from "./eligibility.js";

type Has = (code: string) => boolean;

/** Functions that look up codes in the eligibility data of CAHPS surveys. */
export type CodeSets = {
  /** Returns true if a procedure on this date makes the patient eligible for the survey. */
  isEligibleProcedure(code: string, date: CalendarDate): boolean;
  /** Returns the category of an eligible procedure: `1 digestive`, `2 bones and joints`, `3 eye` or `4 other`. */
  procedureCategory(code: string): string;
  isKnownDrg(drg: string, date: CalendarDate): boolean;
  isIneligibleDrg(drg: string, date: CalendarDate): boolean;
  isMaternityDrg(drg: string, date: CalendarDate): boolean;
  readonly isKnownStatus: Has;
  readonly isHospiceStatus: Has;
  readonly isLawEnforcementStatus: Has;
  readonly isLawEnforcementSource: Has;
  readonly isExpiredStatus: Has;
  readonly isNursingStatus: Has;
  readonly isInpatientStatus: Has;
};

/**
 * Creates the functions that look up codes. `excluded` lists the codes that are not survey procedures although they are
 * in an eligible range.
 */
export function codeSets(excluded: CodeRanges = eligibility.oasExcludedCodes): CodeSets {
  const procedures = eligibility.oasProcedures.map(({ from, codes }) => ({ from, has: codesIn(codes) }));
  const drgs = eligibility.drgTables.map(({ from, known, maternity, ineligible }) => ({
    from,
    ...{ isKnown: codesIn(known), isMaternity: codesIn(maternity), isIneligible: codesIn(ineligible) },
  }));
  const isExcluded = codesIn(excluded);
  const categories = eligibility.oasCategories.map(([name, codes]) => [name, codesIn(codes)] as const);
  const { inForce } = eligibility;
  return {
    isEligibleProcedure: (code, date) => inForce(procedures, date).has(code) && !isExcluded(code),
    procedureCategory: (code) => categories.find(([, has]) => has(code))?.[0] ?? "4 other",
    isKnownDrg: (drg, date) => inForce(drgs, date).isKnown(drg),
    isIneligibleDrg: (drg, date) => inForce(drgs, date).isIneligible(drg),
    isMaternityDrg: (drg, date) => inForce(drgs, date).isMaternity(drg),
    isKnownStatus: codesIn(eligibility.dischargeStatuses),
    isHospiceStatus: codesIn(eligibility.hospiceStatuses),
    isLawEnforcementStatus: codesIn(eligibility.lawEnforcementStatuses),
    isLawEnforcementSource: codesIn(eligibility.lawEnforcementSources),
    isExpiredStatus: codesIn(eligibility.expiredStatuses),
    isNursingStatus: codesIn(eligibility.nursingStatuses),
    isInpatientStatus: codesIn(eligibility.inpatientStatuses),
  };
}
