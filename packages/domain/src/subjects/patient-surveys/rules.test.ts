import { describe, expect, it } from "@jest/globals";
import { patientTexts } from "../../testing/patient-builders.js";
import { patientPractice } from "../../testing/patient-practice.js";
import type { CahpsType } from "./cahps-type.js";
import { defectRules } from "./defects.js";
import type { PatientRow } from "./patient-rows.js";
import { warningRules } from "./warnings.js";

type Texts = PatientRow["texts"];
type Case = readonly [what: string, texts: Texts | readonly Texts[], ...expected: readonly string[]];

const covered = new Set<string>();

/** Each case is a file with its expected findings. Row numbers are omitted for single rows. */
function judges(type: CahpsType, cases: readonly Case[]): void {
  it.each(cases.map(([what, texts, ...expected]) => ({ what, texts, expected })))(
    "$what",
    async ({ texts, expected }) => {
      const rows = Array.isArray(texts) ? (texts as readonly Texts[]) : [texts as Texts];
      const told = await (await patientPractice()).judge(type, rows);
      for (const text of expected) covered.add(/(?:defect|warning) (\w+)/.exec(text)?.[1] ?? "");
      expect(told).toEqual(rows.length > 1 ? expected : expected.map((text) => `2 ${text}`));
    },
  );
}

const noContact: Texts = { phone: "", mobile: "", email: "" };
const child: Texts = { date_of_birth: "2010-05-11" };

