import type { CalendarDate } from "../../foundation/kernel/times.js";
import type { CodeRanges } from "./code-ranges.js";

/**
 * Data that applies from a date until the next version begins.
 *
 * The tables in this file decide who is eligible for a CAHPS survey. Sources: the OAS CAHPS Survey Protocols and
 * Guidelines Manual and the HCAHPS Quality Assurance Guidelines (Centers for Medicare & Medicaid Services). The
 * discharge statuses are from UB-04 (National Uniform Billing Committee).
 *
 * When a new edition is published, add a version with its effective date, and keep the earlier versions.
 */
export type Version<Data> = { readonly from: CalendarDate } & Data;

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
export function inForce<Data>(versions: readonly Version<Data>[], date: CalendarDate): Version<Data> {
  const found = versions.filter(({ from }) => from <= date).at(-1) ?? versions[0];
  if (!found) throw new Error("the code set has no versions");
  return found;
}
