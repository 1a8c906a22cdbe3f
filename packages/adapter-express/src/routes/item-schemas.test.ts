import { beforeAll, describe, expect, it } from "@jest/globals";
import {
  itemFingerprints,
  type ItemsByList,
  type ListedImportRun,
  type ListedPatientWarning,
  type PublicList,
  publicLists,
  type SurveyResponseMembers,
} from "@repute/domain";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { practice, type Practice, requestPath } from "../../test/practice.js";
import { itemsOf } from "../router/serve-route.js";
import type { ItemIn, Wire } from "../schema.js";
import { createApp, versions } from "../server.js";
import {
  type accountItem,
  type appointmentItem,
  type campaignCatalogItem,
  itemSchemas,
  publishedFingerprints,
  type spendItem,
} from "./changes.js";
import { listRoutes } from "./list-routes.js";

type Routes = typeof listRoutes;

/** Types that the schemas of the API give the items of each list. */
type Described = { readonly [List in keyof Routes]: ItemIn<Wire<Routes[List]["reply"]>> } & {
  readonly "campaign-catalog": Wire<typeof campaignCatalogItem>;
  readonly spends: Wire<typeof spendItem>;
  readonly appointments: Wire<typeof appointmentItem>;
  readonly account: Wire<typeof accountItem>;
};

/** Merges intersections of object types, so that only the members count. */
type Flat<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Element)[]
    ? readonly Flat<Element>[]
    : { readonly [Name in keyof T]: Flat<T[Name]> };

/** True if two types have the same members, with the same types and the same optional members. */
type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;

/**
 * Item types of the domain. Survey responses have no answers here, because the names of the answers depend on the survey.
 * For two members, the types of the domain are more precise than the schemas. The types of the schemas replace them.
 */
type Items = Omit<ItemsByList, "survey-responses" | "integration-imports" | "cahps-parsed-files/warnings"> & {
  readonly "cahps-parsed-files/warnings": Omit<ListedPatientWarning, "notes"> &
    Pick<Described["cahps-parsed-files/warnings"], "notes">;
  readonly "survey-responses": SurveyResponseMembers & Required<Pick<SurveyResponseMembers, "questions">>;
  readonly "integration-imports": Omit<ListedImportRun, "errors"> & Pick<Described["integration-imports"], "errors">;
};

it("gives the items of every list the type that the schema of the list describes", () => {
  const agrees: { readonly [List in PublicList]: Same<Items[List], Described[List]> } = {
    reviews: true,
    surveys: true,
    "survey-responses": true,
    invites: true,
    calls: true,
    conversions: true,
    locations: true,
    providers: true,
    platforms: true,
    messages: true,
    groups: true,
    "surveys-list": true,
    "insights/byMonth": true,
    "integration-imports": true,
    "integration-imports/appointments": true,
    "integration-imports/invites": true,
    "cahps-parsed-files": true,
    "cahps-parsed-files/warnings": true,
    "campaign-catalog": true,
    spends: true,
    appointments: true,
    account: true,
  };
  expect(Object.values(agrees)).not.toContain(false);
});

it("item fingerprints match the published schemas (if not, run npm run docs)", () => {
  expect(itemFingerprints).toEqual(publishedFingerprints());
});

it("item fingerprints cover all fields of the lists that only the change feed has", async () => {
  const { domain, account } = await practice();
  const campaigns = [
    { kind: "campaign", id: 7, name: "Spring", channel: "Paid Search", source: "google", scct_parameter: "spring-1" },
    { kind: "spend", id: 1, campaign_id: 7, amount: "3.00", start_date: "2026-03-01", end_date: "2026-03-03" },
  ];
  await domain.bundle.load(account, bundleOf(campaigns));
  for (const list of publicLists.filter((list) => !(list in listRoutes))) {
    const [item = {}] = await itemsOf(list);
    expect({ list, fields: Object.keys(item).sort() }).toEqual({
      list,
      fields: Object.keys(itemSchemas[list]?.properties ?? {}).sort(),
    });
  }

  async function itemsOf(lists: string): Promise<readonly object[]> {
    const { read } = await domain.changes.list(account, { lists });
    const chunks: string[] = [];
    for await (const { json } of read("\n")) chunks.push(Buffer.from(json).toString());
    const lines = chunks.join("").split("\n").filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { item: object }).item);
  }
});

describe("the keys of items", () => {
  const conversionKeys = ["_location_id", "_provider_id", "_campaign_id", "_appointment_id"];
  const reviewKeys = ["_invite_id", "_message_id", "_platform_id", "_local_date", "_custom_fields"];

  /** Join keys of each list, after `_id` and `_changed_at`. */
  const joined: Readonly<Record<string, readonly string[]>> = {
    "/reviews": reviewKeys,
    "/surveys": reviewKeys,
    "/invites": ["_location_id", "_provider_id", "_local_date"],
    "/calls": [...conversionKeys, "_call_at", "_appt_at"],
    "/conversions": [...conversionKeys, "_local_date", "_appt_local_date"],
    "/survey-responses": ["_survey_id", "_survey_at", "_custom_fields", "_answer_codes"],
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
});
