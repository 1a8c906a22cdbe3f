import { describe, expect, it } from "@jest/globals";
import { isoInstant, parseTimeZone, utc } from "../../foundation/kernel/times.js";
import { at } from "../../testing/index.js";
import type { CallTracker } from "./call.js";
import { callTimeReader, readTrackedCall, trackerOf } from "./tracked-call.js";

const json = (cells: object) => ({ form: "json" as const, cells: cells as Record<string, unknown> });
const csv = (cells: object) => ({ form: "csv" as const, cells: cells as Record<string, unknown> });
const read = (tracker: CallTracker, row: ReturnType<typeof json> | ReturnType<typeof csv>) =>
  readTrackedCall(tracker, row, callTimeReader(utc));

const fromApi = {
  answered: true,
  direction: "inbound",
  duration: 42,
  id: "CAL8154748ae6bd4e278a7cddd38a662f4f",
  customer_phone_number: "+18015550142",
  tracking_phone_number: "+18015550100",
  start_time: "2026-03-02T09:00:00.119-07:00",
  source: "google",
  medium: "cpc",
  campaign: null,
  utm_campaign: "Spring",
  first_call: true,
};
const call = {
  name: fromApi.id,
  at: at("2026-03-02T16:00:00Z"),
  fromNumber: "+18015550142",
  trackingNumber: "+18015550100",
  campaign: "Spring",
  channel: null,
  source: "google / cpc",
};

describe("a CallRail row", () => {
  it("is read from the API's JSON", () => {
    expect(read("callrail", json(fromApi))).toEqual({ call });
  });

  it("is read from a webhook and from an export", () => {
    const webhook = { ...fromApi, id: 1234, resource_id: fromApi.id };
    expect(read("callrail", json(webhook))).toEqual({ call });
    const row = {
      "Call Status": "Answered Call",
      "Call ID": fromApi.id,
      "Customer Phone": "+18015550142",
      "Tracking Number": " +18015550100 ",
      "Start Time": "2026-03-02 04:00 PM",
      Source: "google",
      Medium: "cpc",
      Campaign: "Spring",
    };
    expect(read("callrail", csv(row))).toEqual({ call });
  });

  it("counts if the call was not answered", () => {
    expect(read("callrail", json({ ...fromApi, answered: false, duration: 0 }))).toEqual({ call });
    expect(read("callrail", json({ ...fromApi, answered: false, duration: null }))).toEqual({ call });
  });

  it("is skipped if it is outbound", () => {
    expect(read("callrail", json({ ...fromApi, direction: "outbound" }))).toEqual({ skipped: "outbound" });
    expect(read("callrail", csv({ Direction: "Outbound" }))).toEqual({ skipped: "outbound" });
  });

  it("is skipped while the phone is ringing", () => {
    const { answered: _, duration: __, ...ringing } = fromApi;
    expect(read("callrail", json(ringing))).toEqual({ skipped: "unfinished" });
    expect(read("callrail", json({ ...ringing, duration: null, answered: null }))).toEqual({ skipped: "unfinished" });
  });

  it.each([
    ["google", "cpc", "google / cpc"],
    ["Direct", "direct", "Direct"],
    ["google / organic", "cpc", "google / organic"],
    ["", "cpc", "cpc"],
    ["Billboard", "", "Billboard"],
    ["", "", null],
  ])("combines the source %j and the medium %j into the source %j", (source, medium, expected) => {
    expect(read("callrail", json({ ...fromApi, source, medium }))).toMatchObject({ call: { source: expected } });
  });

  it.each([null, "", undefined])("is an anonymous call without a caller's number (%s)", (customer_phone_number) => {
    expect(read("callrail", json({ ...fromApi, customer_phone_number }))).toMatchObject({
      call: { fromNumber: "Anonymous" },
    });
  });

  it("reports the heading of a column with a missing value, or the usual heading", () => {
    const row = { "Call ID": "", Tracking_Number: "", "Start Time": "yesterday" };
    expect(read("callrail", csv(row))).toEqual({
      problems: [
        { key: "Call ID", message: "is missing: expected a call ID of at most 255 characters" },
        { key: "Start Time", message: expect.stringMatching(/^expected a date and time such as/) },
        { key: "Tracking_Number", message: "is missing: expected the phone number that was called" },
      ],
    });
    expect(read("callrail", csv({}))).toMatchObject({
      problems: [{ key: "Call ID" }, { key: "Start Time" }, { key: "Tracking Number" }],
    });
  });

  it("is refused if the id is a number that lost digits", () => {
    const { id: _, ...others } = fromApi;
    expect(read("callrail", json({ ...others, id: 9007199254740991 }))).toMatchObject({
      call: { name: "9007199254740991" },
    });
    const message = "expected a string, or a number up to 9007199254740991: a greater number loses digits";
    expect(read("callrail", json({ ...others, id: 2 ** 53 }))).toEqual({ problems: [{ key: "id", message }] });
    expect(read("callrail", json({ ...fromApi, value: 2 ** 60 }))).toEqual({ call });
  });

  it("never quotes its values in problems", () => {
    const row = { ...fromApi, start_time: "Ann Example", id: `Ann Example${"x".repeat(255)}` };
    expect(JSON.stringify(read("callrail", json(row)))).not.toContain("Ann");
    expect(read("callrail", json({ ...fromApi, id: "a\0" }))).toMatchObject({ problems: [{ key: "id" }] });
  });
});

