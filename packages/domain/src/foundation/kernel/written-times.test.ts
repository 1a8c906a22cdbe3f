import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { anyCharacter } from "../../testing/arbitraries.js";
import { parseClockTime, parseWrittenTime } from "./written-times.js";

const lastYear = 2027;
const day = (date: string) => ({ form: "day", date });
const local = (date: string, hour: number, minute = 0, second = 0) => ({
  form: "local",
  date,
  clock: { hour, minute, second },
});
const exact = (text: string) => ({ form: "exact", instant: Date.parse(text) });

const monthName = (month: string) =>
  new Date(`2026-${month}-01T00:00:00Z`).toLocaleString("en-US", { month: "short", timeZone: "UTC" });

describe("parseWrittenTime", () => {
  it.each<[string, object]>([
    ["2026-03-02", day("2026-03-02")],
    [" 3/2/2026 ", day("2026-03-02")],
    ["03/02/2026", day("2026-03-02")],
    ["2/29/2024", day("2024-02-29")],
    ["03022026", day("2026-03-02")],
    ["20260302", day("2026-03-02")],
    ["2026-03-02 14:30", local("2026-03-02", 14, 30)],
    ["2026-03-02T14:30:05", local("2026-03-02", 14, 30, 5)],
    ["3/2/2026 2:30 PM", local("2026-03-02", 14, 30)],
    ["3/2/26, 12:05 am", local("2026-03-02", 0, 5)],
    ["202603021430", local("2026-03-02", 14, 30)],
    ["20260302143005.123", local("2026-03-02", 14, 30, 5)],
    ["2026-03-02T14:30:05Z", exact("2026-03-02T14:30:05Z")],
    ["2026-03-02T14:30:05-07:00", exact("2026-03-02T21:30:05Z")],
    ["202603021430-0700", exact("2026-03-02T21:30:00Z")],
    ["2026-03-02 14:30:05 -0700", exact("2026-03-02T21:30:05Z")],
    ["2026-03-02 14:30  -07:00", exact("2026-03-02T21:30:00Z")],
    ["2026-03-02T14:30:05.250 +02:00", exact("2026-03-02T12:30:05Z")],
    ["3/2/2026 2:30 PM -0700", exact("2026-03-02T21:30:00Z")],
    ["3/2/2026 2:30 PM UTC", exact("2026-03-02T14:30:00Z")],
    ["2026-03-02 14:30 gmt", exact("2026-03-02T14:30:00Z")],
    ["2026-03-02 14:30 Z", exact("2026-03-02T14:30:00Z")],
    ["Mar 2, 2026 14:30 UTC-07:00", exact("2026-03-02T21:30:00Z")],
    ["2026/11/20", day("2026-11-20")],
    ["2026-3-2", day("2026-03-02")],
    ["2026/3/2 9:05", local("2026-03-02", 9, 5)],
    ["20-Nov-2026", day("2026-11-20")],
    ["20-NOV-26", day("2026-11-20")],
    ["20 nov 2026", day("2026-11-20")],
    ["2 September 2026, 2:30 PM", local("2026-09-02", 14, 30)],
    ["Nov 20, 2026", day("2026-11-20")],
    ["Nov. 20, 2026 14:30", local("2026-11-20", 14, 30)],
    ["November 20 2026", day("2026-11-20")],
    ["Sept 2, 2026", day("2026-09-02")],
    ["11-20-2026", day("2026-11-20")],
    ["11-20-2026 2:30 PM", local("2026-11-20", 14, 30)],
    ["11.20.2026", day("2026-11-20")],
    ["20.11.2026", day("2026-11-20")],
    ["31/12/2026", day("2026-12-31")],
    ["31-12-2026 09:00", local("2026-12-31", 9)],
    ["46346", day("2026-11-20")],
    ["46346.0", day("2026-11-20")],
    ["46346.375", local("2026-11-20", 9)],
    ["46346.999999", local("2026-11-21", 0)],
    ["29221", day("1980-01-01")],
  ])("parses %j", (text, expected) => {
    expect(parseWrittenTime(text, lastYear)).toEqual(expected);
  });

  it("accepts a two-digit year up to next year", () => {
    expect(parseWrittenTime("1/1/27", lastYear)).toEqual(day("2027-01-01"));
    expect(parseWrittenTime("1/1/28", lastYear)).toEqual(day("1928-01-01"));
    expect(parseWrittenTime("1/1/00", lastYear)).toEqual(day("2000-01-01"));
  });

  it.each<[string, object | undefined, object | undefined]>([
    ["03/04/2026", day("2026-03-04"), day("2026-04-03")],
    ["3-4-2026", day("2026-03-04"), day("2026-04-03")],
    ["03/04/26", day("2026-03-04"), day("2026-04-03")],
    ["25/12/2026", day("2026-12-25"), day("2026-12-25")],
    ["12/25/2026 9:30", local("2026-12-25", 9, 30), local("2026-12-25", 9, 30)],
    ["12/25/26", day("2026-12-25"), day("2026-12-25")],
    // Could also be December 26, 2025.
    ["25/12/26", undefined, day("2026-12-25")],
    // Dates with dots usually begin with the day.
    ["03.04.2026", undefined, day("2026-04-03")],
    ["04.04.2026", day("2026-04-04"), day("2026-04-04")],
    ["2026/03/04", day("2026-03-04"), day("2026-03-04")],
    ["03042026", day("2026-03-04"), day("2026-04-03")],
  ])("applies the date order to %j", (text, monthFirst, dayFirst) => {
    expect(parseWrittenTime(text, lastYear, "month_first")).toEqual(monthFirst);
    expect(parseWrittenTime(text, lastYear, "day_first")).toEqual(dayFirst);
  });

  // Eight digits that are valid in both readings begin with the year, as in HL7.
  it("prefers the year first in eight digits", () => {
    expect(parseWrittenTime("20011231", lastYear)).toEqual(day("2001-12-31"));
    expect(parseWrittenTime("12312001", lastYear)).toEqual(day("2001-12-31"));
  });

  it.each([
    ["nothing", ""],
    ["spaces", "  "],
    ["an impossible day", "2/30/2026"],
    ["a date that is invalid in both orders", "31/13/2026"],
    ["two different separators", "11-20/2026"],
    ["dashes with a two-digit year", "11-20-26"],
    ["an impossible time", "2026-03-02 24:30"],
    ["an impossible hour before PM", "3/2/2026 13:30 PM"],
    ["a word that is not a month", "Mai 2, 2026"],
    ["a month and a year without a day", "Mar 2026"],
    ["an impossible day of a named month", "Feb 30, 2026"],
    ["trailing text", "3/2/2026 2:30 PM or so"],
    ["a time zone name", "2026-03-02 14:30 MST"],
    ["an offset without a time", "2026-03-02 -0700"],
    ["an impossible offset", "2026-03-02 14:30 -2460"],
    ["a year", "2026"],
    ["a serial number of more than five digits", "146346"],
    ["a serial number with two fractions", "46346.3.75"],
    ["too many characters", `3/2/2026${" ".repeat(3)}2:30${"0".repeat(40)}`],
  ])("rejects %s", (_, text) => {
    expect(parseWrittenTime(text, lastYear)).toBeUndefined();
  });

  it("parses any day in every supported format", () => {
    const days = fc.date({
      min: new Date("1930-01-01T00:00:00Z"),
      max: new Date("2026-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = "", month = "", dayOfMonth = ""] = iso.split("-");
        const shown = [`${Number(month)}/${Number(dayOfMonth)}`, `${month}/${dayOfMonth}`];
        const written = [
          iso,
          ...shown.flatMap((one) => [`${one}/${year}`, `${one}/${year.slice(2)}`]),
          iso.replaceAll("-", ""),
          iso.replaceAll("-", "/"),
          `${Number(dayOfMonth)}-${monthName(month)}-${year}`,
          `${monthName(month)} ${dayOfMonth}, ${year}`,
          `${Math.floor((date.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000)}`,
        ];
        for (const text of written) expect(parseWrittenTime(text, lastYear)).toEqual(day(iso));
      }),
    );
  });

  it("returns existing dates or undefined for any string", () => {
    const pieces = fc.constantFrom(
      ...["2026", "03", "/", "-", ":", "T", " ", "PM", "Z", "+07:00", "29", "2", ".", "46346", "Nov", "June", ", "],
    );
    const texts = fc.array(fc.oneof(pieces, anyCharacter), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const time = parseWrittenTime(text, lastYear);
        if (time === undefined) return;
        if (time.form === "exact") expect(Number.isInteger(time.instant)).toBe(true);
        else expect(new Date(time.date).toISOString().slice(0, 10)).toBe(time.date);
      }),
    );
  });
});

describe("parseClockTime", () => {
  it.each([
    ["0.375", 9, 0],
    [".5", 12, 0],
    ["0.604166666666667", 14, 30],
    ["0.60416666666666663", 14, 30],
    ["46346.375", 9, 0],
    ["0.0", 0, 0],
  ])("parses the fraction of a day %j", (text, hour, minute) => {
    expect(parseClockTime(text)).toEqual({ hour, minute, second: 0 });
  });

  it.each(["0", "46346", "0.", "1.5.2", "-0.5", "9.30", "16.45"])("rejects %j", (text) => {
    expect(parseClockTime(text)).toBeUndefined();
  });
});
