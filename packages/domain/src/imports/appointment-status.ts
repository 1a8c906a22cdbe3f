import type { AppointmentStatus } from "../attribution/appointment.js";

/** Statuses of rows whose appointment does not take place, in lower case without spaces, hyphens or underscores. */
const statusOfWord: ReadonlyMap<string, AppointmentStatus> = new Map([
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
  ["noshow", "no_show"],
  ["rescheduled", "rescheduled"],
  ["deleted", "deleted"],
  ["enteredinerror", "deleted"],
]);

const maxWordLength = 100;

/** The status of an appointment that does not take place; `undefined` for every other word. */
export const withdrawnStatus = (word = ""): AppointmentStatus | undefined =>
  word.length > maxWordLength ? undefined : statusOfWord.get(word.toLowerCase().replace(/[\s_-]/g, ""));