describe("a Twilio row", () => {
  const listed = {
    sid: "CA1234567890abcdef1234567890abcdef",
    from: "+18015550142",
    to: "+18015550100",
    direction: "inbound",
    status: "completed",
    start_time: "Mon, 02 Mar 2026 16:00:00 +0000",
    duration: "42",
  };
  const expected = { ...call, name: listed.sid, campaign: null, channel: null, source: null };

  it("is read from the API's JSON, from an export and from a webhook", () => {
    expect(read("twilio", json(listed))).toEqual({ call: expected });
    const row = {
      "Call Sid": listed.sid,
      From: listed.from,
      To: listed.to,
      Direction: "Incoming",
      Status: "Completed",
    };
    expect(read("twilio", csv({ ...row, "Start Time": "2026-03-02 16:00:00 UTC" }))).toEqual({ call: expected });
    const webhook = {
      CallSid: listed.sid,
      From: listed.from,
      To: listed.to,
      Direction: "inbound",
      CallStatus: "completed",
    };
    expect(read("twilio", json({ ...webhook, Timestamp: listed.start_time }))).toEqual({ call: expected });
  });

  it.each(["busy", "no-answer", "canceled", "failed"])("counts if it ended as %s", (status) => {
    expect(read("twilio", json({ ...listed, status }))).toEqual({ call: expected });
  });

  it.each(["queued", "initiated", "ringing", "in-progress"])("is skipped while it is %s", (status) => {
    expect(read("twilio", json({ ...listed, status }))).toEqual({ skipped: "unfinished" });
  });

  it.each(["outbound-api", "outbound-dial", "Outgoing Dial", "trunking-originating"])(
    "is skipped if it is %s",
    (direction) => {
      expect(read("twilio", json({ ...listed, direction }))).toEqual({ skipped: "outbound" });
    },
  );
});

describe("the call tracker", () => {
  it.each([
    [fromApi, "callrail"],
    [{ "call-id": "", "TRACKING NUMBER": "" }, "callrail"],
    [{ CallSid: "", From: "", To: "" }, "twilio"],
    [{ Sid: "", From: "" }, undefined],
    [{ id: 1, name: "Ann" }, undefined],
    [{}, undefined],
  ])("is detected from the headings: %j", (cells, tracker) => {
    expect(trackerOf(json(cells))).toBe(tracker);
  });
});

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
