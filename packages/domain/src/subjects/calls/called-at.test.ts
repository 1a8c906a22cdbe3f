import { describe, expect, it } from "@jest/globals";
import { isoInstant } from "../../foundation/kernel/instant.js";
import { parseTimeZone } from "../../foundation/kernel/time-zone.js";
import { callTimeReader } from "./called-at.js";

const denver = parseTimeZone("America/Denver");
const calledAt = (text: string) => {
  const instant = denver && callTimeReader(denver)(text);
  return instant && isoInstant(instant).slice(0, 19);
};

describe("the time of a call", () => {
  it.each([
    ["2026-03-02T09:00:00.119-07:00", "2026-03-02T16:00:00"],
    ["2026-03-02T16:00:00Z", "2026-03-02T16:00:00"],
    ["2026-03-02 16:00:00 UTC", "2026-03-02T16:00:00"],
    ["2026-03-02 09:00 -0700", undefined],
    ["Mon, 02 Mar 2026 16:00:00 +0000", "2026-03-02T16:00:00"],
    ["2 Mar 2026 11:00:00 -0500", "2026-03-02T16:00:00"],
    ["Mon, 02 Mar 2026 16:00:00 GMT", "2026-03-02T16:00:00"],
    ["2026-03-02 09:00", "2026-03-02T16:00:00"],
    ["2026-03-02T09:00:30", "2026-03-02T16:00:30"],
    ["2026-07-02 09:00:00", "2026-07-02T15:00:00"],
    ["3/2/2026 9:00 AM", "2026-03-02T16:00:00"],
    ["03/02/26, 9:00:05 p.m.", "2026-03-03T04:00:05"],
    ["3/2/2026 12:00 am", "2026-03-02T07:00:00"],
    ["3/2/2026 12:30pm", "2026-03-02T19:30:00"],
    ["2026-03-08 02:30", "2026-03-08T09:30:00"],
    ["2026-11-01 01:30", "2026-11-01T07:30:00"],
  ])("is read from %s as %s", (text, instant) => {
    expect(calledAt(text)).toBe(instant);
  });

  it.each([
    "",
    "2026-03-02",
    "9:00 AM",
    "2026-02-30 09:00",
    "30/3/2026 09:00",
    "2026-03-02 24:00",
    "2026-03-02 13:00 PM",
    "2026-03-02 0:30 AM",
    "2026-03-02 09:60",
    "2026-03-02 09:00 PST",
    "Mon, 02 Foo 2026 16:00:00 +0000",
    "Mon, 30 Feb 2026 16:00:00 +0000",
    "1772467200",
  ])("is rejected if it is written as %j", (text) => {
    expect(calledAt(text)).toBeUndefined();
  });
});
