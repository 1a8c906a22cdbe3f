import type {
  ImportAttempt,
  ImportConnection,
  JournalEntry,
  PartPlace,
  PatientFile,
  Stop,
  StoredError,
  StoredLoad,
  StoredRun,
  StoredWarning,
  Upload,
  VisitPart,
} from "@repute/domain";
import { bytes, flag, integer, json, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

export const importConnectionTable = recordTable<ImportConnection>("import_connections", {
  name: key(text("name")),
  capturesAppointments: flag("captures_appointments"),
  sendsInvites: flag("sends_invites"),
  dateOrder: text("date_order"),
  maxPastDays: integer("max_past_days"),
  maxFutureDays: integer("max_future_days"),
  inviteIntervalDays: integer("invite_interval_days"),
  inviteIntervalScope: text("invite_interval_scope"),
  sendAfterHours: integer("send_after_hours"),
  requireProvider: flag("require_provider"),
  requireDateOfBirth: flag("require_date_of_birth"),
  requireState: flag("require_state"),
  requireStateForInvites: flag("require_state_for_invites"),
  minimumInviteAge: nullable(integer("minimum_invite_age")),
  monitoringOnly: flag("monitoring_only"),
  silencedLocationRefs: json("silenced_location_refs"),
  silencedProviderRefs: json("silenced_provider_refs"),
  messageId: nullable(integer("message_id")),
  statuses: json("statuses"),
  columns: json("columns"),
  locationRefs: json("location_refs"),
  providerRefs: json("provider_refs"),
  timeZone: nullable(text("time_zone")),
});

export const stopTable = recordTable<Stop>("stops", {
  contact: key(text("contact")),
  since: nullable(integer("since")),
});

/** Columns for sorting and filtering import runs. */
type RunFacts = {
  readonly id: number;
  readonly isTest: boolean;
  readonly startDate: string;
  readonly undoneAt: number | null;
};

export const importRunTable = recordTable<StoredRun, RunFacts>(
  "import_runs",
  {
    run: json("run"),
    isComplete: flag("is_complete"),
    digest: text("digest"),
    staging: text("staging"),
    messageId: nullable(integer("message_id")),
    firstIds: json("first_ids"),
    nextIds: json("next_ids"),
    withdrawals: json("withdrawals"),
    suppressed: integer("suppressed"),
    journaledAt: nullable(integer("journaled_at")),
    undo: nullable(json("undo")),
  },
  {
    id: key(integer("id")),
    isTest: flag("is_test"),
    startDate: text("start_date"),
    undoneAt: nullable(integer("undone_at")),
  },
);

export const importAttemptTable = recordTable<ImportAttempt>("import_attempts", {
  id: key(integer("id")),
  startedAt: integer("started_at"),
  file: nullable(text("file")),
  connection: nullable(text("connection")),
  isTest: flag("is_test"),
  status: text("status"),
  run: nullable(integer("run_id")),
  code: nullable(text("code")),
  reason: nullable(text("reason")),
});

export const importErrorTable = recordTable<StoredError, { readonly type: string }>(
  "import_errors",
  {
    run: key(integer("run_id")),
    id: key(integer("id")),
    side: text("side"),
    row: integer("file_row"),
    json: text("item"),
  },
  { type: text("type") },
);

/** Row of an appointment file that an import run has not stored yet. */
type StagedRow = { readonly staging: string; readonly position: number; readonly body: string };

export const stagedRowTable = recordTable<StagedRow, { readonly addedAt: number }>(
  "staged_rows",
  { staging: key(text("staging")), position: key(integer("position")), body: text("body") },
  { addedAt: integer("added_at") },
);

export const journalTable = recordTable<JournalEntry>("import_journal", {
  run: key(integer("run_id")),
  step: key(integer("step")),
  position: key(integer("position")),
  body: text("body"),
});

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

export const surveyVisitTable = recordTable<VisitPart & { readonly file: number }>("survey_visits", {
  file: key(integer("file_id")),
  position: key(integer("position")),
  visits: json("visits"),
});

/** Table of each account's last large load. A load gets a row when it is accepted. */
export const loadTable = recordTable<StoredLoad>("loads", {
  staging: text("staging"),
  isComplete: flag("is_complete"),
  isDiscarded: flag("is_discarded"),
  changed: json("changed"),
  removed: json("removed"),
});

/** Part of a large load, with a compressed body. */
type PartRow = PartPlace & { readonly staging: string; readonly body: Uint8Array };

export const loadPartTable = recordTable<PartRow, { readonly addedAt: number }>(
  "load_parts",
  {
    staging: key(text("staging")),
    step: key(integer("step")),
    position: key(integer("position")),
    body: bytes("body"),
  },
  { addedAt: integer("added_at") },
);

export const uploadTable = recordTable<Upload>("uploads", {
  id: key(integer("id")),
  kind: text("kind"),
  options: json("options"),
  receivedAt: integer("received_at"),
  fileName: nullable(text("file_name")),
  bytes: integer("bytes"),
  sha256: text("sha256"),
  content: text("content"),
  sender: json("sender"),
  repeats: nullable(integer("repeats")),
  state: text("state"),
  holder: nullable(text("holder")),
  until: nullable(integer("until")),
  tries: integer("tries"),
  startedAt: nullable(integer("started_at")),
  endedAt: nullable(integer("ended_at")),
  progress: nullable(json("progress")),
  result: nullable(json("result")),
  failure: nullable(json("failure")),
});
