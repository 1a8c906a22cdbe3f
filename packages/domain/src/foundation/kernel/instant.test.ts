import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { type Instant, isoInstant, parseInstant, toSecond } from "./instant.js";

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
