import { headingsOf } from "../../packages/adapter-files/dist/patient-file.js";
import { defectRules, warningRules } from "../../packages/domain/dist/subjects/patient-surveys/patient-findings.js";
import * as cahpsCodes from "../../packages/domain/dist/subjects/patient-surveys/cahps-codes.js";
import { surveyFieldUses } from "../../packages/domain/dist/subjects/patient-surveys/patient-rows.js";
import { conditions, findingTexts } from "./patient-survey-rules.mjs";
import { code, plain, table } from "./tables.mjs";

const types = ["OASCAHPS", "HCAHPS"];
const always = "";

/** Generates the tables of fields, rules and code lists of patient survey files. */
export const parts = () => ({
  fields: table(
    ["Field", "Accepted headings besides the name of the field", ...types],
    Object.entries(surveyFieldUses).map(fieldRow),
  ),
  defects: ruleTable("Code of the defect", defectRules),
  warnings: ruleTable("Code of the warning", warningRules),
  codes: table(["Code list", "Valid from", "Codes"], codeRows()),
});

function fieldRow([field, uses]) {
  const headings = new Set(types.flatMap((type) => headingsOf(type, field).slice(1)));
  return [code(field), [...headings].join(", "), ...uses];
}

function ruleTable(heading, rules) {
  const texts = findingTexts();
  return table(
    [heading, "Survey", "Condition", "Text of the finding"],
    rules.map((rule) => ruleRow(rule, texts.get(rule.code))),
  );
}

function ruleRow({ code: name, only }, texts = []) {
  const condition = conditions[name];
  if (texts.length === 0) throw new Error(`found no text of the rule ${name}`);
  if (condition === undefined) throw new Error(`describe ${name} in scripts/reference/patient-survey-rules.mjs`);
  return [code(name), only, condition, texts.map(plain).join("<br>")];
}

function codeRows() {
  const { oasProcedures, oasExcludedCodes, oasCategories, drgTables, ...statuses } = cahpsCodes;
  const [drgs] = drgTables.slice(-1);
  return [
    ...oasProcedures.map(({ from, codes }) => ["Eligible procedure codes of OASCAHPS", sinceOf(from), listOf(codes)]),
    ["Excluded procedure codes of OASCAHPS", always, listOf(oasExcludedCodes)],
    ...oasCategories.map(([name, codes]) => [
      `Procedure codes in the OASCAHPS category "${name}"`,
      always,
      listOf(codes),
    ]),
    ["Known discharge statuses", always, listOf(statuses.dischargeStatuses)],
    ["Discharge statuses that mean inpatient", always, listOf(statuses.inpatientStatuses)],
    ["Discharge statuses of patients who died", always, listOf(statuses.expiredStatuses)],
    ["Discharge statuses that mean hospice", always, listOf(statuses.hospiceStatuses)],
    ["Discharge statuses that mean court or law enforcement", always, listOf(statuses.lawEnforcementStatuses)],
    ["Discharge statuses that mean nursing facility", always, listOf(statuses.nursingStatuses)],
    ["Admission sources that mean court or law enforcement", always, listOf(statuses.lawEnforcementSources)],
    ["Known MS-DRGs", sinceOf(drgs.from), listOf(drgs.known)],
    ["Maternity MS-DRGs", sinceOf(drgs.from), listOf(drgs.maternity)],
    ["Ineligible MS-DRGs", sinceOf(drgs.from), listOf(drgs.ineligible)],
  ];
}

const sinceOf = (date) => (date <= "0001-01-01" ? always : date);

/** Formats code ranges. A range of one code, such as `9-9`, becomes the code. */
const listOf = (codes) => codes.map((range) => range.replace(/^(\w+)-\1$/, "$1").replace("-", "–")).join(", ");
