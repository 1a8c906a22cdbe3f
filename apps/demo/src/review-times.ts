import { type CalendarDate, isoInstant, startOfDay, type TimeZone, toSecond } from "@repute/domain";
import type { Random } from "./random.js";

const hour = 3_600;
const dayMilliseconds = 86_400_000;
const days = 2 * 365;

// Share of reviews by day of the week, from Sunday to Saturday, relative to an average day.
const weekdayShare = [0.45, 1.15, 1.2, 1.15, 1.1, 0.9, 0.55];

// Parts of the day in local time, with the share of reviews in each part.
const dayParts = [
  { from: 7, to: 11, share: 20 },
  { from: 11, to: 16, share: 38 },
  { from: 16, to: 22, share: 42 },
] as const;

/**
 * Generates `count` times in the two years before `day`, oldest first.
 * Times are more frequent on working days, in the daytime and in recent months.
 */
export function* reviewTimes(random: Random, count: number, day: CalendarDate, zone: TimeZone): Generator<string> {
  const end = Date.parse(day);
  const dates = Array.from({ length: days }, (_, index) => new Date(end - (days - index) * dayMilliseconds));
  const weights = dates.map((date, index) => (weekdayShare[date.getUTCDay()] ?? 1) * (0.75 + index / (2 * days)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weight = 0;
  let assigned = 0;
  for (const [index, date] of dates.entries()) {
    weight += weights[index] ?? 0;
    const due = Math.round((count * weight) / total);
    if (due > assigned) yield* timesOfDay(random, due - assigned, midnightOf(date, zone));
    assigned = due;
  }
}

/** Cache of midnights by date, because time zone conversion is slow and every kind of data uses the same dates. */
const midnights = new Map<string, number>();

function midnightOf(date: Date, zone: TimeZone): number {
  const day = date.toISOString().slice(0, 10) as CalendarDate;
  const key = `${zone} ${day}`;
  const midnight = midnights.get(key) ?? startOfDay(day, zone);
  midnights.set(key, midnight);
  return midnight;
}

function timesOfDay(random: Random, count: number, midnight: number): string[] {
  const seconds = Array.from({ length: count }, () => secondOfDay(random)).sort((a, b) => a - b);
  return seconds.map((second) => isoInstant(toSecond(midnight + second * 1_000)));
}

function secondOfDay(random: Random): number {
  const part = dayParts[random.weighted(dayParts.map(({ share }) => share))] ?? dayParts[0];
  return random.whole(part.from * hour, part.to * hour - 1);
}