const bothTypes: readonly Case[] = [
  ["has nothing to say of a patient without a fault", {}],
  ["finds empty names", { first_name: "" }, "defect missing_required_field first_name: Missing first_name"],
  ["finds a missing sex", { sex: " " }, "defect missing_required_field sex: Missing sex"],
  [
    "finds every field that is missing, in order",
    { last_name: "", patient_id: "", visit_id: "", date_of_birth: "" },
    "defect missing_required_field last_name: Missing last_name",
    "defect missing_required_field date_of_birth: Missing date_of_birth",
    "defect missing_required_field patient_id: Missing patient_id",
    "defect missing_required_field visit_id: Missing visit_id",
  ],
  [
    "asks for a facility or a location, whichever",
    { facility_ccn: "", location_code: "", location_name: "" },
    "defect missing_required_field facility_ccn: Missing facility_ccn",
  ],
  ["takes a location instead of a facility", { facility_ccn: "", location_code: "" }],
  ["takes a facility instead of a location", { location_code: "", location_name: "" }],
  [
    "finds a birth that is no day",
    { date_of_birth: "1980-02-30" },
    "defect invalid_date date_of_birth: date_of_birth is not a valid date: 1980-02-30",
  ],
  ["reads days of every spelling", { date_of_birth: "5/1/80" }],
  ["takes a short year for one of the last century", { date_of_birth: "5/1/27" }],
  [
    "finds a birth in the future, and an age below 18",
    { date_of_birth: "2026-06-02" },
    "defect future_date date_of_birth: date_of_birth is in the future",
    "defect under_18 date_of_birth: Patient was -1 on the date of service",
  ],
  ["finds a child", child, "defect under_18 date_of_birth: Patient was 15 on the date of service"],
  ["takes a patient who turns 18 on that day", { date_of_birth: "2008-05-10" }],
  [
    "finds an age that nobody has",
    { date_of_birth: "1905-05-10" },
    "defect implausible_age date_of_birth: Date of birth gives age 121",
  ],
  ["takes an age of 120", { date_of_birth: "1905-05-11" }],
  [
    "finds a facility number that is none",
    { facility_ccn: "05-123" },
    "defect invalid_ccn facility_ccn: Facility number is not valid: 05-123",
  ],
  [
    "finds an unknown location",
    { location_code: "L-9", location_name: "Nowhere" },
    "defect unknown_location location_name: Location not recognised: Nowhere",
  ],
  [
    "finds an unknown location by its code alone",
    { location_code: "L-9", location_name: "" },
    "defect unknown_location location_code: Location not recognised: L-9",
  ],
  ["knows a location by its name where the code is unknown", { location_code: "L-9", location_name: " annex " }],
  [
    "finds a patient who cannot be reached",
    { ...noContact, city: "" },
    "defect missing_required_field city: Missing city",
    "defect no_contact -: No way to reach the patient",
  ],
  ["reaches a patient by post", noContact],
  [
    "finds a foreign country",
    { country: "MX" },
    "defect foreign_address country: Address is outside the United States",
  ],
  [
    "takes Canada's code for no state",
    { country: "CA" },
    "defect foreign_address country: Address is outside the United States",
  ],
  ["takes the United States", { country: "U.S.A." }],
  ["takes a territory", { country: "Puerto Rico", state: "PR" }],
  [
    "finds a foreign state and postal code, each as well",
    { state: "ON", zip: "M5V 2T6" },
    "defect foreign_address state: Address is outside the United States",
    "warning invalid_zip zip: ZIP code is not valid",
    "warning invalid_state state: State is not valid",
  ],
  ["finds an unknown state", { state: "ZZ" }, "warning invalid_state state: State is not valid"],
  ["finds a ZIP code that is none", { zip: "8460" }, "warning invalid_zip zip: ZIP code is not valid"],
  ["takes ZIP codes of nine digits", { zip: "84601-1234" }],
  ["finds the dead", { deceased: "YES" }, "defect deceased deceased: Patient is deceased"],
  ["takes other flags for not set", { deceased: "N", newborn: "0", prisoner: "no", no_publicity: "false" }],
  [
    "finds who was discharged to hospice",
    { discharge_status: "51" },
    "defect hospice discharge_status: Discharged to hospice",
  ],
  ["finds prisoners by flag", { prisoner: "1" }, "defect law_enforcement prisoner: Court or law-enforcement patient"],
  [
    "finds prisoners by status",
    { discharge_status: "87" },
    "defect law_enforcement discharge_status: Court or law-enforcement patient",
  ],
  [
    "finds who is not to be asked",
    { no_publicity: "Y" },
    "defect no_publicity no_publicity: Patient asked not to be contacted",
  ],
  [
    "finds who a state excludes",
    { state_regulation: "t" },
    "defect state_regulation state_regulation: Excluded by state regulation",
  ],
  ["finds newborns", { newborn: "true" }, "defect newborn newborn: Newborn record"],
  [
    "finds one visit twice",
    [{ visit_id: "V-9" }, { visit_id: "V-9" }, { visit_id: "V-9" }],
    "3 defect duplicate_visit visit_id: Same visit as row 2",
    "4 defect duplicate_visit visit_id: Same visit as row 2",
  ],
  [
    "finds an unknown discharge status",
    { discharge_status: "77" },
    "warning unknown_discharge_status discharge_status: Discharge status not recognised: 77",
  ],
  ["takes a discharge status without its zero", { discharge_status: "1" }],
  ["finds an unknown sex", { sex: "X9" }, "warning unknown_sex sex: sex not recognised: X9"],
  ["takes every spelling of a sex", { sex: "female" }],
  [
    "finds an unknown language",
    { language: "Klingon" },
    "warning unknown_language language: language not recognised: Klingon",
  ],
  ["takes the code of a language", { language: "TL" }],
  [
    "finds numbers that nobody has",
    { phone: "999-999-9999", mobile: "12" },
    "warning invalid_phone phone: Phone is not valid: 999-999-9999",
    "warning invalid_phone mobile: Phone is not valid: 12",
  ],
  [
    "finds an email address that is none",
    { email: "someone at example" },
    "warning invalid_email email: E-mail is not valid",
  ],
  [
    "finds a placeholder of an email address",
    { email: "none@example.com" },
    "warning suspicious_email email: E-mail looks like a placeholder",
  ],
  [
    "finds an incomplete address of a patient who can be reached otherwise",
    { address_1: "", zip: "" },
    "warning incomplete_address address_1: Address is incomplete: address_1, zip",
  ],
  [
    "finds an institution",
    { address_2: "County JAIL" },
    "warning institution_address address_2: Address may be an institution",
  ],
  [
    "finds a placeholder of a name",
    { first_name: "Baby Boy" },
    "warning placeholder_name first_name: Name may be a placeholder",
  ],
  [
    "takes one letter for no name",
    { first_name: "J." },
    "warning placeholder_name first_name: Name may be a placeholder",
  ],
  [
    "finds a number of several patients",
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
    "finds an NPI that is none",
    { attending_npi: "1234567898" },
    "warning invalid_npi attending_npi: Physician NPI is not valid",
  ],
];

