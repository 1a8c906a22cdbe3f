import { expect, it } from "@jest/globals";
import { fieldLabels, findingText } from "./patient-report.js";

const labelOf = fieldLabels({ patient_id: "Medical Record Number" });

it.each([
  ["missing_required_field", "address_1", "Missing address_1", "Address is empty"],
  ["missing_required_field", "patient_id", "Missing patient_id", "Medical Record Number is empty"],
  ["future_date", "service_date", "service_date is in the future", "Service date is in the future"],
  [
    "invalid_date",
    "service_date",
    "service_date is not a valid date: 5/32/2026",
    "Service date is not a valid date: 5/32/2026",
  ],
  ["unknown_sex", "sex", "sex not recognised: XN", "Sex not recognized: XN"],
  ["unknown_drg", "ms_drg", "MS-DRG not recognised: recognised", "MS-DRG not recognized: recognised"],
  ["invalid_email", "email", "E-mail is not valid", "Email is not valid"],
  [
    "incomplete_address",
    "address_1",
    "Address is incomplete: address_1, zip",
    "Address is incomplete: Address, ZIP code",
  ],
  ["no_contact", null, "No way to reach the patient", "No way to reach the patient"],
])("writes %s about %s as people do", (code, field, text, expected) => {
  expect(findingText({ code, field, text } as Parameters<typeof findingText>[0], labelOf)).toBe(expected);
});
