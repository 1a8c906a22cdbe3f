import { describe, expect, it } from "@jest/globals";
import { at } from "../../testing/builders.js";
import { parseTimeZone, utc } from "./times.js";
import { type AppliedWindow, parseWindow } from "./window.js";

const denver = parseTimeZone("America/Denver") ?? utc;
const window = (start?: string, end?: string, zone = utc, alone: "next-24-hours" | "onward" = "next-24-hours") =>
  withoutBounds(parseWindow({ start: ["date", start], end: ["end", end] }, alone, zone));

function withoutBounds(applied: AppliedWindow | undefined) {
  if (!applied) return undefined;
  const { start: _start, end: _end, ...window } = applied;
  return window;
}

describe("the window of a list", () => {
  it("is absent without parameters", () => {
    expect(window()).toBeUndefined();
  });

  it("is the 24 hours after a start without an end", () => {
    expect(window("2026-03-01")).toEqual({ from: at("2026-03-01"), to: at("2026-03-02") });
    expect(window("2026-03-01T10:00:00Z")).toEqual({
      from: at("2026-03-01T10:00:00Z"),
      to: at("2026-03-02T10:00:00Z"),
    });
  });

  it("is unbounded after a start without an end in lists without the 24-hour rule", () => {
    expect(window("2026-03-01", undefined, utc, "onward")).toEqual({ from: at("2026-03-01") });
  });

  it("is unbounded before an end without a start", () => {
    expect(window(undefined, "2026-03-01")).toEqual({ to: at("2026-03-02") });
    expect(window(undefined, "2026-03-01T10:00:00Z")).toEqual({ to: at("2026-03-01T10:00:01Z") });
  });

  it("includes the whole day of an end date, and the second of an end timestamp", () => {
    expect(window("2026-03-01", "2026-03-01")).toEqual({ from: at("2026-03-01"), to: at("2026-03-02") });
    expect(window("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z")).toEqual({
      from: at("2026-03-01T10:00:00Z"),
      to: at("2026-03-01T10:00:01Z"),
    });
  });

  it("includes the whole local day of an end timestamp in lists that end with whole days", () => {
    const ending = (end: string, zone = utc) =>
      parseWindow({ start: ["date", "2026-03-01T10:00:00Z"], end: ["end", end] }, "next-24-hours", zone, "whole-day");
    const from = at("2026-03-01T10:00:00Z");
    expect(ending("2026-03-02T09:00:00Z")).toEqual({
      ...{ from, to: at("2026-03-03") },
      start: from,
      end: at("2026-03-03"),
    });
    expect(ending("2026-03-02")).toMatchObject({ from, to: at("2026-03-03") });
    expect(ending("2026-03-02T06:00:00Z", denver)).toMatchObject({ from, to: at("2026-03-02T07:00:00Z") });
    expect(ending("2026-03-01T08:00:00Z")).toMatchObject({ from, to: at("2026-03-02") });
    expect(() => ending("2026-02-28T23:59:59Z")).toThrow("date must not be after end");
  });

  it("contains the whole second of a start and of an end with a fraction, as stored times are rounded down", () => {
    expect(window("2026-03-01T10:00:00.5Z", "2026-03-01T10:00:09.5Z")).toEqual({
      from: at("2026-03-01T10:00:00Z"),
      to: at("2026-03-01T10:00:10Z"),
    });
  });

  it("uses days in the account's time zone", () => {
    expect(window("2026-01-05", "2026-01-05", denver)).toEqual({
      from: at("2026-01-05T07:00:00Z"),
      to: at("2026-01-06T07:00:00Z"),
    });
  });

  it("has 23 or 25 hours on days with a clock change, but 24 hours after a start without an end", () => {
    expect(window("2026-03-08", "2026-03-08", denver)).toEqual({
      from: at("2026-03-08T07:00:00Z"),
      to: at("2026-03-09T06:00:00Z"),
    });
    expect(window("2026-11-01", "2026-11-01", denver)).toEqual({
      from: at("2026-11-01T06:00:00Z"),
      to: at("2026-11-02T07:00:00Z"),
    });
    expect(window("2026-03-08", undefined, denver)).toEqual({
      from: at("2026-03-08T07:00:00Z"),
      to: at("2026-03-09T07:00:00Z"),
    });
  });

  it("begins after the gap if the clocks skip midnight", () => {
    const saoPaulo = parseTimeZone("America/Sao_Paulo") ?? utc;
    expect(window("2018-11-04", "2018-11-04", saoPaulo)).toEqual({
      from: at("2018-11-04T03:00:00Z"),
      to: at("2018-11-05T02:00:00Z"),
    });
  });

  it("reads an offset with a space in place of the plus sign", () => {
    expect(window("2026-03-01T10:00:00 02:00")).toEqual(window("2026-03-01T08:00:00Z"));
  });

  it("echoes the original bounds", () => {
    const parameters = { start: ["date", "2026-03-01"], end: ["end", "2026-03-02T10:00:00Z"] } as const;
    expect(parseWindow(parameters, "next-24-hours", utc)).toMatchObject({
      start: at("2026-03-01"),
      end: at("2026-03-02T10:00:00Z"),
    });
  });

  it.each([
    "2026-02-30",
    "2026-3-1",
    "03/01/2026",
    "yesterday",
    "2026-03-01T10:00:00",
    "2026-03-01T25:00:00Z",
    "NaN",
    "1e9",
  ])("rejects %j and names the parameter", (text) => {
    expect(() => window(text)).toThrow(expect.objectContaining({ kind: "invalid", code: "invalid_date" }));
    expect(() => window("2026-01-01", text)).toThrow("end must be a date (YYYY-MM-DD) or a timestamp");
  });

  it.each([
    ["2026-03-02", "2026-03-01"],
    ["2026-03-01T10:00:01Z", "2026-03-01T10:00:00Z"],
    ["2026-03-02T00:00:00Z", "2026-03-01"],
  ])("rejects a start %s after the end %s", (start, end) => {
    expect(() => window(start, end)).toThrow(
      expect.objectContaining({ code: "reversed_dates", message: "date must not be after end" }),
    );
  });
});

it.each(["America/Denver", "UTC", "Europe/Berlin"])("%s is a time zone", (name) => {
  expect(parseTimeZone(name)).toBe(name);
});

it.each(["", "Mars/Olympus", "+02:00", "Denver", "America/Denver "])("%j is not a time zone", (name) => {
  expect(parseTimeZone(name)).toBeUndefined();
});
