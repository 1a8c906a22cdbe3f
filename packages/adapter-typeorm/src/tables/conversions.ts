import type {
  CallImport,
  CallImportPart,
  CallName,
  CallTracker,
  Conversion,
  ConversionKind,
  Origin,
  Spend,
  Submission,
  Tracker,
  TrackerEvent,
} from "@repute/domain";
import { bytes, flag, integer, json, key, type Member, momentOrDay, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

type Name = NonNullable<Conversion["prospectName"]>;

/** Person's name in two columns, so that a lookup can match the first or the last name. */
const personName = (first: string, last: string): Member<object> => ({
  columns: [...text(first).columns, ...text(last).columns],
  write: (name, into) => void into.push((name as Name).first, (name as Name).last),
  read: (row) => ({ first: row[first], last: row[last] }),
});

const conversionTable = recordTable<Conversion>("conversions", {
  kind: key(text("kind")),
  id: key(integer("id")),
  type: text("type"),
  at: integer("at"),
  fromNumber: text("from_number"),
  phone: nullable(text("phone")),
  trackingNumber: nullable(text("tracking_number")),
  campaignId: nullable(integer("campaign_id")),
  source: nullable(text("source")),
  sentCampaign: nullable(text("sent_campaign")),
  sentChannel: nullable(text("sent_channel")),
  newPatient: flag("new_patient"),
  createdAt: integer("created_at"),
  modifiedAt: integer("modified_at"),
  prospectName: nullable(personName("first_name", "last_name")),
  prospectEmail: nullable(text("email")),
  prospectId: nullable(text("prospect_id")),
  scheduledDate: nullable(text("scheduled_date")),
  appointmentId: nullable(integer("appointment_id")),
  appointmentAt: nullable(momentOrDay("appointment_at", "appointment_date")),
  locationId: nullable(integer("location_id")),
  providerId: nullable(integer("provider_id")),
  patientId: nullable(text("patient_id")),
  patientName: nullable(text("patient_name")),
  closes: flag("closes"),
});

/** Record tables for calls and submissions. Both use the database table `conversions`. */
export const conversionTables: Readonly<Record<ConversionKind, typeof conversionTable>> = {
  call: conversionTable.where("kind = 'call'"),
  submission: conversionTable.where("kind = 'submission'"),
};

/** Table of call ids. A call is looked up by the name that it has in exports of call trackers. */
export const callNameTable = recordTable<CallName & { readonly tracker: CallTracker }>("call_names", {
  tracker: key(text("tracker")),
  name: key(text("name")),
  id: integer("id"),
});

export const callImportTable = recordTable<CallImport>("call_imports", {
  id: key(integer("id")),
  at: integer("at"),
  tracker: text("tracker"),
  fileName: nullable(text("file_name")),
  rows: integer("file_rows"),
  added: integer("added"),
  changed: integer("changed"),
  undoneAt: nullable(integer("undone_at")),
});

/** Table of the changes that call imports made, which an undo needs. */
export const callImportPartTable = recordTable<CallImportPart & { readonly import: number }>("call_import_parts", {
  import: key(integer("import_id")),
  position: key(integer("position")),
  changes: json("changes"),
});

export const trackerTable = recordTable<Tracker>("trackers", {
  id: key(text("id")),
  name: text("name"),
  kind: text("kind"),
  keys: json("signing_keys"),
  mapping: nullable(json("mapping")),
  createdAt: integer("created_at"),
  removedAt: nullable(integer("removed_at")),
});

export const trackerEventTable = recordTable<TrackerEvent>("tracker_events", {
  id: key(integer("id")),
  tracker: text("tracker_id"),
  receivedAt: integer("received_at"),
  digest: text("digest"),
  sentAt: nullable(integer("sent_at")),
  state: text("state"),
  reason: nullable(text("reason")),
  body: nullable(json("body")),
  name: nullable(text("call_name")),
  call: nullable(integer("call_id")),
  rank: integer("event_rank"),
  tries: integer("tries"),
});

/** Table of submissions. Two submissions with the same `identity` are duplicates. */
export const submissionTable = recordTable<Submission, { readonly identity: string }>(
  "submissions",
  {
    id: key(integer("id")),
    at: integer("at"),
    scctParameter: text("scct_parameter"),
    phoneNumber: text("phone_number"),
    phone: nullable(text("phone")),
    type: text("type"),
    patientName: text("patient_name"),
    patientId: nullable(text("patient_id")),
    scheduledDate: nullable(text("scheduled_date")),
    email: nullable(text("email")),
    street: nullable(text("street")),
    secondaryStreet: nullable(text("secondary_street")),
    city: nullable(text("city")),
    state: nullable(text("state")),
    postal: nullable(text("postal")),
    isTest: flag("is_test"),
    postedBy: nullable(text("posted_by")),
  },
  { identity: text("identity") },
);

export const spendTable = recordTable<Spend>("spends", {
  id: key(integer("id")),
  campaignId: integer("campaign_id"),
  from: text("start_date"),
  to: text("end_date"),
  amount: integer("amount"),
});

/** Stored results of the conversions in a span of time. */
export type OutcomeSpan = {
  /** Start of the span, a multiple of its length. */
  readonly firstAt: number;
  readonly origins: readonly OriginValues[];
  /**
   * 64-bit numbers. For each origin in turn: five sums, the number of new patients, a number for each of them, the number
   * of assists, and the ids of the assisted appointments.
   */
  readonly results: Uint8Array;
};

export type OriginValues = readonly [Origin["campaignId"], Origin["source"], Origin["sentChannel"]];

export const outcomeSpanTable = recordTable<OutcomeSpan>("outcome_spans", {
  firstAt: key(integer("first_at")),
  origins: json("origins"),
  results: bytes("results"),
});
