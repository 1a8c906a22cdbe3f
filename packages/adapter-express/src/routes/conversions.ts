import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { conversionQuery } from "./conversion-query.js";
import { text } from "./item-schemas.js";
import { conversionKeys, keyed } from "./keyed.js";

const conversionItem = {
  title: "Conversion",
  ...exactly({
    conversion_id: {
      type: "string",
      description: "Unique id: `call-` or `sub-`, and the id of the call or submission",
    },
    appt_date: text("When the appointment is that followed: a timestamp, or a date where its time is not known"),
    campaign: text("Marketing campaign"),
    channel: { type: "string", description: "Marketing channel; `Unassigned` when it is not known" },
    source: text("Marketing source"),
    date: { type: "string", format: "date-time", description: "When the call or the submission occurred" },
    from_number: {
      type: "string",
      description: "Phone number of the caller, in E.164 where it is a usable one, else as it was sent",
    },
    location_name: text("Location of the appointment"),
    new_patient: {
      type: "boolean",
      description: "Whether no earlier appointment or invite on the account had the same phone number",
    },
    patient_id: text("Patient id from the appointment"),
    patient_name: text("Name of the patient"),
    provider: text("Provider of the appointment"),
    tracking_number: text("Number that was called, in E.164 where it is a usable one, else as it was sent"),
    type: { type: "string", enum: ["Call", "Online", "App"], description: "How the prospect got in touch" },
    modified_at: {
      type: "string",
      format: "date-time",
      description: "When it was recorded; once it is linked to an appointment, when it was last linked",
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

/** Conversions, newest first. */
export const conversions = route({
  method: "get",
  path: "/conversions",
  operation: "listConversions",
  tag: "Conversions",
  summary: "Calls and online submissions with the appointments that followed, newest first",
  access: "data-sync",
  key: ["conversion_id"],
  ...conversionQuery(
    "Conversions that were recorded or linked then or later, by `modified_at`: not those of which only a name, a campaign or a " +
      "correction changed. A date or a timestamp. Not together with `start_date`",
  ),
  reply: listOf(keyed(conversionItem, ...conversionKeys)),
  stream: (domain, { account, query }) => domain.conversions.list(account, query),
});
