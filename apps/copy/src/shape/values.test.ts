import { describe, expect, it } from "@jest/globals";
import { amountOf, localOf, table } from "./table.js";
import { day, isSameValue, itemReader, localTime, moment } from "./values.js";

describe("moment", () => {
  it.each([
    ["2026-03-01T17:05:00+00:00", "2026-03-01 17:05:00"],
    ["2026-03-01 17:05:00+00:00", "2026-03-01 17:05:00"],
    ["2026-03-01T17:05:00Z", "2026-03-01 17:05:00"],
    ["2026-03-01 17:05:00", "2026-03-01 17:05:00"],
    ["2026-03-01T17:05:00.250+00:00", "2026-03-01 17:05:00.250"],
    ["2026-03-01T10:05:00-07:00", "2026-03-01 17:05:00"],
    ["2026-03-01", undefined],
    ["yesterday, at about noon", undefined],
    ["2026-99-01T10:05:00-07:00", undefined],
  ])("converts %s to %s", (text, value) => expect(moment(text)).toBe(value));
});

describe("localTime", () => {
  it.each([
    ["3/5/2026 8:00:00 am", "2026-03-05 08:00:00"],
    ["12/31/2026 12:00:01 am", "2026-12-31 00:00:01"],
    ["12/31/2026 12:00:01 pm", "2026-12-31 12:00:01"],
    ["12/31/2026 11:59:59 pm", "2026-12-31 23:59:59"],
    ["-", undefined],
    ["Unknown", undefined],
  ])("converts %s to %s", (text, value) => expect(localTime(text)).toBe(value));
});

describe("day", () => {
  it.each([
    ["2026-03-05", "2026-03-05"],
    ["2026-03-05T23:00:00+00:00", "2026-03-05"],
    ["3/5/2026", "2026-03-05"],
    ["3/5/2026 8:00:00 am", "2026-03-05"],
    ["12/31/2026 11:59:59 pm", "2026-12-31"],
    ["-", undefined],
    ["2026-03-055", undefined],
  ])("converts %s to %s", (text, value) => expect(day(text)).toBe(value));
});

describe("a money column", () => {
  const [read] = [itemReader(table("spends", { amount: "text", amount_number: amountOf("amount") }))];

  it.each([
    ["1200.50", "1200.50"],
    ["-$1,200.5", "-1200.5"],
    ["0", "0"],
    ["999999999999.99", "999999999999.99"],
    ["1.005", null],
    ["1e3", null],
    ["1234567890123456", null],
    ["free", null],
  ])("converts %s to %s", (amount, value) => expect(read({ amount }).values).toEqual([amount, value]));
});

describe("an item", () => {
  const read = itemReader(
    table("spends", {
      day: "date",
      amount: "text",
      amount_number: amountOf("amount"),
      at: "text",
      at_local: localOf("at"),
    }),
  );

  it("fills columns, and derived columns if the value can be converted", () => {
    expect(read({ day: "2026-03-01", amount: "-$1,200.50", at: "-" })).toEqual({
      values: ["2026-03-01", "-$1,200.50", "-1200.50", "-", null],
      extra: null,
    });
  });

  it("returns members without a column and values that do not fit as extra", () => {
    expect(read({ day: "1st", amount: null, more: null })).toEqual({
      values: [null, null, null, null, null],
      extra: { day: "1st", more: null },
    });
  });
});

it.each([
  ["19.99", 1999 * 0.01, true],
  ["411.53", 41_153 * 0.01, true],
  ["26.83", "26.83", true],
  ["19.99", 19.991, false],
  ["19.99", "19.98", false],
  ["0.00", null, false],
])("compares the amount %j with the stored %j", (wanted, stored, isSame) => {
  expect(isSameValue("money", wanted, stored)).toBe(isSame);
});
