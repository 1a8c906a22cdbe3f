import { describe, expect, it } from "@jest/globals";
import { patientTexts } from "../../testing/builders.js";
import { patientPractice } from "../../testing/practices.js";
import { defectRules, warningRules } from "./patient-findings.js";
import type { CahpsType, PatientRow } from "./patient-rows.js";

type Texts = PatientRow["texts"];
type Case = readonly [what: string, texts: Texts | readonly Texts[], ...expected: readonly string[]];

const covered = new Set<string>();

/** Each case is a file with its expected findings. Row numbers are omitted for single rows. */
function judges(type: CahpsType, cases: readonly Case[]): void {
  it.each(cases.map(([what, texts, ...expected]) => ({ what, texts, expected })))(
    "$what",
    async ({ texts, expected }) => {
      const rows = Array.isArray(texts) ? (texts as readonly Texts[]) : [texts as Texts];
      const findings = await (await patientPractice()).judge(type, rows);
      for (const text of expected) covered.add(/(?:defect|warning) (\w+)/.exec(text)?.[1] ?? "");
      expect(findings).toEqual(rows.length > 1 ? expected : expected.map((text) => `2 ${text}`));
    },
  );
}

const noContact: Texts = { phone: "", mobile: "", email: "" };
const child: Texts = { date_of_birth: "2010-05-11" };

