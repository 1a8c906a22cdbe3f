import type { AppointmentStatus } from "../appointments/appointment.js";

/** Status words for appointments that do not take place, in lowercase without spaces, hyphens or underscores. */
const statusOfWord: ReadonlyMap<string, AppointmentStatus> = new Map([
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
  ["noshow", "no_show"],
  ["rescheduled", "rescheduled"],
  ["deleted", "deleted"],
  ["enteredinerror", "deleted"],
]);

const maxWordLength = 100;

/** Returns the status of an appointment that does not take place, or `undefined` for any other word. */
export const withdrawnStatus = (word = ""): AppointmentStatus | undefined =>
  word.length > maxWordLength ? undefined : statusOfWord.get(word.toLowerCase().replace(/[\s_-]/g, ""));
