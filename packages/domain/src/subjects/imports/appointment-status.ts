import type { AppointmentStatus } from "../appointments/appointment.js";

/**
 * Words for the status of an appointment that does not take place, in lowercase and without spaces, hyphens and
 * underscores.
 */
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
 * Converts a status word from a file to an appointment status. Returns `undefined` if the word does not mean that the
 * appointment does not take place.
 */
export const withdrawnStatus = (word = ""): AppointmentStatus | undefined =>
  word.length > maxWordLength ? undefined : statusOfWord.get(word.toLowerCase().replace(/[\s_-]/g, ""));
