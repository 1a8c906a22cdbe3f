import type { importErrorRows, listImportErrors, listImports } from "../subjects/imports/import-item.js";
import type { importAppointments, listAttempts, showAttempt, suppressedOfRun } from "../subjects/imports/imports.js";
import type { withdrawalsOfRun } from "../subjects/imports/withdrawals.js";
import type {
  listPatientFiles,
  listPatientWarnings,
  patientFiles,
  patientWarnings,
} from "../subjects/patient-surveys/list-patient-files.js";
import type { parsePatientFile } from "../subjects/patient-surveys/parse-patient-file.js";

/** Use cases about imports of appointments. */
export interface ImportUseCases {
  /**
   * Imports a file of appointments: stores appointments, plans invites and reports every row that was skipped.
   * Throws `empty_file`, `connection_required`, `connection_not_found` and the errors of the file.
   */
  readonly run: ReturnType<typeof importAppointments>;
  /** Lists the import runs of an account, newest first. The range refers to the day of the earliest appointment. */
  readonly list: ReturnType<typeof listImports>;
  /**
   * Lists the errors and warnings of a run about appointments or about invites, sorted by id. Throws
   * `import_not_found` and `unknown_error_type`.
   */
  readonly errors: ReturnType<typeof listImportErrors>;
  /** Reads all errors and warnings of a run with their row numbers, in pages. */
  readonly errorRows: ReturnType<typeof importErrorRows>;
  /** Returns the appointments that a run canceled, moved or restored. Throws `import_not_found`. */
  readonly withdrawals: ReturnType<typeof withdrawalsOfRun>;
  /** Reads all import attempts of an account in pages, newest first. Failed attempts have the reason. */
  readonly attempts: ReturnType<typeof listAttempts>;
  /** Returns an import attempt, with its run if the run is complete. Throws `attempt_not_found`. */
  readonly attempt: ReturnType<typeof showAttempt>;
  /** Returns how many rows a run skipped because they are about erased people. Throws `import_not_found`. */
  readonly suppressed: ReturnType<typeof suppressedOfRun>;
}

/** Use cases about patient files for CAHPS surveys. */
export interface PatientSurveyUseCases {
  /**
   * Checks a patient file and stores the findings about its rows. Throws `file_unreadable`, `too_many_rows` and
   * other errors of the file, whose status is then `Failed`.
   */
  readonly parse: ReturnType<typeof parsePatientFile>;
  /**
   * Lists the patient files that were uploaded in a time range, newest first. Throws `invalid_date` and
   * `reversed_dates`.
   */
  readonly list: ReturnType<typeof listPatientFiles>;
  /**
   * Reads the patient files of an account in pages, newest first, with the reason for each failure. Not for
   * publication.
   */
  readonly files: ReturnType<typeof patientFiles>;
  /** Lists the findings of a file, one item per row of the file. Throws `file_not_found`. */
  readonly warnings: ReturnType<typeof listPatientWarnings>;
  /** Reads the findings of a file in pages, sorted by row. */
  readonly warningRows: ReturnType<typeof patientWarnings>;
}
