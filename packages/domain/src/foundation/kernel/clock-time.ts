/** Time of day on the 24-hour clock. */
export type ClockTime = { readonly hour: number; readonly minute: number; readonly second: number };

const shape = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\.?)?$/;

/** Parses a time of day: `14:30`, `14:30:05` or `2:30 PM`. Returns `undefined` for anything else. */
export function parseClockTime(text: string): ClockTime | undefined {
  const parts = shape.exec(text);
  if (!parts) return undefined;
  const [hour, minute, second] = [hourOf(Number(parts[1]), parts[4]), Number(parts[2]), Number(parts[3] ?? 0)];
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : undefined;
}

/**
 * Converts an hour to the 24-hour clock. Returns `NaN` for an hour that the 12-hour clock does not have.
 *
 * 12 am is midnight, and 12 pm is noon.
 */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}
