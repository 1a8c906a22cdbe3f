import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { callKeys, conversionKeys, keyed, text } from "./item-schemas.js";
import { date, listQuery } from "./list-query.js";

const shown = (description: string) => ({ type: "string", description }) as const;

const callItem = {
  title: "Call",
  ...exactly({
    appt_date: shown(
      "Date and time of the linked appointment, in the account's time zone. `-` until an appointment is linked.",
    ),
    call_date: shown("Date and time of the call, in the account's time zone."),
    campaign: shown("Marketing campaign. `-` if unknown."),
    channel: shown("Marketing channel. `Unassigned` if unknown."),
    from_number: shown("Phone number of the caller. In E.164 format if the number is valid, otherwise as received."),
    location_name: shown("Name of the appointment's location. `-` until the location is known."),
    new_patient: {
      type: "boolean",
      description:
        "True if, at the time of the call, the account had no earlier appointment or invite with the same phone number.",
    },
    patient_id: shown("Patient id from the appointment. `Unknown` until the patient is known."),
    patient_name: shown("Name of the patient. `Unknown` until the patient is known."),
    provider: shown("Name of the appointment's provider. `-` until the provider is known."),
    source: shown("Marketing source. `-` if unknown."),
    tracking_number: shown(
      "Phone number that was called. In E.164 format if the number is valid, otherwise as received.",
    ),
  }),
  examples: [
    {
      appt_date: "3/5/2026 8:00:00 am",
      call_date: "3/2/2026 9:00:00 am",
      campaign: "Spring",
      channel: "Paid Search",
      from_number: "+18015550142",
      location_name: "Main Street",
      new_patient: true,
      patient_id: "MRN-5",
      patient_name: "Cal Reed",
      provider: "Dr. Ada Quill",
      source: "google",
      tracking_number: "+18015550100",
    },
  ],
};

export const calls = route({
  method: "get",
  path: "/calls",
  operation: "listCalls",
  tag: "Conversions",
  summary: "List calls",
  description:
    "Calls from call trackers, each with its linked appointment. Newest first by call time. Without a date, the list covers all time. With only `start_date`, the list covers the 24 hours from that time. With only `end_date`, the list covers everything up to that time. " +
    "Rows have an id only with `keys=true`.",
  access: "data-sync",
  key: [],
  ...conversionQuery(
    "Selects calls that were added, or had any field changed, at or after this time. Cannot be combined with `start_date`.",
  ),
  reply: listOf(keyed(callItem, ...callKeys)),
  stream: (domain, { account, query }) => domain.conversions.listCalls(account, query),
});

const conversionItem = {
  title: "Conversion",
  ...exactly({
    conversion_id: {
      type: "string",
      description: "Unique id of the conversion: `call-` or `sub-`, followed by the id of the call or submission.",
    },
    appt_date: text(
      "Timestamp of the linked appointment, or its date if the time of day is unknown. Null until an appointment is linked.",
    ),
    campaign: text("Marketing campaign. Null if unknown."),
    channel: { type: "string", description: "Marketing channel. `Unassigned` if unknown." },
    source: text("Marketing source. Null if unknown."),
    date: { type: "string", format: "date-time", description: "Time of the call or submission." },
    from_number: {
      type: "string",
      description:
        "Phone number of the caller or prospect. In E.164 format if the number is valid, otherwise as received.",
    },
    location_name: text("Name of the appointment's location. Null until an appointment is linked."),
    new_patient: {
      type: "boolean",
      description:
        "True if, at the time of the conversion, the account had no earlier appointment or invite with the same phone number.",
    },
    patient_id: text("Patient id from the appointment. Null until an appointment is linked."),
    patient_name: text("Name of the patient from the appointment. Null until an appointment is linked."),
    provider: text("Name of the appointment's provider. Null until an appointment is linked."),
    tracking_number: text(
      "Phone number that was called. In E.164 format if the number is valid, otherwise as received. Null for submissions.",
    ),
    type: {
      type: "string",
      enum: ["Call", "Online", "App"],
      description:
        "Type of conversion. `Call` is a call. `Online` is a submission from a web form. `App` is a submission from an app.",
    },
    modified_at: {
      type: "string",
      format: "date-time",
      description:
        "Time when the conversion was recorded. If the conversion is linked to an appointment, the time when a conversion was last linked to that appointment.",
    },
  }),
  examples: [
    {
      conversion_id: "call-900",
      appt_date: "2026-03-05T15:00:00+00:00",
      campaign: "Spring",
      channel: "Paid Search",
      source: "google",
      date: "2026-03-02T16:00:00+00:00",
      from_number: "+18015550142",
      location_name: "Main Street",
      new_patient: true,
      patient_id: "MRN-5",
      patient_name: "Cal Reed",
      provider: "Dr. Ada Quill",
      tracking_number: "+18015550100",
      type: "Call",
      modified_at: "2026-03-03T02:00:00+00:00",
    },
  ],
};

export const conversions = route({
  method: "get",
  path: "/conversions",
  operation: "listConversions",
  tag: "Conversions",
  summary: "List conversions",
  description:
    "Calls and online submissions, each with its linked appointment. Newest first by `date`. Without a date, the list covers all time. With only `start_date`, the list covers the 24 hours from that time. To keep a copy in sync, send `modified_since` and overwrite rows " +
    "by `conversion_id`. When a conversion is linked to an appointment, `modified_at` changes for all conversions of that appointment.",
  access: "data-sync",
  key: ["conversion_id"],
  ...conversionQuery(
    "Selects conversions with `modified_at` at or after this time. `modified_at` does not change if a campaign, " +
      "location or provider is renamed, or if a call or submission is corrected. Cannot be combined with `start_date`.",
  ),
  reply: listOf(keyed(conversionItem, ...conversionKeys)),
  stream: (domain, { account, query }) => domain.conversions.list(account, query),
});

/**
 * Returns the query schema and the error codes of calls and conversions.
 * `changes` is the description of the parameter `modified_since`.
 */
function conversionQuery(changes: string) {
  const { query, refuses } = listQuery({
    start_date: date(
      "Start of the window. Without `end_date`, the window is the 24 hours from `start_date`. Cannot be combined with `modified_since`.",
    ),
    end_date: date("Inclusive end of the window. A date includes the whole day in the account's time zone."),
    modified_since: date(changes),
  });
  return { query, refuses: [...refuses, "conflicting_dates"] } as const;
}
