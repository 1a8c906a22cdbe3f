import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { DateTime } from "luxon";
import type { CalendarDate } from "./calendar-date.js";
import { displayDate, displayTime } from "./display-time.js";
import { type Instant, parseInstant } from "./instant.js";
import { type TimeZone, utc } from "./time-zone.js";

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
