import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { at, bundleOf } from "../../testing/builders.js";

let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  domain = createDomain(memoryPorts());
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));
const summarize = async (start_date: string, end_date: string) =>
  (await domain.campaigns.summarize(account, { start_date, end_date })).channels;
const march = () => summarize("2026-03-01", "2026-03-31");

const campaign = (id: number, channel: string) => ({
  ...{ kind: "campaign", id, name: `Campaign ${id}`, channel, scct_parameter: `c-${id}` },
});
const call = (id: number, called_at: string, campaign_id = 7, last = "0142") => ({
  ...{ kind: "call", id, called_at, from_number: `801555${last}`, tracking_number: "8015550100", campaign_id },
});
const form = (submission_date: string, parameter = "c-8") => ({
  ...{ kind: "submission", submission_date, scct_parameter: parameter, phone_number: "8015550142" },
  ...{ conversion_type: "Online", patient_name: "Cal Reed" },
});
const appointment = (id: number, appointment_at: string, more: object = {}) => ({
  ...{ kind: "appointment", id, appointment_at, patient_id: "MRN-5", patient_name: "Cal Reed", phone: "8015550142" },
  ...more,
});
const spend = (id: number, campaign_id: number, start_date: string, end_date: string, amount: string) => ({
  ...{ kind: "spend", id, campaign_id, start_date, end_date, amount },
});
const catalog = [campaign(7, "Paid Search"), campaign(8, "Paid Social"), campaign(9, "organic Search")];

