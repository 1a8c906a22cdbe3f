export { appointmentFile } from "./appointments/appointment-file.js";
export { callFile } from "./call-file.js";
export { patientFile } from "./patients/patient-file.js";
export { ndjsonBundle } from "./ndjson-bundle.js";
export { spoolToFile } from "./spool-to-file.js";
export { backgroundProcess } from "./background-process.js";
export type { FileOptions, Notice } from "./notices.js";
export type { Spool } from "./spool-to-file.js";
