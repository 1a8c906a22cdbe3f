import { describedFields } from "./described-fields.js";

const group = { group_id: "Id of a group that contains the location or provider." };

/** Descriptions of fields that exist only in the change feed, and of nested rows that are not objects. */
const otherFields: typeof describedFields = {
  review_groups: group,
  survey_groups: group,
  survey_response_groups: group,
  import_errors: {
    side: "Kind of rows: appointments or invites.",
    error_type: "Type of error or warning.",
    rows: "Number of rows with this error or warning.",
  },
  "campaign-catalog": {
    id: "Campaign id.",
    name: "Name of the campaign.",
    channel: "Marketing channel of the campaign.",
    source: "Marketing source of the campaign. Empty if unknown.",
    parameter: "Value of scct in the campaign's links. Empty if there is none.",
    tracking_numbers: "Tracking phone numbers of the campaign.",
  },
  spends: {
    campaign_id: "Id of the campaign.",
    day: "Day in the account's time zone.",
    amount: "Cost of the campaign on this day, as a decimal string.",
  },
  appointments: {
    _appt_local_date: "Day of the appointment in the account's time zone.",
    _patient_key: "Equal for all appointments that campaign summaries count as appointments of one patient.",
    appointment_id: "Appointment id.",
    appt_date: "Time of the appointment, or its date if the time is unknown.",
    location_id: "Id of the location. Empty if unknown.",
    provider_id: "Id of the provider. Empty if unknown.",
    patient_id: "Patient id in the practice's system. Empty if unknown.",
    revenue: "Revenue of the appointment, as a decimal string. Empty if unknown.",
    conversion_id: "Id of the last conversion before the appointment, which gets the credit. Empty if there is none.",
  },
  account: {
    key: "Key of the account.",
    name: "Name of the account.",
    time_zone: "Time zone of the account, as an IANA name.",
    currency: "Currency of all amounts, as an ISO 4217 code.",
    match_window_days: "Maximum number of days between a conversion and the booking of its appointment.",
    value_new_patient: "Estimated revenue of a new patient's appointment, used if the revenue is unknown.",
    value_existing_patient: "Estimated revenue of an existing patient's appointment, used if the revenue is unknown.",
  },
};

/** Descriptions of fields by list or child table. */
export const descriptions: typeof describedFields = { ...otherFields, ...describedFields };
