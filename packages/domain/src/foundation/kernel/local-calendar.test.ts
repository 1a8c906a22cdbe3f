import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Instant, parseInstant } from "./instant.js";
import { localCalendar } from "./local-calendar.js";
import { endOfDay, localDate, startOfDay, type TimeZone } from "./time-zone.js";

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
