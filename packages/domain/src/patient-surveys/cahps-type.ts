/** Which survey a file's patients are for: about outpatient and ambulatory surgery, or about a stay in a hospital. */
export const cahpsTypes = ["OASCAHPS", "HCAHPS"] as const;
export type CahpsType = (typeof cahpsTypes)[number];
