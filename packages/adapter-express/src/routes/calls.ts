import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { conversionQuery } from "./conversion-query.js";
import { callKeys, keyed } from "./keyed.js";

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
