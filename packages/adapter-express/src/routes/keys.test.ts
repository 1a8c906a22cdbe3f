import { describe, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { practice } from "../../test/practice.js";
import { createApp } from "../app.js";

const paths = [
  ["/reviews", []],
  ["/surveys", []],
  ["/invites", []],
  ["/calls", ["_location_id", "_provider_id", "_campaign_id", "_appointment_id"]],
  ["/conversions", ["_location_id", "_provider_id", "_campaign_id", "_appointment_id"]],
  ["/survey-responses?survey_id=4", ["_survey_id"]],
] as const;

const call = {
  kind: "call",
  id: 9,
  called_at: "2026-03-01T23:59:59Z",
  from_number: "(801) 555-0177",
  tracking_number: "801-555-0100",
};

type Item = Readonly<Record<string, unknown>>;

describe.each(["v1", "v2"] as const)("keys=true on %s", (version) => {
  it.each(paths)("begins each item of %s with what tells it apart", async (path, joined) => {
    const acme = await practice();
    await acme.domain.bundle.load(acme.account, bundleOf([call]));
    const app = createApp(acme.domain, { ...acme.options, checkReplies: true });
    const token = acme.tokens[version === "v1" ? "account-key" : "api-token"];
    const ask = (keys: string, accept = "application/json") =>
      request(app)
        .get(`/${version}${path}${path.includes("?") ? "&" : "?"}keys=${keys}`)
        .set("api-token", token)
        .set("Accept", accept);
    const { items: plain } = (await ask("false").expect(200)).body as { items: Item[] };
    const { items } = (await ask("true").expect(200)).body as { items: Item[] };
    const names = ["_id", "_changed_at", ...joined];
    expect(items.length).toBeGreaterThan(0);
    expect(items.map((item) => Object.keys(item).slice(0, names.length))).toEqual(items.map(() => names));
    expect(items.map((item) => Object.fromEntries(Object.entries(item).slice(names.length)))).toEqual(plain);
    expect(new Set(items.map(({ _id }) => _id)).size).toBe(items.length);
    for (const { _id, _changed_at } of items) {
      expect([_id, _changed_at]).toEqual([
        expect.any(String),
        expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\+00:00$/),
      ]);
    }
    const { text } = await ask("true", "text/csv").expect(200);
    expect(text.slice(0, text.indexOf("\n")).replaceAll('"', "").split(",").slice(0, names.length)).toEqual(names);
  });
});