describe("a campaign summary", () => {
  it("attributes an appointment to its last touch and an assist to the channels of the others", async () => {
    const [monday, wednesday, friday] = ["2026-03-02T16:00:00Z", "2026-03-04T16:00:00Z", "2026-03-06T15:00:00Z"];
    await load(...catalog, call(900, monday), form(wednesday), appointment(77, friday));
    expect(await march()).toMatchObject([
      { channel: "Paid Search", conversions: 1, appointments: 0, assists: 1, newPatients: 0 },
      { channel: "Paid Social", conversions: 1, appointments: 1, assists: 0, newPatients: 1 },
    ]);
    await load(call(901, "2026-03-05T16:00:00Z", 9), call(902, "2026-03-05T15:00:00Z", 9));
    expect(await march()).toMatchObject([
      { channel: "Organic Search", conversions: 2, appointments: 1, assists: 1 },
      { channel: "Paid Search", appointments: 0, assists: 1 },
      { channel: "Paid Social", appointments: 0, assists: 1 },
    ]);
  });

  it("counts later appointments of conversions in the range, and no conversions outside of it", async () => {
    await load(...catalog, call(900, "2026-03-31T16:00:00Z"), appointment(77, "2026-04-20T15:00:00Z"));
    expect(await march()).toMatchObject([{ conversions: 1, appointments: 1 }]);
    expect(await summarize("2026-04-01", "2026-04-30")).toEqual([]);
  });

  it("returns counts as numbers, amounts in cents and the account's currency", async () => {
    await load(
      { kind: "account", value_new_patient: "250.00", value_existing_patient: "100.00" },
      ...catalog,
      ...[call(900, "2026-03-02T16:00:00Z"), call(901, "2026-03-02T17:00:00Z", 7, "0143")],
      ...[call(902, "2026-03-10T16:00:00Z", 7, "0143"), call(903, "2026-03-11T17:00:00Z", 7, "0999")],
      appointment(77, "2026-03-05T15:00:00Z", { revenue: "2250.00" }),
      appointment(78, "2026-03-12T15:00:00Z", { phone: "8015550143", patient_id: "MRN-6" }),
      spend(1, 7, "2026-03-01", "2026-03-31", "1000.00"),
    );
    expect(await domain.campaigns.summarize(account, { start_date: "2026-03-01", end_date: "2026-03-31" })).toEqual({
      window: { from: at("2026-03-01"), start: at("2026-03-01"), to: at("2026-04-01"), end: at("2026-04-01") },
      currency: "USD",
      channels: [
        {
          channel: "Paid Search",
          conversions: 4,
          appointments: 2,
          assists: 1,
          newPatients: 2,
          cost: 100_000,
          revenue: 250_000,
        },
      ],
    });
  });

  it("estimates unknown revenue from the account's values for new and existing patients", async () => {
    await load(
      { kind: "account", value_new_patient: "250.00", value_existing_patient: "99.50", currency: "EUR" },
      ...catalog,
      { kind: "invite", id: 1, type: "sms", sent_to: "8015550143", sent_at: "2026-01-01T00:00:00Z" },
      ...[call(900, "2026-03-02T16:00:00Z"), call(901, "2026-03-02T17:00:00Z", 7, "0143")],
      appointment(77, "2026-03-05T15:00:00Z"),
      appointment(78, "2026-03-06", { phone: "8015550143", patient_id: "MRN-6" }),
    );
    expect(await march()).toMatchObject([{ appointments: 2, newPatients: 1, revenue: 34_950, cost: 0 }]);
  });

  it("includes channels that have only spend in the range", async () => {
    await load(
      ...catalog,
      spend(1, 8, "2026-02-20", "2026-03-01", "100.00"),
      spend(2, 8, "2026-04-01", "2026-04-01", "7"),
    );
    expect(await march()).toMatchObject([{ channel: "Paid Social", cost: 1_000, conversions: 0 }]);
    await load(spend(1, 8, "2026-02-20", "2026-03-01", "200.00"));
    expect(await march()).toMatchObject([{ cost: 2_000 }]);
  });

  it("uses the channel of the source, or Unassigned, if there is no campaign", async () => {
    await load(
      { ...call(900, "2026-03-02T16:00:00Z"), campaign_id: undefined, source: "google / cpc" },
      form("2026-03-02T17:00:00Z", "x"),
    );
    expect(await march()).toMatchObject([{ channel: "Paid Search" }, { channel: "Unassigned", conversions: 1 }]);
  });

  it("uses days in the account's time zone", async () => {
    await load({ kind: "account", time_zone: "America/Denver" }, ...catalog);
    await load(call(900, "2026-03-01T06:59:59Z"), call(901, "2026-03-01T07:00:00Z"), call(902, "2026-04-01T05:59:59Z"));
    expect(await march()).toMatchObject([{ conversions: 2 }]);
    expect(await summarize("2026-03-01T06:59:59Z", "2026-03-01T06:59:59Z")).toMatchObject([{ conversions: 1 }]);
  });

  it("ignores test submissions and counts each patient once", async () => {
    await load(
      ...catalog,
      { ...form("2026-03-02T15:00:00Z"), is_test: true },
      ...[form("2026-03-02T16:00:00Z"), appointment(77, "2026-03-03T15:00:00Z")],
      ...[form("2026-03-04T16:00:00Z"), appointment(78, "2026-03-05T15:00:00Z", { booked_at: "2026-03-04T17:00:00Z" })],
    );
    expect(await march()).toMatchObject([{ conversions: 2, appointments: 2, newPatients: 1 }]);
  });

  it("reports all problems with its range at once", async () => {
    await expect(domain.campaigns.summarize(account, {})).rejects.toMatchObject({
      code: "invalid_parameter",
      message: "start_date is required (and 1 more)",
      problems: [{ parameter: "start_date" }, { parameter: "end_date", message: "end_date is required" }],
    });
    await expect(domain.campaigns.summarize(account, { end_date: "x" })).rejects.toMatchObject({
      problems: [{ parameter: "start_date", message: "start_date is required" }, { parameter: "end_date" }],
    });
  });

  it.each([
    [{ start_date: "2026-03-01" }, "end_date", "end_date is required"],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "start_date", "start_date must not be after end_date"],
    [{ start_date: "2026-02-30", end_date: "2026-03-01" }, "start_date", undefined],
  ])("is rejected for %j", async (query, parameter, message) => {
    await expect(domain.campaigns.summarize(account, query)).rejects.toMatchObject({
      kind: "invalid",
      problems: [{ parameter, ...(message !== undefined && { message }) }],
    });
  });
});

describe("spend in a bundle", () => {
  it.each([
    [{ start_date: "2026-03-02" }, "end_date"],
    [{ campaign_id: 99 }, "campaign_id"],
    [{ amount: 7 }, "amount"],
  ])("is rejected with %j", async (change, key) => {
    const line = { ...spend(1, 7, "2026-03-01", "2026-03-01", "5"), ...change };
    await expect(load(...catalog, line)).rejects.toMatchObject({ problems: [{ kind: "spend", key }] });
  });
});
