import { beforeEach, describe, expect, it } from "@jest/globals";
import { servedPractice } from "../../test/served-practice.js";

const served = servedPractice();
const { get, items, load } = served;
beforeEach(async () => {
  await load(
    { kind: "campaign", id: 7, name: "Spring", channel: "Paid Search", tracking_numbers: ["+18015550100"] },
    call(9, "2026-03-01T23:59:59Z"),
    call(10, "2026-03-02T00:00:00Z"),
    call(11, "2026-03-02T23:59:59Z"),
  );
});

const call = (id: number, at: string) => ({
  kind: "call",
  id,
  called_at: at,
  from_number: "(801) 555-0177",
  tracking_number: "801-555-0100",
});

describe.each(["/v1", "/v2"])("%s", (version) => {
  it("lists conversions, newest first, in the specified shape", async () => {
    const all = await items(`${version}/conversions`);
    expect(all.map(({ conversion_id }) => conversion_id)).toEqual(["call-11", "call-10", "call-9"]);
    expect(all[1]).toEqual({
      conversion_id: "call-10",
      appt_date: null,
      campaign: "Spring",
      channel: "Paid Search",
      source: null,
      date: "2026-03-02T00:00:00+00:00",
      from_number: "+18015550177",
      location_name: null,
      new_patient: true,
      patient_id: null,
      patient_name: null,
      provider: null,
      tracking_number: "+18015550100",
      type: "Call",
      modified_at: "2026-06-01T12:00:00+00:00",
    });
  });

  it("lists calls, newest first, in the specified shape", async () => {
    const all = await items(`${version}/calls`);
    expect(all.map(({ call_date }) => call_date)).toEqual([
      "3/2/2026 11:59:59 pm",
      "3/2/2026 12:00:00 am",
      "3/1/2026 11:59:59 pm",
    ]);
    expect(all[1]).toEqual({
      appt_date: "-",
      call_date: "3/2/2026 12:00:00 am",
      campaign: "Spring",
      channel: "Paid Search",
      from_number: "+18015550177",
      location_name: "-",
      new_patient: true,
      patient_id: "Unknown",
      patient_name: "Unknown",
      provider: "-",
      source: "-",
      tracking_number: "+18015550100",
    });
  });

  it.each([
    ["?start_date=2026-03-01", 1],
    ["?start_date=2026-03-02T00:00:00Z", 2],
    ["?end_date=2026-03-01", 1],
    ["?end_date=2026-03-02T00:00:00Z", 2],
    ["?start_date=2026-03-01&end_date=2026-03-02", 3],
    ["?modified_since=2026-06-01T12:00:00Z", 3],
    ["?modified_since=2026-03-01&end_date=2026-03-01", 1],
    ["?date=2026-03-01&location_id=x&custom_filters=%7B&rating=9", 3],
  ])("selects calls and conversions by %j", async (query, expected) => {
    for (const list of ["calls", "conversions"]) {
      expect(await items(`${version}/${list}${query}`)).toHaveLength(expected);
    }
  });

  it.each([
    ["?modified_since=2026-03-01&start_date=2026-03-01", "conflicting_dates", "modified_since"],
    ["?start_date=2026-03-02&end_date=2026-03-01", "reversed_dates", "start_date"],
    ["?end_date=2026-02-30", "invalid_date", "end_date"],
  ])("rejects %j", async (query, code, parameter) => {
    for (const list of ["calls", "conversions"]) {
      const { body } = await get(`${version}/${list}${query}`).expect(400);
      expect(body).toMatchObject({ status: 400, code, errors: [{ parameter }] });
    }
  });

  it("returns monthly listing metrics as a bare array that must not be cached", async () => {
    const metric = { location_id: 1, month: 202603, metric_type: "views_maps", count: 120 };
    expect((await get(`${version}/insights/byMonth`).expect(200)).body).toEqual([]);
    await load(
      { kind: "listing_metric", ...metric },
      { kind: "listing_metric", ...metric, month: 202512, metric_type: "actions_phone", count: 0 },
    );
    const { body, headers } = await get(`${version}/insights/byMonth`).expect(200);
    expect(body).toEqual([{ location_id: 1, month: 202512, metric_type: "actions_phone", count: 0 }, metric]);
    expect(headers["cache-control"]).toBe("no-store");
  });
});
