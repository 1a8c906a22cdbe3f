import { createHmac } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import type { SignedRequest, TrackerId, TrackerKind } from "@repute/domain";
import { parseTokenKeys } from "./access-tokens.js";
import { sealedTrackerKeys, signatureRules } from "./tracker-keys.js";

const tokenKey = (kid: string) => `${kid}:${Buffer.alloc(32, kid).toString("base64")}`;
const keys = sealedTrackerKeys(parseTokenKeys(tokenKey("b")));
const id = "t1" as TrackerId;

type Sent = { readonly body?: string; readonly url?: string; readonly isForm?: boolean } & {
  readonly headers?: Readonly<Record<string, string>>;
};
const requestOf = ({ body = "", headers = {}, isForm = false, url }: Sent): SignedRequest => ({
  ...{ body: Buffer.from(body), isForm, url, header: (name) => headers[name] ?? "" },
});
const verify = async (kind: TrackerKind, key: string, request: Sent) =>
  keys.verify({ kind, id }, [await keys.seal(kind, id, key)], requestOf(request));

describe("the key of a tracker", () => {
  const open = (sealed: string, of = id, using = keys) => {
    const signature = createHmac("sha1", "secret-key").update("{}").digest("base64");
    const request = requestOf({ body: "{}", headers: { signature } });
    return using.verify({ kind: "callrail", id: of }, [sealed], request);
  };

  it("is encrypted, differently each time", async () => {
    const [one, other] = [await keys.seal("callrail", id, "secret-key"), await keys.seal("callrail", id, "secret-key")];
    expect([one.includes("secret"), one === other]).toEqual([false, false]);
    expect([open(one), open(other)]).toEqual([{}, {}]);
  });

  it("can be used only for its tracker, unchanged, and with the service's key", async () => {
    const sealed = await keys.seal("callrail", id, "secret-key");
    const rotated = sealedTrackerKeys(parseTokenKeys(`${tokenKey("a")},${tokenKey("b")}`));
    expect(open(sealed, id, rotated)).toEqual({});
    const refused = [
      open(sealed, "t2" as TrackerId),
      // The last character would not do, because not all of its bits count.
      open(sealed.replace(/:./, sealed.startsWith("b:A") ? ":B" : ":A")),
      open(sealed, id, sealedTrackerKeys(parseTokenKeys(tokenKey("c")))),
      ...["", "b:", "b", `x:${sealed}`].map((one) => open(one)),
    ];
    expect(refused).toEqual(refused.map(() => undefined));
  });

  it("must be long enough, and Base64 for other systems", async () => {
    for (const key of ["", "short", "two words here", "x".repeat(201), "schlüssel-123"])
      await expect(keys.seal("twilio", id, key)).rejects.toMatchObject({ code: "invalid_tracker_key" });
    await expect(keys.seal("generic", id, "not-base64-not-base64-not-base64-")).rejects.toThrow("openssl rand");
  });
});

// From the section "Validating Payloads" of CallRail's documentation of webhooks.
const callRailBody =
  '{"answered":false,"business_phone_number":"","call_type":"voicemail","company_id":155920786,"company_name":"Boost Marketing","company_time_zone":"America/Los_Angeles","created_at":"2018-02-19T13:41:00.252-05:00","customer_city":"Rochester","customer_country":"US","customer_name":"Kaylah Mills","customer_phone_number":"+12148654559","customer_state":"PA","device_type":"","direction":"inbound","duration":"13","first_call":false,"formatted_call_type":"Voicemail","formatted_customer_location":"Rochester, PA","formatted_business_phone_number":"","formatted_customer_name":"Kaylah Mills","prior_calls":16,"formatted_customer_name_or_phone_number":"Kaylah Mills","formatted_customer_phone_number":"214-865-4559","formatted_duration":"13s","formatted_tracking_phone_number":"404-555-8514","formatted_tracking_source":"Google Paid","formatted_value":"--","good_lead_call_id":715587840,"good_lead_call_time":"2016-06-17T10:23:33.363-04:00","id":766970532,"lead_status":"previously_marked_good_lead","note":"","recording":"https://app.callrail.com/calls/766970532/recording/redirect?access_key=aaaaccccddddeeee","recording_duration":8,"source_name":"Google AdWords","start_time":"2018-02-19T13:41:00.236-05:00","tags":[],"total_calls":17,"tracking_phone_number":"+14045558514","transcription":"","value":"","voicemail":true,"tracker_id":354024023,"keywords":"","medium":"","referring_url":"","landing_page_url":"","last_requested_url":"","referrer_domain":"","conversational_transcript":"","utm_source":"google","utm_medium":"cpc","utm_term":"","utm_content":"","utm_campaign":"Google AdWords","utma":"","utmb":"","utmc":"","utmv":"","utmz":"","ga":"","gclid":"","integration_data":[{"integration":"Webhooks","data":null}],"keywords_spotted":"","recording_player":"https://app.callrail.com/calls/766970532/recording?access_key=aaaabbbbccccdddd","speaker_percent":"","call_highlights":[],"callercity":"Rochester","callercountry":"US","callername":"Kaylah Mills","callernum":"+12148654559","callerstate":"PA","callsource":"google_paid","campaign":"","custom":"","datetime":"2018-02-19 18:41:00","destinationnum":"","ip":"","kissmetrics_id":"","landingpage":"","referrer":"","referrermedium":"","score":1,"tag":"","trackingnum":"+14045558514","timestamp":"2018-02-19T13:41:00.236-05:00"}';
const callRailKey = "072e77e426f92738a72fe23c4d1953b4";

