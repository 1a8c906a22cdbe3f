/** Types of CAHPS surveys: OAS CAHPS for outpatient and ambulatory surgery, HCAHPS for hospital stays. */
export const cahpsTypes = ["OASCAHPS", "HCAHPS"] as const;
export type CahpsType = (typeof cahpsTypes)[number];
