import { describe, expect, it } from "@jest/globals";
import { utc } from "../../foundation/kernel/times.js";
import { at } from "../../testing/index.js";
import { callTimeReader } from "../calls/tracked-call.js";
import { parseMapping, readEvent, wishIn } from "./read-event.js";
import type { Tracker } from "./tracker.js";

const aTracker = (kind: Tracker["kind"], mapping: Tracker["mapping"] = null): Tracker => ({
  ...{ id: "t1" as Tracker["id"], name: "Clinic", kind, keys: [], mapping },
  ...{ createdAt: at("2026-06-01"), removedAt: null },
});
const read = (kind: Tracker["kind"], body: object, mapping?: Tracker["mapping"]) =>
  readEvent(aTracker(kind, mapping), body as Record<string, unknown>, callTimeReader(utc));

describe("an event of CallRail", () => {
  // Members of the payload that CallRail documents for its post-call webhook.
  const postCall = {
    ...{
      answered: false,
      call_type: "voicemail",
      customer_name: "Kaylah Mills",
      customer_phone_number: "+12148654559",
    },
    ...{ direction: "inbound", duration: "13", id: 766970532, source_name: "Google AdWords" },
    ...{ start_time: "2018-02-19T13:41:00.236-05:00", tracking_phone_number: "+14045558514", medium: "" },
    ...{ utm_source: "google", utm_medium: "cpc", utm_campaign: "Google AdWords", campaign: "" },
    ...{ trackingnum: "+14045558514", timestamp: "2018-02-19T13:41:00.236-05:00" },
  };
  const call = {
    ...{ name: "766970532", fromNumber: "+12148654559", trackingNumber: "+14045558514" },
    ...{ at: at("2018-02-19T18:41:00Z"), campaign: "Google AdWords", channel: null, source: "Google AdWords / cpc" },
  };

  it("is the call that the export of calls contains", () => {
    expect(read("callrail", postCall)).toEqual({ call, rank: 0 });
    expect(read("callrail", { ...postCall, resource_id: "CAL1" })).toMatchObject({ call: { name: "CAL1" } });
  });

  it("has a higher rank if it reports changes", () => {
    expect(read("callrail", { ...postCall, changes: ["tags"] })).toEqual({ call, rank: 1 });
  });

  it("is ignored at the start of a call, for outbound calls, and for text messages", () => {
    const { duration: _, answered: __, ...start } = postCall;
    expect(read("callrail", start)).toEqual({ ignored: "the call has not ended" });
    expect(read("callrail", { ...postCall, direction: "outbound" })).toEqual({ ignored: "the call is outbound" });
    expect(read("callrail", { message_type: "sms", content: "STOP" })).toEqual({ ignored: "it is a text message" });
  });

  it("is unmapped without a call id or a time, and the reason repeats no value", () => {
    const unmapped = read("callrail", { ...postCall, id: null, start_time: "noon (801) 555-0142" });
    expect(unmapped).toMatchObject({ unmapped: expect.stringMatching(/^id is missing: .*; start_time expected/) });
    expect(JSON.stringify(unmapped)).not.toContain("0142");
  });
});

it("reads the unix time and the direction of CallTrackingMetrics", () => {
  const activity = {
    ...{ id: 5_551_234_567, caller_number: "+14105551212", tracking_number: "+14105550100", source: "Google Organic" },
    ...{ called_at: "2026-03-02 04:00 PM -05:00", unix_time: 1_772_485_200, direction: "inbound", duration: 42 },
  };
  expect(read("calltrackingmetrics", activity)).toEqual({
    ...{ rank: 0 },
    call: {
      ...{ name: "5551234567", fromNumber: "+14105551212", trackingNumber: "+14105550100" },
      ...{ at: at("2026-03-02T21:00:00Z"), source: "Google Organic", campaign: null, channel: null },
    },
  });
  expect(read("calltrackingmetrics", { ...activity, direction: "msg_inbound" })).toEqual({
    ignored: "the call is outbound",
  });
  expect(read("calltrackingmetrics", { ...activity, duration: null })).toEqual({ ignored: "the call has not ended" });
});

it("reads calls and text messages of Twilio", () => {
  const call = { CallSid: "CA1", From: "+14158675309", To: "+18005551212", Direction: "inbound" };
  const ended = { ...call, CallStatus: "completed", Timestamp: "Mon, 02 Mar 2026 16:00:00 +0000" };
  expect(read("twilio", ended)).toMatchObject({ call: { name: "CA1", at: at("2026-03-02T16:00:00Z") } });
  expect(read("twilio", { ...ended, CallStatus: "ringing" })).toEqual({ ignored: "the call has not ended" });
  const message = { MessageSid: "SM1", From: "+14158675309", To: "+18005551212", Body: " Stop " };
  expect(read("twilio", message)).toEqual({ text: " Stop ", from: "+14158675309" });
  expect(read("twilio", { ...message, MessageStatus: "delivered" })).toMatchObject({ ignored: expect.any(String) });
  expect(read("twilio", { ...message, Body: null })).toEqual({ unmapped: "Body must be a string" });
});

it("reads the events of other systems with a mapping", () => {
  const mapping = { id: "/call/uid", from: "/call/numbers/0", to: "/call/numbers/1", at: "/call/a~1t", text: "/sms" };
  const body = { call: { uid: 12, numbers: ["8015550142", "8015550100"], "a/t": "2026-03-02T09:00:00Z" } };
  expect(read("generic", body, mapping)).toMatchObject({
    call: { name: "t1/12", fromNumber: "8015550142", trackingNumber: "8015550100", at: at("2026-03-02T09:00:00Z") },
  });
  expect(read("generic", { call: {}, sms: "START" }, mapping)).toEqual({ text: "START", from: "" });
  expect(read("generic", { sms: ["START"] }, mapping)).toEqual({ unmapped: "text must be a string" });
  expect(read("generic", { id: "1", from: "8015550142", to: "8015550100", at: "2026-03-02 09:00" })).toMatchObject({
    call: { name: "t1/1", at: at("2026-03-02T09:00:00Z") },
  });
  expect(read("generic", {})).toMatchObject({ unmapped: expect.stringContaining("Call ID is missing") });
});

it.each([
  null,
  [],
  {},
  { id: "call" },
  { id: 1 },
  { id: "" },
  { uid: "/uid" },
  { id: "/a~2" },
  { id: `/${"x".repeat(200)}` },
])("refuses the mapping %j", (mapping) => {
  expect(() => parseMapping(mapping)).toThrow("the mapping must be a JSON object with JSON pointers");
});

it("recognizes only whole words as wishes", () => {
  const stops = ["STOP", "stop", " StopAll\n", "Unsubscribe.", "CANCEL", "end", "QUIT!"];
  expect(stops.map(wishIn)).toEqual(stops.map(() => "stop"));
  expect(["START", "yes", "Unstop"].map(wishIn)).toEqual(["start", "start", "start"]);
  expect(["", "please stop", "stop it", "yesterday", "no"].map(wishIn)).toEqual([...Array(5)].map(() => undefined));
});
