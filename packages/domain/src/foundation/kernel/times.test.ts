import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { DateTime } from "luxon";
import {
  type CalendarDate,
  displayDate,
  displayTime,
  endOfDay,
  type Instant,
  isoInstant,
  localCalendar,
  localDate,
  localInstants,
  type LocalTime,
  parseInstant,
  startOfDay,
  type TimeZone,
  toSecond,
  utc,
} from "./times.js";

describe("parseInstant", () => {
  it.each([
    ["2026-03-01T17:05:00Z", "2026-03-01T17:05:00.000Z"],
    ["2026-03-01T17:05:00+00:00", "2026-03-01T17:05:00.000Z"],
    ["2026-03-01T17:05:00-07:00", "2026-03-02T00:05:00.000Z"],
    ["2026-03-01T17:05:00+0530", "2026-03-01T11:35:00.000Z"],
    ["2026-03-01t17:05:00z", "2026-03-01T17:05:00.000Z"],
    ["2026-03-01T17:05Z", "2026-03-01T17:05:00.000Z"],
    ["2026-03-01T17:05:00.5Z", "2026-03-01T17:05:00.500Z"],
    ["2026-03-01T17:05:00.123456789Z", "2026-03-01T17:05:00.123Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ])("reads %s", (text, expected) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    "2026-03-01",
    "2026-03-01T17:05:00",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-03-01T24:00:00Z",
    "2026-03-01T23:60:00Z",
    "2026-03-01T23:59:60Z",
    "2026-03-01T00:00:00+24:00",
    "2026-03-01T00:00:00+01:60",
    "0026-03-01T00:00:00Z",
    " 2026-03-01T17:05:00Z",
    "2026-03-01T17:05:00Z\n",
    "1772384700",
    "",
  ])("rejects %j", (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it("parses the output of isoInstant to the same second", () => {
    fc.assert(
      fc.property(fc.integer({ min: -50_000_000_000_000, max: 253_402_300_799_999 }), (milliseconds) => {
        const second = toSecond(milliseconds);
        expect(parseInstant(isoInstant(second))).toBe(second);
        expect(second).toBeLessThanOrEqual(milliseconds);
        expect(milliseconds - second).toBeLessThan(1_000);
      }),
    );
  });
});

it("isoInstant formats the offset as +00:00", () => {
  expect(isoInstant(Date.UTC(2026, 2, 1, 17, 5, 9) as Instant)).toBe("2026-03-01T17:05:09+00:00");
});

it("isoInstant returns the last second of the year 9999 for later instants", () => {
  expect(isoInstant((Date.UTC(9999, 11, 31, 23, 59, 59) + 25_000_000) as Instant)).toBe("9999-12-31T23:59:59+00:00");
});

const show = (text: string, zone = utc) => displayTime(zone)(parseInstant(text) as Instant);
const denver = "America/Denver" as TimeZone;

describe("display time", () => {
  it.each([
    ["2026-03-01T00:00:00Z", "3/1/2026 12:00:00 am"],
    ["2026-03-01T12:00:09Z", "3/1/2026 12:00:09 pm"],
    ["2026-11-21T09:05:00Z", "11/21/2026 9:05:00 am"],
    ["2026-12-31T23:59:59Z", "12/31/2026 11:59:59 pm"],
  ])("shows %s as %s in UTC", (text, shown) => {
    expect(show(text)).toBe(shown);
  });

  it("uses local time before and after the clocks change", () => {
    expect(show("2026-03-08T08:59:59Z", denver)).toBe("3/8/2026 1:59:59 am");
    expect(show("2026-03-08T09:00:00Z", denver)).toBe("3/8/2026 3:00:00 am");
    expect(show("2026-01-01T01:00:00Z", denver)).toBe("12/31/2025 6:00:00 pm");
  });

  it("agrees with the time zone database in several zones from 1971 to 2048", () => {
    const zones = ["America/Denver", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Monrovia", "UTC"];
    const shown = new Map(zones.map((zone) => [zone, displayTime(zone as TimeZone)]));
    const seconds = fc.integer({ min: Date.UTC(1971, 0) / 1_000, max: Date.UTC(2049, 0) / 1_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
        const instant = (second * 1_000) as Instant;
        const expected = DateTime.fromMillis(instant, { zone, locale: "en-US" }).toFormat("M/d/yyyy h:mm:ss a");
        expect(shown.get(zone)?.(instant)).toBe(expected.toLowerCase());
      }),
    );
  });
});

it("formats a date without leading zeros", () => {
  expect(displayDate("2026-03-01" as CalendarDate)).toBe("3/1/2026");
});

const at = (text: string) => parseInstant(text) as Instant;

describe("a local calendar", () => {
  it("handles days of 23 and 25 hours", () => {
    const { dateOf, startOf, endOf } = localCalendar("America/Denver" as TimeZone);
    const day = dateOf(at("2026-03-08T12:00:00Z"));
    expect(day).toBe("2026-03-08");
    expect(startOf(day)).toBe(at("2026-03-08T07:00:00Z"));
    expect(endOf(day)).toBe(at("2026-03-09T06:00:00Z"));
    expect(dateOf((endOf(day) - 1) as Instant)).toBe(day);
    expect(dateOf(endOf(day))).toBe("2026-03-09");
  });

  it("agrees with a direct lookup on first and repeated calls", () => {
    const zones = fc.constantFrom("America/Denver", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC");
    const instants = fc.integer({ min: at("1990-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") });
    fc.assert(
      fc.property(zones, fc.array(instants, { minLength: 1 }), (zone, moments) => {
        const calendar = localCalendar(zone as TimeZone);
        for (const moment of [...moments, ...moments] as Instant[]) {
          const date = localDate(moment, zone as TimeZone);
          expect(calendar.dateOf(moment)).toBe(date);
          expect(calendar.startOf(date)).toBe(startOfDay(date, zone as TimeZone));
          expect(calendar.endOf(date)).toBe(endOfDay(date, zone as TimeZone));
        }
      }),
    );
  });
});

const atLocal = (zone: string, year: number, month: number, day: number, hour: number, minute = 0) =>
  isoInstant(localInstants(zone as TimeZone)({ year, month, day, hour, minute, second: 0 })).slice(0, 16);

describe("the instant of a local time", () => {
  it.each([
    ["in winter", atLocal("America/Denver", 2026, 3, 2, 9), "2026-03-02T16:00"],
    ["in summer", atLocal("America/Denver", 2026, 7, 2, 9), "2026-07-02T15:00"],
    ["just before the clocks go forward", atLocal("America/Denver", 2026, 3, 8, 1, 59), "2026-03-08T08:59"],
    ["in the hour that the clocks skip", atLocal("America/Denver", 2026, 3, 8, 2, 30), "2026-03-08T09:30"],
    ["just after the clocks go forward", atLocal("America/Denver", 2026, 3, 8, 3), "2026-03-08T09:00"],
    ["in the hour that the clocks repeat", atLocal("America/Denver", 2026, 11, 1, 1, 30), "2026-11-01T07:30"],
    ["just after the clocks go back", atLocal("America/Denver", 2026, 11, 1, 2), "2026-11-01T09:00"],
    ["far in the east", atLocal("Pacific/Kiritimati", 2026, 1, 1, 0), "2025-12-31T10:00"],
    ["far in the west", atLocal("Pacific/Pago_Pago", 2025, 12, 31, 23), "2026-01-01T10:00"],
    ["after a skipped day", atLocal("Pacific/Apia", 2011, 12, 31, 0), "2011-12-30T10:00"],
  ])("is correct %s", (_, instant, expected) => {
    expect(instant).toBe(expected);
  });

  it.each(["America/Denver", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "UTC"])(
    "converts back to the same local time in %s",
    (zone) => {
      const instantOf = localInstants(zone as TimeZone);
      const minutes = fc.integer({ min: Date.UTC(2015) / 60_000, max: Date.UTC(2030) / 60_000 });
      fc.assert(
        fc.property(minutes, (minute) => {
          const shown = DateTime.fromMillis(minute * 60_000, { zone });
          const again = DateTime.fromMillis(instantOf(shown.toObject() as LocalTime) as Instant, { zone });
          expect(again.toFormat("yyyy-MM-dd HH:mm")).toBe(shown.toFormat("yyyy-MM-dd HH:mm"));
        }),
      );
    },
  );
});
