import { describe, expect, it } from "@jest/globals";
import { type Catalog, emptyCatalog } from "../../foundation/catalog/catalog.js";
import { namesOf } from "../../foundation/catalog/names.js";
import { type CalendarDate, displayTime, localCalendar, type TimeZone } from "../../foundation/kernel/times.js";
import { aCampaign, aConversion, aLocation, aProvider, at, locationId, providerId } from "../../testing/builders.js";
import { callEntry, channelSpelling, conversionEntry, defaultChannel } from "./conversion-item.js";
import type { Conversion } from "./conversion.js";

const names = namesOf({
  ...emptyCatalog,
  campaigns: [aCampaign()],
  locations: [aLocation()],
  providers: [aProvider()],
});
const itemOf = ({ json }: { readonly json: string }) => JSON.parse(json) as Record<string, unknown>;
const denver = "America/Denver" as TimeZone;
const display = displayTime(denver);
const calendar = localCalendar(denver);
const call = (change: Partial<Conversion> = {}) => itemOf(callEntry(aConversion(change), names, display));
const conversion = (change: Partial<Conversion> = {}, catalog?: Partial<Catalog>) =>
  itemOf(conversionEntry(aConversion(change), catalog ? namesOf({ ...emptyCatalog, ...catalog }) : names, calendar));

const linked = {
  appointmentId: 77 as never,
  appointmentAt: at("2026-03-05T19:00:00Z"),
  locationId: locationId(1),
  providerId: providerId(10),
  patientId: "MRN-5",
  patientName: "Cal Reed",
};

describe("the keys of a conversion", () => {
  const keysOf = ({ keys = "" }: { readonly keys?: string }) => JSON.parse(`{${keys}}`) as Record<string, unknown>;
  const late = { at: at("2026-03-02T06:59:59Z") };

  it("contain the local dates of the conversion and its appointment", () => {
    const dates = (change: Partial<Conversion>) => keysOf(conversionEntry(aConversion(change), names, calendar));
    expect(dates(late)).toMatchObject({ _local_date: "2026-03-01", _appt_local_date: null });
    expect(dates({ ...linked, appointmentAt: at("2026-03-06T01:00:00Z") })).toMatchObject({
      _appt_local_date: "2026-03-05",
    });
    const day = "2026-03-05" as CalendarDate;
    expect(dates({ ...linked, appointmentAt: day })).toMatchObject({ _appt_local_date: day });
  });

  it("contain the UTC times of a call and its appointment", () => {
    const times = (change: Partial<Conversion>) => keysOf(callEntry(aConversion(change), names, display));
    expect(times({ ...linked, ...late })).toMatchObject({
      _call_at: "2026-03-02T06:59:59+00:00",
      _appt_at: "2026-03-05T19:00:00+00:00",
    });
    expect(times({ ...linked, appointmentAt: "2026-03-05" as CalendarDate })).toMatchObject({ _appt_at: null });
  });
});

describe("a call in the list of calls", () => {
  it("shows its local time and placeholders for the unknown appointment", () => {
    expect(call()).toEqual({
      appt_date: "-",
      call_date: "3/2/2026 9:00:00 am",
      campaign: "Spring",
      channel: "Paid Search",
      from_number: "+18015550142",
      location_name: "-",
      new_patient: true,
      patient_id: "Unknown",
      patient_name: "Unknown",
      provider: "-",
      source: "google",
      tracking_number: "+18015550100",
    });
  });

  it("shows its appointment's values once it is linked", () => {
    expect(call(linked)).toMatchObject({
      appt_date: "3/5/2026 12:00:00 pm",
      location_name: "Main Street",
      patient_id: "MRN-5",
      patient_name: "Cal Reed",
      provider: "Dr. Ada Quill",
    });
    const sparse = { ...linked, appointmentAt: "2026-03-05" as CalendarDate, locationId: null, patientId: null };
    expect(call(sparse)).toMatchObject({ appt_date: "3/5/2026", location_name: "-", patient_id: "Unknown" });
  });

  it("shows a withheld number unchanged, and dashes for values without a campaign", () => {
    const withheld = { fromNumber: "Anonymous", phone: null, campaignId: null, trackingNumber: "12" };
    expect(call(withheld)).toMatchObject({
      from_number: "Anonymous",
      tracking_number: "12",
      campaign: "-",
      channel: "Unassigned",
      source: "-",
    });
  });
});

