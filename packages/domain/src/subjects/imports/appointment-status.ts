import type { AppointmentStatus } from "../appointments/appointment.js";

/** Status words for appointments that do not take place, in lowercase and without spaces, hyphens and underscores. */
const statusOfWord: ReadonlyMap<string, AppointmentStatus> = new Map([
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
  ["noshow", "no_show"],
  ["rescheduled", "rescheduled"],
  ["deleted", "deleted"],
  ["enteredinerror", "deleted"],
]);

const maxWordLength = 100;

/**
 * Converts a status word from a file to an appointment status. Returns `undefined` if the appointment takes place as
 * planned.
 */
export const withdrawnStatus = (word = ""): AppointmentStatus | undefined =>
  word.length > maxWordLength ? undefined : statusOfWord.get(word.toLowerCase().replace(/[\s_-]/g, ""));
