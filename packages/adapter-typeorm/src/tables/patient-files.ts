import type { PatientFile, StoredWarning } from "@repute/domain";
import { flag, integer, json, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

export const patientFileTable = recordTable<PatientFile>("patient_files", {
  id: key(integer("id")),
  type: text("type"),
  status: text("status"),
  connection: nullable(text("connection")),
  transform: nullable(text("transform")),
  isTest: flag("is_test"),
  createdAt: integer("created_at"),
  createdBy: nullable(text("created_by")),
  fileName: nullable(text("file_name")),
  month: nullable(text("sample_month")),
  headings: nullable(json("headings")),
  patients: integer("patients"),
  warnings: integer("warnings"),
  failure: nullable(text("failure")),
  digest: nullable(text("digest")),
  seenAt: integer("seen_at"),
});

/** Table of warnings about rows of patient files. */
export const patientWarningTable = recordTable<StoredWarning & { readonly file: number }>("patient_warnings", {
  file: key(integer("file_id")),
  id: key(integer("id")),
  json: text("item"),
});
