import type { RecordType } from "../../foundation/records/record-type.js";

export const importErrorType: RecordType<unknown, unknown, unknown, "import_error"> = { kind: "import_error" };

/** Record type for checked rows of imports whose records are not stored yet. */
export const stagedRowType: RecordType<unknown, unknown, unknown, "staged_row"> = { kind: "staged_row" };
