import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { conversionQuery } from "./conversion-query.js";
import { conversionKeys, keyed } from "./keyed.js";

const shown = (description: string) => ({ type: "string", description }) as const;

const callItem = {
  title: "Call",
  ...exactly({
    appt_date: shown("When the appointment is that followed, in the account's time zone; `-` until there is one"),
    call_date: shown("When the call was made, in the account's time zone"),
    campaign: shown("Marketing campaign; `-` when it is not known"),
    channel: shown("Marketing channel; `Unassigned` when it is not known"),
    from_number: shown("Number of the caller, in E.164 where it is a usable one, else as it was sent"),
    location_name: shown("Location of the appointment; `-` until it is known"),
    new_patient: {
      type: "boolean",
      description: "Whether no earlier appointment or invite on the account had the same phone number",
    },
    patient_id: shown("Patient id from the appointment; `Unknown` until it is known"),
    patient_name: shown("Name of the patient; `Unknown` until it is known"),
    provider: shown("Provider of the appointment; `-` until it is known"),
    source: shown("Marketing source; `-` when it is not known"),
    tracking_number: shown("Number that was called, in E.164 where it is a usable one, else as it was sent"),
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

/** Calls, newest first. */
export const calls = route({
  method: "get",
  path: "/calls",
  operation: "listCalls",
  tag: "Conversions",
  summary: "Calls to call trackers, newest first",
  access: "data-sync",
  key: [],
  ...conversionQuery(
    "Calls whose row was added or changed then or later, in whatever it shows. A date or a timestamp. Not together with " +
      "`start_date`",
  ),
  reply: listOf(keyed(callItem, ...conversionKeys)),
  stream: (domain, { account, query }) => domain.conversions.listCalls(account, query),
});
