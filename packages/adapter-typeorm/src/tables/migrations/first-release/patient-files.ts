import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

/** Returns the statements that create the tables for patient files, and for the warnings about their rows. */
export const patientFiles = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE patient_files (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    type ${text} NOT NULL,
    status ${text} NOT NULL,
    connection ${text},
    transform ${text},
    is_test ${flag} NOT NULL,
    created_at ${integer} NOT NULL,
    created_by ${text},
    file_name ${text},
    sample_month ${text},
    headings ${text},
    patients ${integer} NOT NULL,
    warnings ${integer} NOT NULL,
    failure ${text},
    seen_at ${integer} NOT NULL,
    digest ${text},
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE INDEX patient_files_by_time ON patient_files (account_id, created_at, id)`,
  `CREATE INDEX patient_files_by_status ON patient_files (account_id, status, id)`,
  `CREATE INDEX patient_files_by_digest ON patient_files (account_id, digest, id)`,
  `CREATE TABLE patient_warnings (
    account_id ${integer} NOT NULL,
    file_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    item ${text} NOT NULL,
    PRIMARY KEY (account_id, file_id, id),
    ${ofAccount}
  )${clustered}`,
];