it("verifies the payload that CallRail publishes", async () => {
  const headers = { signature: "UZAHbUdfm3GqL7qzilGozGzWV64=" };
  expect(await verify("callrail", callRailKey, { body: callRailBody, headers })).toEqual({});
  expect(await verify("callrail", callRailKey, { body: `${callRailBody} `, headers })).toBeUndefined();
  expect(await verify("callrail", `${callRailKey}0`, { body: callRailBody, headers })).toBeUndefined();
  for (const signature of ["", "UZAHbUdfm3GqL7qzilGozGzWV64", "é".repeat(28)])
    expect(await verify("callrail", callRailKey, { body: callRailBody, headers: { signature } })).toBeUndefined();
});

it("verifies the time and the body of CallTrackingMetrics", async () => {
  const body = '{"id":5,"caller_number":"+14105551212"}';
  const signature = createHmac("sha1", "ctm-secret-key").update(`1772485200${body}`).digest("base64");
  const headers = { "x-ctm-time": "1772485200", "x-ctm-signature": signature };
  const signed = (more: object, sent = body) =>
    verify("calltrackingmetrics", "ctm-secret-key", { body: sent, headers: { ...headers, ...more } });
  expect(await signed({})).toEqual({ at: 1_772_485_200_000 });
  expect(await signed({ "x-ctm-time": "1772485201" })).toBeUndefined();
  expect(await signed({ "x-ctm-time": "" })).toBeUndefined();
  expect(await signed({}, "{}")).toBeUndefined();
});

// From the tests of the library twilio-node, whose auth token is shorter than a real one.
describe("a signature of Twilio", () => {
  const token = "12345";
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const form = "Caller=%2B14158675309&CallSid=CA1234567890ABCDE&Digits=1234&From=%2B14158675309&To=%2B18005551212";
  const json = '{"property": "value", "boolean": true}';
  const hash = "0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620";
  const empty = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

  it.each([
    [url, form, "RSOYDt4T1cUTdK1PDd93/VVr8B8="],
    [url.replace(".com", ".com:1234"), form, "RSOYDt4T1cUTdK1PDd93/VVr8B8="],
    [url.replace(".com", ".com:1234").replace("https", "http"), form, "Zmvh+3yNM1Phv2jhDCwEM3q5ebU="],
    [url, form, "kvajT1Ptam85bY51eRf/AJRuM3w="],
    [url.replace("https", "http"), form, "0ZXoZLH/DfblKGATFgpif+LLRf4="],
    [url.replace("mycompany", "user:pass@mycompany"), form, "CukzLTc1tT5dXEDIHm/tKBanW10="],
    [url.replace("mycompany", "user@mycompany"), form, "2YRLlVAflCqxaNicjMpJcSTgzSs="],
    [`${url}&Body=It's+amazing`, form, "dsq4Ehbj6cs+KdTkpF5sSSplOWw="],
    [
      url,
      "MessagingBinding.Address=%2B1415xxxxxxx&MessagingBinding.Address=%2B1325xxxxxxx",
      "83O6e2vORAoJHUNzJjDWN1jz+BA=",
    ],
    [url, "Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234", "IK+Dwps556ElfBT0I3Rgjkr1wJU="],
  ])("is valid for %s with a form", async (at, body, signature) => {
    expect(verified({ url: at, body, isForm: true, headers: { "x-twilio-signature": signature } })).toEqual({});
    expect(
      verified({ url: `${at}0`, body, isForm: true, headers: { "x-twilio-signature": signature } }),
    ).toBeUndefined();
    const changed = { url: at, body: `${body}0`, isForm: true, headers: { "x-twilio-signature": signature } };
    expect(verified(changed)).toBeUndefined();
  });

  it.each([
    [`${url}&bodySHA256=${hash}`, json, "a9nBmqA0ju/hNViExpshrM61xv4="],
    [`${url}&bodySHA256=${empty}`, "{}", "Ldidvp12m26NI7eqEvxnEpkd9Hc="],
    [`https://mycompany.com/myapp.php?bodySHA256=${hash}`, json, "y77kIzt2vzLz71DgmJGsen2scGs="],
  ])("is valid for %s with JSON", (at, body, signature) => {
    expect(verified({ url: at, body, headers: { "x-twilio-signature": signature } })).toEqual({});
    expect(verified({ url: at, body: `${body} `, headers: { "x-twilio-signature": signature } })).toBeUndefined();
  });

  it("is never valid without a base URL or for JSON without its hash", () => {
    const headers = { "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=" };
    expect(verified({ body: form, isForm: true, headers })).toBeUndefined();
    expect(verified({ url, body: json, headers: { "x-twilio-signature": signatureOf(url) } })).toBeUndefined();
  });

  const signatureOf = (text: string) => createHmac("sha1", token).update(text).digest("base64");
  const verified = (request: Sent) => signatureRules.twilio(Buffer.from(token), requestOf(request));
});

it("verifies the example of Standard Webhooks, also among several signatures", async () => {
  const headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const signed = (more: object, body = '{"test": 2432232314}') =>
    verify("generic", key, { body, headers: { ...headers, ...more } });
  const facts = { at: 1_614_265_330_000, id: "msg_p5jXN8AQM9LWM0D4loKWxJek" };
  expect(await signed({})).toEqual(facts);
  expect(await signed({ "webhook-signature": `v1,AAAA v2,x ${headers["webhook-signature"]}` })).toEqual(facts);
  expect(await signed({ "webhook-timestamp": "1614265331" })).toBeUndefined();
  expect(await signed({ "webhook-id": "msg_2" })).toBeUndefined();
  expect(await signed({}, '{"test": 2432232315}')).toBeUndefined();
});
