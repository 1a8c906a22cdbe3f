import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import type { CalendarDate } from "../../foundation/kernel/times.js";
import { type Spend, spendWithin } from "./spends.js";

const spend = (from: string, to: string, amount: number) =>
  ({ id: 1, campaignId: 7, from, to, amount }) as unknown as Spend;
const within = (one: Spend, from: string, to = from) => spendWithin(one, from as CalendarDate, to as CalendarDate);

describe("spend", () => {
  const tenCents = spend("2026-03-01", "2026-03-03", 10);

  it("distributes an amount evenly, with the remainder on the first days", () => {
    expect(["2026-03-01", "2026-03-02", "2026-03-03"].map((day) => within(tenCents, day))).toEqual([4, 3, 3]);
    expect(within(tenCents, "2026-03-01", "2026-03-02")).toBe(7);
  });

  it("counts only on its own days", () => {
    expect(within(tenCents, "2026-02-01", "2026-02-28")).toBe(0);
    expect(within(tenCents, "2026-03-04", "2026-03-31")).toBe(0);
    expect(within(tenCents, "2026-02-01", "2026-04-30")).toBe(10);
    expect(within(tenCents, "2026-03-03", "2026-04-30")).toBe(3);
  });

  it("distributes refunds in the same way", () => {
    expect(["2026-03-01", "2026-03-02"].map((day) => within(spend("2026-03-01", "2026-03-02", -5), day))).toEqual([
      -3, -2,
    ]);
  });

  it("adds up to its amount for any number of days, across leap days and clock changes", () => {
    const day = fc.integer({ min: 0, max: 3_000 });
    const date = (number: number) => new Date(Date.UTC(2023, 0, 1 + number)).toISOString().slice(0, 10);
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 400 }),
        fc.integer(),
        fc.integer({ min: 0, max: 399 }),
        (from, length, amount, cut) => {
          const one = spend(date(from), date(from + length - 1), amount);
          const before = within(one, date(0), date(from + cut));
          const after = within(one, date(from + cut + 1), date(4_000));
          expect(before + after).toBe(amount);
        },
      ),
    );
  });
});
