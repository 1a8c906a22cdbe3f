import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { DateTime } from "luxon";
import { type Instant, isoInstant } from "./instant.js";
import { localInstants, type LocalTime } from "./local-time.js";
import type { TimeZone } from "./time-zone.js";

const at = (zone: string, year: number, month: number, day: number, hour: number, minute = 0) =>
  isoInstant(localInstants(zone as TimeZone)({ year, month, day, hour, minute, second: 0 })).slice(0, 16);

describe("the instant of a local time", () => {
  it.each([
    ["in winter", at("America/Denver", 2026, 3, 2, 9), "2026-03-02T16:00"],
    ["in summer", at("America/Denver", 2026, 7, 2, 9), "2026-07-02T15:00"],
    ["just before the clocks go forward", at("America/Denver", 2026, 3, 8, 1, 59), "2026-03-08T08:59"],
    ["in the hour that the clocks skip", at("America/Denver", 2026, 3, 8, 2, 30), "2026-03-08T09:30"],
    ["just after the clocks go forward", at("America/Denver", 2026, 3, 8, 3), "2026-03-08T09:00"],
    ["in the hour that the clocks repeat", at("America/Denver", 2026, 11, 1, 1, 30), "2026-11-01T07:30"],
    ["just after the clocks go back", at("America/Denver", 2026, 11, 1, 2), "2026-11-01T09:00"],
    ["far in the east", at("Pacific/Kiritimati", 2026, 1, 1, 0), "2025-12-31T10:00"],
    ["far in the west", at("Pacific/Pago_Pago", 2025, 12, 31, 23), "2026-01-01T10:00"],
    ["after a skipped day", at("Pacific/Apia", 2011, 12, 31, 0), "2011-12-30T10:00"],
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