const bothTypes: readonly Case[] = [
  ["reports nothing for a valid patient", {}],
  ["reports empty names", { first_name: "" }, "defect missing_required_field first_name: Missing first_name"],
  ["reports a missing sex", { sex: " " }, "defect missing_required_field sex: Missing sex"],
  [
    "reports every missing field, in order",
    { last_name: "", patient_id: "", visit_id: "", date_of_birth: "" },
    "defect missing_required_field last_name: Missing last_name",
    "defect missing_required_field date_of_birth: Missing date_of_birth",
    "defect missing_required_field patient_id: Missing patient_id",
    "defect missing_required_field visit_id: Missing visit_id",
  ],
  [
    "requires a facility or a location",
    { facility_ccn: "", location_code: "", location_name: "" },
    "defect missing_required_field facility_ccn: Missing facility_ccn",
  ],
  ["accepts a location instead of a facility", { facility_ccn: "", location_code: "" }],
  ["accepts a facility instead of a location", { location_code: "", location_name: "" }],
  [
    "reports an invalid date of birth",
    { date_of_birth: "1980-02-30" },
    "defect invalid_date date_of_birth: date_of_birth is not a valid date: 1980-02-30",
  ],
  ["accepts dates in other formats", { date_of_birth: "5/1/80" }],
  ["reads a two-digit year as a year of the last century", { date_of_birth: "5/1/27" }],
  [
    "reports a date of birth in the future, and an age below 18",
    { date_of_birth: "2026-06-02" },
    "defect future_date date_of_birth: date_of_birth is in the future",
    "defect under_18 date_of_birth: Patient was -1 on the date of service",
  ],
  ["reports a child", child, "defect under_18 date_of_birth: Patient was 15 on the date of service"],
  ["accepts a patient who turns 18 on that day", { date_of_birth: "2008-05-10" }],
  [
    "reports an implausible age",
    { date_of_birth: "1905-05-10" },
    "defect implausible_age date_of_birth: Date of birth gives age 121",
  ],
  ["accepts an age of 120", { date_of_birth: "1905-05-11" }],
  [
    "reports an invalid facility number",
    { facility_ccn: "05-123" },
    "defect invalid_ccn facility_ccn: Facility number is not valid: 05-123",
  ],
  [
    "reports an unknown location",
    { location_code: "L-9", location_name: "Nowhere" },
    "defect unknown_location location_name: Location not recognised: Nowhere",
  ],
  [
    "reports an unknown location by its code if the name is missing",
    { location_code: "L-9", location_name: "" },
    "defect unknown_location location_code: Location not recognised: L-9",
  ],
  ["recognizes a location by its name if the code is unknown", { location_code: "L-9", location_name: " annex " }],
  [
    "reports a patient without contact data",
    { ...noContact, city: "" },
    "defect missing_required_field city: Missing city",
    "defect no_contact -: No way to reach the patient",
  ],
  ["accepts a patient with only a postal address", noContact],
  [
    "reports a foreign country",
    { country: "MX" },
    "defect foreign_address country: Address is outside the United States",
  ],
  [
    "reads CA as Canada in the country field",
    { country: "CA" },
    "defect foreign_address country: Address is outside the United States",
  ],
  ["accepts the United States", { country: "U.S.A." }],
  ["accepts a territory", { country: "Puerto Rico", state: "PR" }],
  [
    "reports a foreign state and postal code together and separately",
    { state: "ON", zip: "M5V 2T6" },
    "defect foreign_address state: Address is outside the United States",
    "warning invalid_zip zip: ZIP code is not valid",
    "warning invalid_state state: State is not valid",
  ],
  ["reports an unknown state", { state: "ZZ" }, "warning invalid_state state: State is not valid"],
  ["reports an invalid ZIP code", { zip: "8460" }, "warning invalid_zip zip: ZIP code is not valid"],
  ["accepts nine-digit ZIP codes", { zip: "84601-1234" }],
  ["reports a deceased patient", { deceased: "YES" }, "defect deceased deceased: Patient is deceased"],
  ["treats other flag values as not set", { deceased: "N", newborn: "0", prisoner: "no", no_publicity: "false" }],
  [
    "reports a discharge to hospice",
    { discharge_status: "51" },
    "defect hospice discharge_status: Discharged to hospice",
  ],
  [
    "reports a prisoner by flag",
    { prisoner: "1" },
    "defect law_enforcement prisoner: Court or law-enforcement patient",
  ],
  [
    "reports a prisoner by discharge status",
    { discharge_status: "87" },
    "defect law_enforcement discharge_status: Court or law-enforcement patient",
  ],
  [
    "reports a patient who does not want to be contacted",
    { no_publicity: "Y" },
    "defect no_publicity no_publicity: Patient asked not to be contacted",
  ],
  [
    "reports a patient whom state regulation excludes",
    { state_regulation: "t" },
    "defect state_regulation state_regulation: Excluded by state regulation",
  ],
  ["reports a newborn", { newborn: "true" }, "defect newborn newborn: Newborn record"],
  [
    "reports a duplicate visit",
    [{ visit_id: "V-9" }, { visit_id: "V-9" }, { visit_id: "V-9" }],
    "3 defect duplicate_visit visit_id: Same visit as row 2",
    "4 defect duplicate_visit visit_id: Same visit as row 2",
  ],
  [
    "reports an unknown discharge status",
    { discharge_status: "77" },
    "warning unknown_discharge_status discharge_status: Discharge status not recognised: 77",
  ],
  ["accepts a discharge status without its leading zero", { discharge_status: "1" }],
  ["reports an unknown sex", { sex: "X9" }, "warning unknown_sex sex: sex not recognised: X9"],
  ["accepts a sex that is written out", { sex: "female" }],
  [
    "reports an unknown language",
    { language: "Klingon" },
    "warning unknown_language language: language not recognised: Klingon",
  ],
  ["accepts a language code", { language: "TL" }],
  [
    "reports invalid phone numbers",
    { phone: "999-999-9999", mobile: "12" },
    "warning invalid_phone phone: Phone is not valid: 999-999-9999",
    "warning invalid_phone mobile: Phone is not valid: 12",
  ],
  [
    "reports an invalid email address",
    { email: "someone at example" },
    "warning invalid_email email: E-mail is not valid",
  ],
  [
    "reports a placeholder email address",
    { email: "none@example.com" },
    "warning suspicious_email email: E-mail looks like a placeholder",
  ],
  [
    "reports an incomplete address of a patient with other contact data",
    { address_1: "", zip: "" },
    "warning incomplete_address address_1: Address is incomplete: address_1, zip",
  ],
  [
    "reports the address of an institution",
    { address_2: "County JAIL" },
    "warning institution_address address_2: Address may be an institution",
  ],
  [
    "reports a placeholder name",
    { first_name: "Baby Boy" },
    "warning placeholder_name first_name: Name may be a placeholder",
  ],
  [
    "reports a name of one letter as a placeholder",
    { first_name: "J." },
    "warning placeholder_name first_name: Name may be a placeholder",
  ],
  [
    "reports a comma in a name",
    { first_name: "Cal, Ann", last_name: "Reed," },
    "warning comma_in_name first_name: Name contains a comma",
    "warning comma_in_name last_name: Name contains a comma",
  ],
  [
    "reports equal first and last names",
    { first_name: "REED", last_name: "Reed" },
    "warning equal_names last_name: First and last name are equal",
  ],
  [
    "reads the sex M as missing if the file has digits for the sexes",
    [{ sex: "1" }, { sex: "m" }, { sex: "2" }],
    "3 defect missing_required_field sex: Missing sex",
  ],
  ["reads the sex M as male if the file also has words", [{ sex: "1" }, { sex: "M" }, { sex: "F" }]],
  ["reads the sex M as male if the file has no other value", [{ sex: "M" }, { sex: "M" }]],
  [
    "reports a phone number that several patients share",
    [
      {},
      { phone: "801-555-0100", mobile: "801.555.0100" },
      { patient_id: "MRN-0", phone: "8015550100", visit_id: "V-8", discharge_status: "01" },
    ],
    ...["3 warning shared_phone phone: Phone also used in row 2"],
    ...["4 defect duplicate_patient patient_id: Patient already listed in row 2"],
    ...["4 warning shared_phone phone: Phone also used in row 3"],
  ],
  [
    "reports one row with both of a patient's numbers once",
    [
      { phone: "801-555-0100", mobile: "801-555-0101" },
      { phone: "801-555-0101", mobile: "801-555-0100", patient_id: "MRN-99", visit_id: "V-8" },
    ],
    "3 warning shared_phone phone: Phone also used in row 2",
  ],
  [
    "reports an invalid NPI",
    { attending_npi: "1234567898" },
    "warning invalid_npi attending_npi: Physician NPI is not valid",
  ],
];

