import type { RecordType } from "../../foundation/records/record-type.js";

/** Declares the error rows of imports. */
export const importErrorType: RecordType<unknown, unknown, unknown, "import_error"> = { kind: "import_error" };

/** Declares the rows of imports that are not stored yet. */
export const stagedRowType: RecordType<unknown, unknown, unknown, "staged_row"> = { kind: "staged_row" };
