import { expect, it } from "@jest/globals";
import type { CalendarDate } from "@repute/domain";
import { dayIn, shownDay } from "./demo-form.js";

it.each([
  ["3/5/2026", "2026-03-05"],
  ["03/05/2026", "2026-03-05"],
  ["2026-03-05", "2026-03-05"],
  ["2/30/2026", undefined],
  ["13/1/2026", undefined],
  ["3/5/26", undefined],
  ["next week", undefined],
  ["", undefined],
])("reads %j as %j", (written, day) => {
  expect(dayIn(written)).toBe(day);
});

it("shows a day with the month first", () => {
  expect(shownDay("2026-03-05" as CalendarDate)).toBe("3/5/2026");
});