describe("judging surgery patients", () => {
  judges("OASCAHPS", bothTypes);
  judges("OASCAHPS", [
    ["accepts a missing language and discharge status", { language: "", discharge_status: "" }],
    [
      "reports a missing surgery date",
      { service_date: "" },
      "defect missing_required_field service_date: Missing service_date",
    ],
    [
      "reports a surgery in the future",
      { service_date: "6/2/2026" },
      "defect future_date service_date: service_date is in the future",
    ],
    [
      "reports a discharge before the surgery",
      { discharge_date: "2026-05-09" },
      "defect discharge_before_admit discharge_date: Discharge date is before admission date",
    ],
    [
      "reports an invalid discharge date",
      { discharge_date: "soon" },
      "defect invalid_date discharge_date: discharge_date is not a valid date: soon",
    ],
    [
      "reports a surgery outside the most common month",
      [{}, {}, { service_date: "2026-04-30" }],
      "4 defect out_of_sample_month service_date: 2026-04-30 is outside sample month 2026-05",
    ],
    [
      "prefers the earlier of two equally common months",
      [{}, { service_date: "2026-04-30" }],
      "2 defect out_of_sample_month service_date: 2026-05-10 is outside sample month 2026-04",
    ],
    [
      "selects a patient's earliest surgery in a month, or else the first in the file",
      [
        { patient_id: "MRN-9" },
        { patient_id: "MRN-9", service_date: "2026-05-09" },
        { patient_id: "MRN-9", service_date: "2026-05-09" },
        { patient_id: "MRN-9", facility_ccn: "05C9Y8" },
      ],
      "2 defect duplicate_patient patient_id: Patient already listed in row 3",
      "4 defect duplicate_patient patient_id: Patient already listed in row 3",
    ],
    [
      "reports procedure codes if none is eligible",
      { procedure_code_1: "99213", procedure_code_2: "36415" },
      "defect no_eligible_procedure procedure_code_1: No eligible procedure code: 99213, 36415",
    ],
    [
      "reports procedure codes if some are not eligible",
      { procedure_code_1: "99213", procedure_code_2: "66984" },
      "warning partly_ineligible_procedure procedure_code_1: Not eligible and ignored: 99213",
    ],
    ["accepts catheter codes since 2025", { procedure_code_1: "92920" }],
    [
      "reports catheter codes before 2025",
      [{ procedure_code_1: "92920", service_date: "2024-12-31" }],
      "defect no_eligible_procedure procedure_code_1: No eligible procedure code: 92920",
    ],
    ["accepts screening codes", { procedure_code_1: "g0121" }],
    [
      "reports a row without a procedure code",
      { procedure_code_1: "" },
      "warning missing_procedure_code procedure_code_1: No procedure code",
    ],
    [
      "reports an inpatient by flag",
      { admitted_inpatient: "Y" },
      "defect admitted_inpatient admitted_inpatient: Admitted as an inpatient",
    ],
    [
      "reports an inpatient by discharge status",
      { discharge_status: "9" },
      "defect admitted_inpatient discharge_status: Admitted as an inpatient",
    ],
    ["accepts a discharge status that only hospitals exclude", { discharge_status: "20" }],
    ["accepts a shared address of a family", [{ address_1: "1 Elm" }, { address_1: "1 Elm" }]],
  ]);
});

