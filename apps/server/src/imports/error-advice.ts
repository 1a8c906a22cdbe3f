import type { ImportErrorItem, ImportErrorType } from "@repute/domain";
import type { Advice, Task } from "../report/task.js";

/** In the order of the rules. */
const adviceByType: Readonly<Record<ImportErrorType, Advice>> = {
  appointment_date: {
    title: "Appointment date missing or not readable",
    advice:
      "The date is missing, is not a date, lies before 2000 or more than two years ahead. The row was skipped. Correct the date in your scheduling system; the appointment comes in with the next file.",
  },
  silenced: {
    title: "Location, provider or message silenced",
    advice: "Your settings say that nothing is to be done for it. To change that, ask for it to be taken off the list.",
  },
  location_mismatch: {
    title: "Location not recognized",
    advice:
      "The row names no location, or one that is not on the list. The row was skipped. If the location below is yours, ask for its name or id to be added; if it is misspelled, correct it in your scheduling system.",
  },
  provider_mismatch: {
    title: "Provider not recognized",
    advice:
      "The row names no provider, or one that is not on the list. The row was skipped. If the provider below is yours, ask for the name, id or NPI to be added; if it is misspelled, correct it in your scheduling system.",
  },
  duplicate_appointment: {
    title: "Appointment already imported",
    advice: "The same appointment came in with an earlier file, or with another row of this file. It counts once.",
  },
  appointment_day_rule: {
    title: "Appointment outside the days that are imported",
    advice:
      "The appointment is too long ago or too far ahead, so the row was skipped. If such appointments are to come in, ask for the connection's range of days to be widened.",
  },
  missing_date_of_birth: {
    title: "Date of birth missing or not readable",
    advice: "The appointment was imported. Complete the patient's record in your scheduling system.",
  },
  missing_state: {
    title: "State missing or not readable",
    advice: "The appointment was imported. Complete the patient's address in your scheduling system.",
  },
  missing_contact: {
    title: "No usable phone or email",
    advice:
      "The appointment was imported, but nobody can be invited. Add a phone number or an email address to the patient's record.",
  },
  reviewer_name: {
    title: "First name not usable",
    advice:
      "The appointment was imported, but an invite would greet nobody: the first name is missing, is one letter, has a digit or is a placeholder. Correct it in the patient's record.",
  },
  stops: {
    title: "Patient asked for no messages",
    advice: "The phone number or the email address is on the stop list. Nothing is sent.",
  },
  duplicate_invite: {
    title: "Invite already scheduled",
    advice: "The appointment has an invite, or the patient gets one for another appointment of the same day.",
  },
  invite_day_rule: {
    title: "Invited recently",
    advice: "The patient got an invite a short time ago, and is not asked again so soon.",
  },
  monitoring_only: {
    title: "Would have been invited",
    advice: "Imports are being watched for now and nothing is sent. Everything else about these rows is in order.",
  },
};

/** Gaps that stopped an invite, rather than only being told. */
const blockingAdvice: ReadonlyMap<ImportErrorType, Advice> = new Map([
  [
    "missing_date_of_birth",
    {
      title: "No invite without a date of birth",
      advice:
        "Invites have a minimum age, and the date of birth is missing or not readable. Complete the patient's record in your scheduling system.",
    },
  ],
  [
    "missing_state",
    {
      title: "No invite without a state",
      advice:
        "Invites need the patient's state, and it is missing or not readable. Complete the address in your scheduling system.",
    },
  ],
]);

const unreadable: Advice = {
  title: "Row not readable",
  advice: "The row does not fit its headings, or is not whole, and was skipped. Correct it, or export the file again.",
};

/** What to do about an error row. */
export function adviceOn(item: ImportErrorItem): Advice {
  if (isOfWholeRow(item)) return unreadable;
  const { error_type: type, error_level: level } = item;
  return (level === "error" ? blockingAdvice.get(type) : undefined) ?? adviceByType[type];
}

/** Whether an error row is about the row as a whole, and not about something that stands in it. */
export const isOfWholeRow = ({ match_info: info }: ImportErrorItem): boolean => info?.["field"] === "row";

const toCheck: readonly ImportErrorType[] = ["appointment_day_rule", "missing_date_of_birth", "missing_state"];

export function taskOf({ error_type: type, error_level: level }: ImportErrorItem): Task {
  if (level === "error") return "correct";
  return toCheck.includes(type) ? "check" : "nothing";
}
