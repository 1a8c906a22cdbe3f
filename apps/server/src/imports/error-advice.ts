import type { ImportErrorItem, ImportErrorType } from "@repute/domain";
import type { Advice, Task } from "../report/task.js";

/** Advice by type of import error, in the order of the rules. */
const adviceByType: Readonly<Record<ImportErrorType, Advice>> = {
  appointment_date: {
    title: "Appointment date missing or unreadable",
    advice:
      "The date is missing, cannot be read, is before 2000, or is more than two years in the future. The row was skipped. Correct the date in your scheduling system. Then send a file that contains the appointment. Appointments outside the date range of your imports are skipped.",
  },
  silenced: {
    title: "Location, provider or message is excluded",
    advice:
      "Your settings exclude this location, provider or message from all processing. To include the location, provider or message again, ask your administrator.",
  },
  location_mismatch: {
    title: "Location not recognized",
    advice:
      "The row was skipped because its location is missing or is not one of your locations. If the location below is yours, ask your administrator to add the name or ID. If the location is misspelled, correct the name in your scheduling system.",
  },
  provider_mismatch: {
    title: "Provider not recognized",
    advice:
      "The row was skipped because its provider is missing or is not one of your providers. If the provider below is yours, ask your administrator to add the name, ID or NPI. If the provider is misspelled, correct the name in your scheduling system.",
  },
  duplicate_appointment: {
    title: "Appointment already imported",
    advice: "The same appointment is in an earlier file or in another row of this file. The appointment counts once.",
  },
  appointment_day_rule: {
    title: "Appointment outside the imported date range",
    advice:
      "The appointment is too far in the past or in the future, so the row was skipped. To import such appointments, ask your administrator to extend the date range of the connection.",
  },
  missing_date_of_birth: {
    title: "Date of birth missing or unreadable",
    advice:
      "The appointment itself is accepted. Correct the date of birth in the patient's record in your scheduling system.",
  },
  missing_state: {
    title: "State missing or unreadable",
    advice: "The appointment itself is accepted. Correct the state in the patient's address in your scheduling system.",
  },
  missing_contact: {
    title: "No usable phone or email",
    advice:
      "The appointment itself is accepted, but the patient cannot be invited. Add a phone number or an email address to the patient's record.",
  },
  reviewer_name: {
    title: "First name cannot be used",
    advice:
      "The appointment itself is accepted, but an invite needs a first name. The first name is missing, is a single letter, contains a digit, or is a placeholder. Correct the first name in the patient's record.",
  },
  stops: {
    title: "Patient opted out of messages",
    advice: "The phone number or the email address is on the list of opt-outs, so the patient gets no invite.",
  },
  duplicate_invite: {
    title: "Invite already scheduled",
    advice: "The appointment already has an invite, or the patient is invited for another appointment on the same day.",
  },
  invite_day_rule: {
    title: "Invited recently",
    advice: "The patient received an invite recently. It is too soon for another invite.",
  },
  monitoring_only: {
    title: "Would have been invited",
    advice: "Imports are in monitoring mode, so no invites are sent. These rows have no other problems.",
  },
};

/** Advice about missing data if it prevented an invite. `adviceByType` has the advice for cases in which it did not. */
const blockingAdvice: ReadonlyMap<ImportErrorType, Advice> = new Map([
  [
    "missing_date_of_birth",
    {
      title: "No invite without a date of birth",
      advice:
        "Patients below a minimum age are not invited. The age is unknown because the date of birth is missing or unreadable. Correct the date of birth in your scheduling system.",
    },
  ],
  [
    "missing_state",
    {
      title: "No invite without a state",
      advice:
        "An invite requires the patient's state, but the state is missing or unreadable. Correct the address in your scheduling system.",
    },
  ],
]);

const unreadable: Advice = {
  title: "Row unreadable",
  advice:
    "The row was skipped because it is incomplete or does not match the headings. Correct the row, or export the file again.",
};

export function adviceOn(item: ImportErrorItem): Advice {
  if (isOfWholeRow(item)) return unreadable;
  const { error_type: type, error_level: level } = item;
  return (level === "error" ? blockingAdvice.get(type) : undefined) ?? adviceByType[type];
}

/** True if an error is about a whole row and not about one of its fields. */
export const isOfWholeRow = ({ match_info: info }: ImportErrorItem): boolean => info?.["field"] === "row";

const toCheck: readonly ImportErrorType[] = ["appointment_day_rule", "missing_date_of_birth", "missing_state"];

export function taskOf({ error_type: type, error_level: level }: ImportErrorItem): Task {
  if (level === "error") return "correct";
  return toCheck.includes(type) ? "check" : "nothing";
}
