import { headingsOf } from "../../packages/adapter-files/dist/patients/patient-headings.js";
import { defectRules } from "../../packages/domain/dist/patient-surveys/defects.js";
import * as eligibility from "../../packages/domain/dist/patient-surveys/eligibility.js";
import { surveyFieldUses } from "../../packages/domain/dist/patient-surveys/survey-field.js";
import { warningRules } from "../../packages/domain/dist/patient-surveys/warnings.js";
import { conditions, findingTexts } from "./patient-survey-rules.mjs";
import { code, plain, table } from "./tables.mjs";

const types = ["OASCAHPS", "HCAHPS"];

/** The fields, rules and code lists of patient-survey files. */
export const patientSurveyFileParts = () => ({
  fields: table(["Field", "Headings besides its name", ...types], Object.entries(surveyFieldUses).map(fieldRow)),
  defects: ruleTable(defectRules),
  warnings: ruleTable(warningRules),
  codes: table(["Codes", "Valid from", "Values"], codeRows()),
});

function fieldRow([field, uses]) {
  const headings = new Set(types.flatMap((type) => headingsOf(type, field).slice(1)));
  return [code(field), [...headings].join(", "), ...uses];
}

function ruleTable(rules) {
  const texts = findingTexts();
  return table(
    ["Code", "Survey", "Condition", "Text"],
    rules.map((rule) => ruleRow(rule, texts.get(rule.code))),
  );
}

function ruleRow({ code: name, only }, texts = []) {
  const condition = conditions[name];
  if (texts.length === 0) throw new Error(`found no text of the rule ${name}`);
  if (condition === undefined) throw new Error(`describe ${name} in scripts/reference/patient-survey-rules.mjs`);
  return [code(name), only ?? "both", condition, texts.map(plain).join("<br>")];
}

function codeRows() {
  const { oasProcedures, oasExcludedCodes, oasCategories, drgTables, ...statuses } = eligibility;
  const [drgs] = drgTables.slice(-1);
  return [
    ...oasProcedures.map(({ from, codes }) => ["OASCAHPS procedure codes", sinceOf(from), listOf(codes)]),
    ["OASCAHPS procedure codes that are excluded", "", listOf(oasExcludedCodes)],
    ...oasCategories.map(([name, codes]) => [`OASCAHPS category ${name}`, "", listOf(codes)]),
    ["Discharge statuses", "", listOf(statuses.dischargeStatuses)],
    ["Discharge statuses: inpatient", "", listOf(statuses.inpatientStatuses)],
    ["Discharge statuses: expired", "", listOf(statuses.expiredStatuses)],
    ["Discharge statuses: hospice", "", listOf(statuses.hospiceStatuses)],
    ["Discharge statuses: court or law enforcement", "", listOf(statuses.lawEnforcementStatuses)],
    ["Discharge statuses: nursing facility", "", listOf(statuses.nursingStatuses)],
    ["Admission sources: court or law enforcement", "", listOf(statuses.lawEnforcementSources)],
    ["MS-DRGs", sinceOf(drgs.from), listOf(drgs.known)],
    ["MS-DRGs: maternity", sinceOf(drgs.from), listOf(drgs.maternity)],
    ["MS-DRGs: ineligible", sinceOf(drgs.from), listOf(drgs.ineligible)],
  ];
}

const sinceOf = (date) => (date <= "0001-01-01" ? "" : date);

/** Ranges of one code, such as `9-9`, as that code. */
const listOf = (codes) => codes.map((range) => range.replace(/^(\w+)-\1$/, "$1").replace("-", "–")).join(", ");
