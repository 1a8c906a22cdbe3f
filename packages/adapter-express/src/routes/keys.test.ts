import { beforeAll, describe, expect, it } from "@jest/globals";
import { publicLists } from "@repute/domain";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { type Practice, practice, requestPath } from "../../test/practice.js";
import { createApp } from "../app.js";
import { itemsOf } from "../responding/value-response.js";
import { versions } from "../versions.js";

const conversionKeys = ["_location_id", "_provider_id", "_campaign_id", "_appointment_id"];
const reviewKeys = ["_invite_id", "_message_id", "_platform_id"];

/** Join keys of each list, after `_id` and `_changed_at`. */
const joined: Readonly<Record<string, readonly string[]>> = {
  "/reviews": reviewKeys,
  "/surveys": reviewKeys,
  "/invites": ["_location_id", "_provider_id"],
  "/calls": [...conversionKeys, "_call_at", "_appt_at"],
  "/conversions": [...conversionKeys, "_local_date", "_appt_local_date"],
  "/survey-responses": ["_survey_id", "_survey_at"],
  "/integration-imports/:import_id/appointments": ["_import_id"],
  "/integration-imports/:import_id/invites": ["_import_id"],
  "/cahps-parsed-files/:file_id/warnings": ["_file_id"],
};

const call = {
  kind: "call",
  id: 9,
  called_at: "2026-03-01T23:59:59Z",
  from_number: "(801) 555-0177",
  tracking_number: "801-555-0100",
};
const message = { kind: "message", id: 40, name: "After", languages: { en: { key: "en", message: "Hi" } } };
const metric = { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps", count: 7 };

type Item = Readonly<Record<string, unknown>>;
type Change = { readonly list: string; readonly id: string; readonly changed_at: string };

let acme: Practice;
beforeAll(async () => {
  acme = await practice();
  await acme.domain.bundle.load(acme.account, bundleOf([call, message, metric]));
});

const ask = (path: string, accept = "application/json") =>
  request(createApp(acme.domain, acme.options))
    .get(path)
    .set("api-token", acme.tokens[path.startsWith("/v1") ? "account-key" : "api-token"])
    .set("Accept", accept);

const itemsAt = async (path: string): Promise<readonly Item[]> => {
  const { body } = (await ask(path).expect(200)) as { body: { records?: Item[] } };
  return body.records ?? (itemsOf(body) as readonly Item[]);
};

const keyedPaths = versions.map(({ prefix, routes }) => ({
  prefix,
  paths: routes.filter(({ query }) => "keys" in query.properties).map(({ path }) => path),
}));

it("every list in changes that has a path supports keys=true", () => {
  const onlyThere = ["campaign-catalog", "spends", "appointments", "account"];
  const named = keyedPaths.flatMap(({ prefix, paths }) => (prefix === "/v2" ? paths : []));
  expect(named.map((path) => path.slice(1).replace(/:\w+\//, "")).sort()).toEqual(
    publicLists.filter((list) => !onlyThere.includes(list)).sort(),
  );
});

describe.each(keyedPaths)("keys=true under $prefix", ({ prefix, paths }) => {
  it.each(paths)("adds keys to the items of %s that match the list's changes", async (path) => {
    const requested = (keys: string) => {
      const url = `${prefix}${requestPath(path)}`;
      return `${url}${url.includes("?") ? "&" : "?"}keys=${keys}`;
    };
    const plain = await itemsAt(requested("false"));
    const items = await itemsAt(requested("true"));
    const names = ["_id", "_changed_at", ...(joined[path] ?? [])];
    expect(items.length).toBeGreaterThan(0);
    expect(items.map((item) => Object.keys(item).slice(0, names.length))).toEqual(items.map(() => names));
    expect(items.map((item) => Object.fromEntries(Object.entries(item).slice(names.length)))).toEqual(plain);
    const list = path.slice(1).replace(/:\w+\//, "");
    const changes = ((await itemsAt(`/v2/changes?lists=${list}`)) as unknown as Change[]).map(
      ({ id, changed_at }) => `${id} ${changed_at}`,
    );
    expect(changes).toEqual(expect.arrayContaining(items.map(({ _id, _changed_at }) => `${_id} ${_changed_at}`)));
    expect(new Set(items.map(({ _id }) => _id)).size).toBe(items.length);
    const { text } = await ask(requested("true"), "text/csv").expect(200);
    const heading = text.slice(0, text.indexOf("\n")).replaceAll('"', "").split(",");
    expect(heading.slice(0, names.length)).toEqual(names);
    const { text: without } = await ask(requested("false"), "text/csv").expect(200);
    expect(without.slice(0, without.indexOf("\n"))).not.toMatch(/(^|,)"?_(id|changed_at|[a-z]+_id)"?(,|$)/);
  });
});
