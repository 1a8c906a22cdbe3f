import { describe, expect, it } from "@jest/globals";
import type { Cents, ChannelResult } from "@repute/domain";
import { campaignItem, dividedBy, moneyFormat } from "./campaigns.js";

const result = (overrides: Partial<ChannelResult> = {}): ChannelResult => ({
  channel: "Paid Search",
  conversions: 4,
  appointments: 2,
  assists: 1,
  newPatients: 1,
  cost: 100_000 as Cents,
  revenue: 250_000 as Cents,
  ...overrides,
});

describe("a campaign summary", () => {
  it("has exactly the keys of the interface specification, all with string values", () => {
    expect(campaignItem(result(), "USD")).toEqual({
      Appointments: "2",
      Assists: "1",
      Channel: "Paid Search",
      Conversions: "4",
      Cost: "$1,000.00",
      "Cost/Appt": "$500.00",
      "Cost/Assist": "$1,000.00",
      "Cost/Conversion": "$250.00",
      "Cost/Patient": "$1,000.00",
      "Estimated Revenue": "$2,500.00",
      "New Patients": "1",
      ROAS: "250%",
    });
  });

  it("shows zero instead of dividing by zero", () => {
    const none = { conversions: 0, appointments: 0, assists: 0, newPatients: 0, cost: 0 as Cents };
    expect(campaignItem(result(none), "USD")).toMatchObject({
      "Cost/Appt": "$0.00",
      "Cost/Assist": "$0.00",
      "Cost/Conversion": "$0.00",
      "Cost/Patient": "$0.00",
      ROAS: "0%",
    });
  });

  it("has counts without separators, percentages with separators, and halves rounded away from zero", () => {
    const totals = { conversions: 12_345, cost: 1_000 as Cents, revenue: 12_505 as Cents };
    expect(campaignItem(result(totals), "EUR")).toMatchObject({
      Conversions: "12345",
      Cost: "€10.00",
      ROAS: "1,251%",
    });
  });
});

it.each([
  [123_450, "USD", "$1,234.50"],
  [-500, "USD", "-$5.00"],
  [0, "USD", "$0.00"],
  [9, "EUR", "€0.09"],
  [100_000_000, "GBP", "£1,000,000.00"],
  [1_200, "CHF", "CHF 12.00"],
  [-500, "CHF", "-CHF 5.00"],
  [123_456_789, "SEK", "SEK 1,234,567.89"],
  [100, "XYZ", "XYZ 1.00"],
])("formats %d cents in %s as %s", (cents, currency, shown) => {
  expect(moneyFormat(currency)(cents)).toBe(shown);
});

it.each([
  [5, 2, 3],
  [-5, 2, -3],
  [100, 3, 33],
  [200, 3, 67],
  [-1, 3, 0],
  [7, 0, 0],
])("divides %d by %d into %d and rounds half a cent away from zero", (amount, count, share) => {
  expect(dividedBy(amount, count)).toBe(share);
});
