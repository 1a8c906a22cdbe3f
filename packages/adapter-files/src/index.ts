export { appointmentFile } from "./appointment-file.js";
export { callFile } from "./call-file.js";
export { patientFile } from "./patient-file.js";
export { reviewFile } from "./review-file.js";
export { ndjsonBundle } from "./ndjson.js";
export { backgroundProcess, type FileOptions, type Notice, type Spool, spoolToFile } from "./input-file.js";
export { uploadFolder } from "./upload-folder.js";
