import type { ItemKeys } from "../../foundation/kernel/item-keys.js";
import type { ImportErrorLevel, ImportErrorType, ImportSide } from "./error-types.js";

/** Number of error rows, by part of the row (`side`) and by type. Types without error rows are absent. */
export type ImportErrorCounts = Readonly<Record<ImportSide, Readonly<Partial<Record<ImportErrorType, number>>>>>;

/** Item of the list of import runs. `errors` is absent in API v1, and `is_test` without `show_test_runs=true`. */
export type ListedImportRun = ItemKeys &
  Omit<ImportRunItem, "errors" | "is_test"> &
  Partial<Pick<ImportRunItem, "errors" | "is_test">>;

/** Item of the lists of errors and warnings of an import run. `_import_id` is present only with `keys=true`. */
export type ListedImportError = ItemKeys & { readonly _import_id?: number } & ImportErrorItem;

/** Import run with its counts. */
export type ImportRunItem = {
  readonly import_id: number;
  readonly rows_processed: number;
  readonly mismatches: number;
  readonly warnings: number;
  readonly errors: ImportErrorCounts;
  readonly is_test: boolean;
  readonly appointment_captured: number;
  readonly new_patients: number;
  readonly scheduled_invites: number;
  readonly skipped_appointments: number;
  readonly skipped_invites: number;
  /** First local date of the appointments, as `YYYY-MM-DD`. */
  readonly start_date: string;
  readonly end_date: string;
  /** Time of the upload in UTC, as `YYYY-MM-DD HH:mm:ss`. */
  readonly upload_date: string;
};

/** Error or warning about a row of an import. A member is `null` if its value is missing or invalid. */
export type ImportErrorItem = {
  readonly id: number;
  readonly error_type: ImportErrorType;
  readonly error_level: ImportErrorLevel;
  readonly patient_name: string;
  readonly patient_id: string;
  readonly appointment_date: string | null;
  readonly location_name: string;
  readonly provider: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly date_of_birth: string | null;
  readonly state: string | null;
  readonly match_info?: Readonly<Record<string, unknown>>;
};