describe("judging hospital patients", () => {
  judges(
    "HCAHPS",
    bothTypes.filter(([what]) => !what.includes("patients")),
  );
  judges("HCAHPS", [
    [
      "requires language, admission source and discharge status",
      { language: "", admission_source: "", discharge_status: "" },
      "defect missing_required_field language: Missing language",
      "defect missing_required_field admission_source: Missing admission_source",
      "defect missing_required_field discharge_status: Missing discharge_status",
    ],
    [
      "reports a discharge before the admission",
      { discharge_date: "2026-05-09" },
      "defect discharge_before_admit discharge_date: Discharge date is before admission date",
    ],
    [
      "uses the month of the discharge",
      [{}, {}, { admit_date: "2026-05-31", discharge_date: "2026-06-01" }, { admit_date: "2026-04-30" }],
      "4 defect out_of_sample_month discharge_date: 2026-06-01 is outside sample month 2026-05",
    ],
    [
      "selects the stay of a patient in a month that ended first",
      [{ patient_id: "MRN-9" }, { patient_id: "MRN-9", discharge_date: "2026-05-11" }],
      "2 defect duplicate_patient patient_id: Patient already listed in row 3",
    ],
    ["reports a patient who died", { discharge_status: "40" }, "defect deceased discharge_status: Patient is deceased"],
    [
      "reports a patient who was admitted from a court",
      { admission_source: "8" },
      "defect law_enforcement admission_source: Court or law-enforcement patient",
    ],
    [
      "reports a stay without a night",
      { discharge_date: "5/10/2026" },
      "defect no_overnight_stay discharge_date: No overnight stay",
    ],
    [
      "reports a discharge to a nursing facility",
      { discharge_status: "3" },
      "defect nursing_facility discharge_status: Discharged to a nursing facility",
    ],
    ["reports an ineligible MS-DRG", { ms_drg: "885" }, "defect ineligible_drg ms_drg: MS-DRG 885 is not eligible"],
    ["reports a missing MS-DRG", { ms_drg: "" }, "warning missing_drg ms_drg: No MS-DRG"],
    ["reports an unknown MS-DRG", { ms_drg: "ABC" }, "warning unknown_drg ms_drg: MS-DRG not recognised: ABC"],
    ["accepts an MS-DRG without leading zeros", { ms_drg: "12" }],
    [
      "reports patients of the same household",
      [{ address_1: "1 Elm St." }, { address_1: "1 ELM ST", zip: "84601-0001" }],
      "3 warning shared_household address_1: Same household as row 2",
    ],
  ]);
});

describe("rows with more or fewer cells than headings", () => {
  it("get a warning with the number of cells", async () => {
    const { parse, warningsOf } = await patientPractice();
    const { patientFileOf } = await import("../../testing/builders.js");
    const row = { texts: patientTexts("OASCAHPS"), cells: { count: 35, expected: 34 } };
    const { item } = await parse(patientFileOf("OASCAHPS", [row]));
    covered.add("column_count");
    expect(await warningsOf(item.file_id)).toMatchObject([{ row_note: "Row has 35 cells, expected 34" }]);
  });
});

describe("the rule tables", () => {
  it("have a test for every rule", () => {
    const codes = [...defectRules, ...warningRules].map(({ code }) => code);
    // The tests of the visits in earlier files cover this rule.
    const others = new Set([...covered, "repeated_visit"]);
    expect(codes.filter((code) => !others.has(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