describe("a surgery patient", () => {
  judges("OASCAHPS", bothTypes);
  judges("OASCAHPS", [
    ["does without a language and a discharge status", { language: "", discharge_status: "" }],
    [
      "finds a surgery without a day",
      { service_date: "" },
      "defect missing_required_field service_date: Missing service_date",
    ],
    [
      "finds a surgery in the future",
      { service_date: "6/2/2026" },
      "defect future_date service_date: service_date is in the future",
    ],
    [
      "finds a discharge before the surgery",
      { discharge_date: "2026-05-09" },
      "defect discharge_before_admit discharge_date: Discharge date is before admission date",
    ],
    [
      "finds a discharge that is no day",
      { discharge_date: "soon" },
      "defect invalid_date discharge_date: discharge_date is not a valid date: soon",
    ],
    [
      "finds a surgery of another month than most",
      [{}, {}, { service_date: "2026-04-30" }],
      "4 defect out_of_sample_month service_date: 2026-04-30 is outside sample month 2026-05",
    ],
    [
      "takes the earlier one of two months with as many surgeries",
      [{}, { service_date: "2026-04-30" }],
      "2 defect out_of_sample_month service_date: 2026-05-10 is outside sample month 2026-04",
    ],
    [
      "keeps the earliest surgery of a patient in a month, then the first of the file",
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
      "finds codes of which none is asked about",
      { procedure_code_1: "99213", procedure_code_2: "36415" },
      "defect no_eligible_procedure procedure_code_1: No eligible procedure code: 99213, 36415",
    ],
    [
      "finds codes of which some are not asked about",
      { procedure_code_1: "99213", procedure_code_2: "66984" },
      "warning partly_ineligible_procedure procedure_code_1: Not eligible and ignored: 99213",
    ],
    ["takes codes of catheters since 2025", { procedure_code_1: "92920" }],
    [
      "finds codes of catheters before 2025, of another month and an older patient",
      [{ procedure_code_1: "92920", service_date: "2024-12-31" }],
      "defect no_eligible_procedure procedure_code_1: No eligible procedure code: 92920",
    ],
    ["takes the codes of screenings", { procedure_code_1: "g0121" }],
    [
      "finds a row without a code",
      { procedure_code_1: "" },
      "warning missing_procedure_code procedure_code_1: No procedure code",
    ],
    [
      "finds inpatients by flag",
      { admitted_inpatient: "Y" },
      "defect admitted_inpatient admitted_inpatient: Admitted as an inpatient",
    ],
    [
      "finds inpatients by status",
      { discharge_status: "9" },
      "defect admitted_inpatient discharge_status: Admitted as an inpatient",
    ],
    ["takes statuses that only hospitals leave out", { discharge_status: "20" }],
    ["lets families have one address", [{ address_1: "1 Elm" }, { address_1: "1 Elm" }]],
  ]);
});

describe("a hospital patient", () => {
  judges(
    "HCAHPS",
    bothTypes.filter(([what]) => !what.includes("patients")),
  );
  judges("HCAHPS", [
    [
      "asks for language, source and status",
      { language: "", admission_source: "", discharge_status: "" },
      "defect missing_required_field language: Missing language",
      "defect missing_required_field admission_source: Missing admission_source",
      "defect missing_required_field discharge_status: Missing discharge_status",
    ],
    [
      "finds a discharge before the admission",
      { discharge_date: "2026-05-09" },
      "defect discharge_before_admit discharge_date: Discharge date is before admission date",
    ],
    [
      "judges the month by the discharge",
      [{}, {}, { admit_date: "2026-05-31", discharge_date: "2026-06-01" }, { admit_date: "2026-04-30" }],
      "4 defect out_of_sample_month discharge_date: 2026-06-01 is outside sample month 2026-05",
    ],
    [
      "keeps the stay of a patient in a month that ended first",
      [{ patient_id: "MRN-9" }, { patient_id: "MRN-9", discharge_date: "2026-05-11" }],
      "2 defect duplicate_patient patient_id: Patient already listed in row 3",
    ],
    ["finds who died", { discharge_status: "40" }, "defect deceased discharge_status: Patient is deceased"],
    [
      "finds who came from a court",
      { admission_source: "8" },
      "defect law_enforcement admission_source: Court or law-enforcement patient",
    ],
    [
      "finds a stay without a night",
      { discharge_date: "5/10/2026" },
      "defect no_overnight_stay discharge_date: No overnight stay",
    ],
    [
      "finds who went to a nursing facility",
      { discharge_status: "3" },
      "defect nursing_facility discharge_status: Discharged to a nursing facility",
    ],
    ["finds a group that is not asked", { ms_drg: "885" }, "defect ineligible_drg ms_drg: MS-DRG 885 is not eligible"],
    ["finds a stay without a group", { ms_drg: "" }, "warning missing_drg ms_drg: No MS-DRG"],
    ["finds a group that is none", { ms_drg: "ABC" }, "warning unknown_drg ms_drg: MS-DRG not recognised: ABC"],
    ["takes a group without its zeros", { ms_drg: "12" }],
    [
      "finds patients of one household",
      [{ address_1: "1 Elm St." }, { address_1: "1 ELM ST", zip: "84601-0001" }],
      "3 warning shared_household address_1: Same household as row 2",
    ],
  ]);
});

describe("rows with more or fewer cells than headings", () => {
  it("get a warning with the number of cells", async () => {
    const { parse, warningsOf } = await patientPractice();
    const { patientFileOf } = await import("../../testing/patient-builders.js");
    const row = { texts: patientTexts("OASCAHPS"), cells: { count: 35, expected: 34 } };
    const { item } = await parse(patientFileOf("OASCAHPS", [row]));
    covered.add("column_count");
    expect(await warningsOf(item.file_id)).toMatchObject([{ row_note: "Row has 35 cells, expected 34" }]);
  });
});

describe("the rule tables", () => {
  it("have a test for every rule", () => {
    const codes = [...defectRules, ...warningRules].map(({ code }) => code);
    expect(codes.filter((code) => !covered.has(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
