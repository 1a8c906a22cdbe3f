/** Survey of a patient file: OAS CAHPS for outpatient and ambulatory surgery, or HCAHPS for hospital stays. */
export const cahpsTypes = ["OASCAHPS", "HCAHPS"] as const;
export type CahpsType = (typeof cahpsTypes)[number];
