import type { Brand } from "./brand.js";
import { isCalendarDay } from "./calendar-date.js";

/** Point in time in milliseconds since 1970-01-01 UTC. Stored instants are whole seconds. */
export type Instant = Brand<number, "Instant">;

export type Clock = () => Instant;

export const second = 1_000;
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const shape =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/;

/** Parses an ISO 8601 timestamp with `Z` or an offset, up to milliseconds. Returns `undefined` for anything else. */
export function parseInstant(text: string): Instant | undefined {
  const parts = shape.exec(text);
  if (!parts) return undefined;
  const at = (index: number) => Number(parts[index] ?? 0);
  const [year, month, date, hours, minutes, seconds] = [at(1), at(2), at(3), at(4), at(5), at(6)];
  const real =
    isCalendarDay(year, month, date) && isClockTime(hours, minutes, seconds) && isClockTime(at(9), at(10), 0);
  if (!real) return undefined;
  const offset = (at(9) * 60 + at(10)) * (parts[8] === "-" ? -60 : 60) * second;
  const fraction = Number((parts[7] ?? "").padEnd(3, "0").slice(0, 3));
  return (Date.UTC(year, month - 1, date, hours, minutes, seconds, fraction) - offset) as Instant;
}

/** Parses an ISO 8601 timestamp. Assumes UTC if there is no offset. Returns `undefined` for anything else. */
export const parseInstantOrUtc = (text: string): Instant | undefined => parseInstant(text) ?? parseInstant(`${text}Z`);

const isClockTime = (hours: number, minutes: number, seconds: number) => hours < 24 && minutes < 60 && seconds < 60;

/** Rounds an instant down to a whole second, which is the precision of stored instants. */
export const toSecond = (instant: number): Instant => (Math.floor(instant / second) * second) as Instant;

/** Adds milliseconds to an instant. */
export const plus = (instant: Instant, milliseconds: number): Instant => (instant + milliseconds) as Instant;

/**
 * Last second with a four-digit year in UTC. Later instants exist because 9999-12-31 ends later in western time zones.
 */
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Formats an instant as `2026-03-01T17:05:00+00:00`, the default format of the interface specification. */
export const isoInstant = (instant: Instant): string => `${secondOf(instant)}+00:00`;

/** Formats an instant as `2026-03-01 17:05:00+00:00`, the format of invites. */
export const spacedInstant = (instant: Instant): string => isoInstant(instant).replace("T", " ");

const secondOf = (instant: Instant) => new Date(Math.min(instant, lastSecond)).toISOString().slice(0, 19);
