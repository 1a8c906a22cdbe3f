import type { CalendarDate } from "../../foundation/kernel/times.js";

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

type Has = (code: string) => boolean;

/** List of single codes (`G0104`) and inclusive ranges of integers (`10004-69990`). */
export type CodeRanges = readonly string[];

/**
 * Creates the functions that look up codes. `excluded` lists the codes that are not survey procedures although they are
 * in an eligible range.
 */
export function codeSets(excluded: CodeRanges = oasExcludedCodes): CodeSets {
  const procedures = oasProcedures.map(({ from, codes }) => ({ from, has: codesIn(codes) }));
  const drgs = drgTables.map(({ from, known, maternity, ineligible }) => ({
    from,
    ...{ isKnown: codesIn(known), isMaternity: codesIn(maternity), isIneligible: codesIn(ineligible) },
  }));
  const isExcluded = codesIn(excluded);
  const categories = oasCategories.map(([name, codes]) => [name, codesIn(codes)] as const);
  return {
    isEligibleProcedure: (code, date) => inForce(procedures, date).has(code) && !isExcluded(code),
    procedureCategory: (code) => categories.find(([, has]) => has(code))?.[0] ?? "4 other",
    isKnownDrg: (drg, date) => inForce(drgs, date).isKnown(drg),
    isIneligibleDrg: (drg, date) => inForce(drgs, date).isIneligible(drg),
    isMaternityDrg: (drg, date) => inForce(drgs, date).isMaternity(drg),
    isKnownStatus: codesIn(dischargeStatuses),
    isHospiceStatus: codesIn(hospiceStatuses),
    isLawEnforcementStatus: codesIn(lawEnforcementStatuses),
    isLawEnforcementSource: codesIn(lawEnforcementSources),
    isExpiredStatus: codesIn(expiredStatuses),
    isNursingStatus: codesIn(nursingStatuses),
    isInpatientStatus: codesIn(inpatientStatuses),
  };
}

/**
 * Data that applies from a date until the next version begins.
 *
 * The tables in this file decide who is eligible for a CAHPS survey. Sources: the OAS CAHPS Survey Protocols and
 * Guidelines Manual and the HCAHPS Quality Assurance Guidelines (Centers for Medicare & Medicaid Services). The
 * discharge statuses are from UB-04 (National Uniform Billing Committee).
 *
 * When a new edition is published, add a version with its effective date, and keep the earlier versions.
 */
type Version<Data> = { readonly from: CalendarDate } & Data;

const day = (text: string) => text as CalendarDate;

const always = day("0001-01-01");

/** HCPCS codes that are eligible in every version: screening colonoscopies and an injection. */
const gCodes: CodeRanges = ["G0104", "G0105", "G0121", "G0260"];

/** CPT and HCPCS codes of the procedures that make a patient eligible, by date of service. */
export const oasProcedures: readonly Version<{ readonly codes: CodeRanges }>[] = [
  { from: always, codes: ["10004-69990", ...gCodes] },
  {
    from: day("2025-01-01"),
    codes: [
      ...["10004-69990", ...gCodes],
      ...["93451-93462", "93566-93572", "93985-93986", "92920", "92921", "92928", "92929", "92978"],
    ],
  },
];

/**
 * Default list of codes that are in the eligible ranges but are not survey procedures. A host application can replace
 * this list.
 */
export const oasExcludedCodes: CodeRanges = [
  ...["16020-16030", "29000-29799", "36400-36425", "51701-51702", "59020-59050"],
];

/** Categories of procedures. The first match wins. All other eligible codes belong to `4 other`. */
export const oasCategories: readonly (readonly [name: string, codes: CodeRanges])[] = [
  ["1 digestive", ["40490-49999", "G0104", "G0105", "G0121"]],
  ["2 bones and joints", ["20000-29999", "G0260"]],
  ["3 eye", ["65091-68899"]],
];

/** Valid patient discharge statuses of UB-04. */
export const dischargeStatuses: CodeRanges = [
  ...["1-7", "9-9", "20-21", "30-30", "40-43", "50-51", "61-66", "69-70", "81-95"],
];

export const hospiceStatuses: CodeRanges = ["50-51"];

export const lawEnforcementStatuses: CodeRanges = ["21-21", "87-87"];

export const expiredStatuses: CodeRanges = ["20-20", "40-42"];

export const nursingStatuses: CodeRanges = ["3-3", "61-61", "64-64", "83-83", "92-92"];

export const inpatientStatuses: CodeRanges = ["9-9"];

/** Admission sources of patients who were admitted by a court or by law enforcement. */
export const lawEnforcementSources: CodeRanges = ["8-8"];

/** MS-DRGs by date of discharge. Codes that are only in `known` are medical or surgical. */
export const drgTables: readonly Version<{
  readonly known: CodeRanges;
  readonly maternity: CodeRanges;
  readonly ineligible: CodeRanges;
}>[] = [
  {
    from: always,
    known: ["1-999"],
    maternity: ["768-768", "783-788", "796-798", "805-807"],
    ineligible: [...["283-285", "789-795", "876-876", "880-887", "894-897", "945-946", "998-999"]],
  },
];

/** Returns the version of a table that is in effect on a date. */
function inForce<Data>(versions: readonly Version<Data>[], date: CalendarDate): Version<Data> {
  const found = versions.filter(({ from }) => from <= date).at(-1) ?? versions[0];
  if (!found) throw new Error("the code set has no versions");
  return found;
}

const range = /^(\d{1,5})-(\d{1,5})$/;

/** Parses codes and ranges that are separated by commas. Returns `undefined` if the format is invalid. */
export function parseCodeRanges(text: string): CodeRanges | undefined {
  const codes = text.split(",", 1_000).map((one) => one.trim().toUpperCase());
  const isUsable = (code: string) => /^[A-Z\d]{5}$/.test(code) || isRange(code);
  return text.length <= 10_000 && codes.every(isUsable) ? codes : undefined;
}

function isRange(text: string): boolean {
  const [, first, last] = range.exec(text) ?? [];
  return first !== undefined && Number(first) <= Number(last);
}

/**
 * Returns a function that checks whether a code is in the ranges. The function ignores case, and compares numeric codes
 * as numbers.
 */
function codesIn(ranges: CodeRanges): (code: string) => boolean {
  const single = new Set(ranges.filter((one) => !range.test(one)));
  const bounds = ranges.flatMap((one) => {
    const [, first, last] = range.exec(one) ?? [];
    return first === undefined ? [] : [[Number(first), Number(last)] as const];
  });
  return (code) => {
    const text = code.toUpperCase();
    if (single.has(text)) return true;
    if (!/^\d{1,5}$/.test(text)) return false;
    const number = Number(text);
    return bounds.some(([first, last]) => number >= first && number <= last);
  };
}
