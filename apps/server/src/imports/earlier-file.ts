import { localDate, parseInstant, type TimeZone } from "@repute/domain";

/** Returns a sentence about an earlier import of the same file. `at` is a time as in ISO 8601, with `T` or a space. */
export function earlierFile(name: string, at: string, timeZone: TimeZone): string {
  const instant = parseInstant(at.includes("T") ? at : `${at.replace(" ", "T")}Z`);
  const day = instant === undefined ? at : localDate(instant, timeZone);
  return `This file was imported before, as ${name} on ${day}.`;
}