describe("a conversion", () => {
  it("has null for unknown values before it is linked", () => {
    expect(conversion()).toEqual({
      conversion_id: "call-900",
      appt_date: null,
      campaign: "Spring",
      channel: "Paid Search",
      source: "google",
      date: "2026-03-02T16:00:00+00:00",
      from_number: "+18015550142",
      location_name: null,
      new_patient: true,
      patient_id: null,
      patient_name: null,
      provider: null,
      tracking_number: "+18015550100",
      type: "Call",
      modified_at: "2026-03-02T17:00:00+00:00",
    });
  });

  it("shows its appointment's values once it is linked", () => {
    expect(conversion(linked)).toMatchObject({
      appt_date: "2026-03-05T19:00:00+00:00",
      location_name: "Main Street",
      patient_id: "MRN-5",
      patient_name: "Cal Reed",
      provider: "Dr. Ada Quill",
    });
    expect(conversion({ ...linked, appointmentAt: "2026-03-05" as CalendarDate })).toMatchObject({
      appt_date: "2026-03-05",
    });
  });

  it("has the submission's id and no tracking number if it comes from a submission", () => {
    const submission = { kind: "submission", id: 12 as never, type: "App", trackingNumber: null } as const;
    expect(conversion(submission)).toMatchObject({ conversion_id: "sub-12", type: "App", tracking_number: null });
  });

  it.each([
    [{ source: "bing" }, {}, { campaign: "Spring", channel: "Paid Search", source: "bing" }],
    [{}, { source: null }, { campaign: "Spring", channel: "Paid Search", source: null }],
    [{ campaignId: null, source: "google / organic" }, {}, { campaign: null, channel: "Organic Search" }],
    [{ campaignId: null }, {}, { campaign: null, channel: "Unassigned", source: null }],
  ])("with %j and a campaign with %j has the origin %j", (change, campaign, expected) => {
    expect(conversion(change, { campaigns: [aCampaign(campaign)] })).toMatchObject(expected);
  });

  it("precedes a submission of the same second in both lists, and only its row changes when it is linked", () => {
    const changed = { modifiedAt: at("2026-04-01T00:00:00Z") };
    const rows = [
      conversionEntry(aConversion(changed), names, calendar),
      callEntry(aConversion(changed), names, display),
      conversionEntry(aConversion({ ...changed, kind: "submission" }), names, calendar),
    ];
    expect(rows).toMatchObject([
      { kind: 1, id: 900, at: at("2026-03-02T16:00:00Z"), ...changed },
      { kind: 1, id: 900, at: at("2026-03-02T16:00:00Z"), ...changed },
      { kind: 0, id: 900, ...changed },
    ]);
  });
});

describe("the default channel", () => {
  it.each([
    ["ppc", "Paid Search"],
    ["cpc", "Paid Search"],
    ["paid", "Paid Search"],
    ["organic", "Organic Search"],
    ["paid_social", "Paid Social"],
    ["social", "Organic Social"],
    ["email", "Email"],
    ["google_business_profile", "Local Listings"],
    ["referral", "Referral"],
    ["direct", "Direct"],
    ["print", "Offline"],
    ["tv", "Offline"],
    ["radio", "Offline"],
    [" Paid Social ", "Paid Social"],
    ["Google My-Business", "Local Listings"],
    ["google / cpc", "Paid Search"],
    ["facebook/paid_social", "Paid Social"],
    ["direct / organic", "Organic Search"],
    ["email / spring", "Email"],
    ["google", "Unassigned"],
    ["paid search", "Unassigned"],
    ["constructor", "Unassigned"],
    ["/", "Unassigned"],
    ["", "Unassigned"],
    [null, "Unassigned"],
  ])("of the source %j is %s", (source, channel) => {
    expect(defaultChannel(source)).toBe(channel);
  });
});

it("a channel is spelled as in the table or else as first used, ignoring case and outer spaces", () => {
  const spell = channelSpelling(["Billboards", " BILLBOARDS ", "radio spots"]);
  const written = ["paid search", " PAID SOCIAL ", "unassigned", "billboards", "Radio Spots ", "Fairs", "fairs"];
  expect(written.map(spell)).toEqual([
    ...["Paid Search", "Paid Social", "Unassigned", "Billboards", "radio spots", "Fairs", "Fairs"],
  ]);
  expect(["Paid  Search", "PaidSearch"].map(spell)).toEqual(["Paid  Search", "PaidSearch"]);
});
