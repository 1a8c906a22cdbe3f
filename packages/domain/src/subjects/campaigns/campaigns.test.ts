import { beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/index.js";
import { bundleOf } from "../../testing/index.js";
import { withTrackingParameter } from "./campaigns.js";

it("lists the campaigns of one account, sorted by id", async () => {
  const domain = createDomain(memoryPorts());
  const { id: acme } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const { id: other } = await domain.accounts.create({ key: "other", name: "Other" });
  const campaign = { kind: "campaign", channel: "Radio" };
  await domain.bundle.load(
    acme,
    bundleOf([
      { ...campaign, id: 9, name: "Spring", source: "google" },
      { ...campaign, id: 7, name: "Summer" },
    ]),
  );
  const listed = await domain.campaigns.list(acme);
  expect(listed.map(({ id, name, source }) => [id, name, source])).toEqual([
    [7, "Summer", null],
    [9, "Spring", "google"],
  ]);
  expect(await domain.campaigns.list(other)).toEqual([]);
});

const page = "https://practice.example/book?a=1#top";

describe("a link for a campaign", () => {
  const domain = createDomain(memoryPorts());
  let account: AccountId;
  let keys = 0;
  beforeEach(async () => {
    ({ id: account } = await domain.accounts.create({ key: `acme-${(keys += 1)}`, name: "Acme" }));
    const campaign = { kind: "campaign", channel: "Paid Search" };
    await domain.bundle.load(
      account,
      bundleOf([
        { ...campaign, id: 7, name: "Spring", scct_parameter: "spring-1" },
        { ...campaign, id: 8, name: "2026", scct_parameter: "year" },
        { ...campaign, id: 9, name: "7", scct_parameter: "seven" },
        { ...campaign, id: 10, name: "Radio" },
        { ...campaign, id: 11, name: "Twin", scct_parameter: "twin-1" },
        { ...campaign, id: 12, name: "twin", scct_parameter: "twin-2" },
        { ...campaign, id: 13, name: "Spaced", scct_parameter: "not one" },
      ]),
    );
  });

  it.each([
    ["7", "spring-1"],
    ["Spring", "spring-1"],
    [" sPRING ", "spring-1"],
    ["2026", "year"],
    ["12", "twin-2"],
  ])("given as %s contains %s", async (campaign, parameter) => {
    const { url } = await domain.campaigns.trackLink(account, campaign, page);
    expect(url).toBe(`https://practice.example/book?a=1&scct=${parameter}#top`);
  });

  it.each([
    ["Autumn", "not_found", "campaign_not_found"],
    ["", "not_found", "campaign_not_found"],
    ["Radio", "invalid", "campaign_not_tracked"],
    ["Twin", "invalid", "campaign_ambiguous"],
    ["Spaced", "invalid", "invalid_scct_parameter"],
  ])("given as %j fails with %s: %s", async (campaign, kind, code) => {
    await expect(domain.campaigns.trackLink(account, campaign, page)).rejects.toMatchObject({ kind, code });
  });

  it("fails for an unknown campaign with the campaigns of the account, up to ten", async () => {
    const named = "Spring (7), 2026 (8), 7 (9), Radio (10), Twin (11), twin (12), Spaced (13)";
    const message = `no campaign has the id or name "Autumn"; the account has these campaigns: ${named}`;
    await expect(domain.campaigns.trackLink(account, "Autumn", page)).rejects.toMatchObject({ message });
    const other = (await domain.accounts.create({ key: `none-${keys}`, name: "Other" })).id;
    await expect(domain.campaigns.trackLink(other, "7", page)).rejects.toMatchObject({
      message: 'no campaign has the id or name "7"; the account has no campaigns',
    });
    const dozen = Array.from({ length: 12 }, (_, id) => ({
      kind: "campaign",
      channel: "Radio",
      id: id + 1,
      name: "A",
    }));
    await domain.bundle.load(other, bundleOf(dozen));
    await expect(domain.campaigns.trackLink(other, "B", page)).rejects.toMatchObject({
      message: expect.stringMatching(/: A \(1\), .*, A \(10\) and 2 more$/),
    });
  });

  it("is not created for another account's campaign", async () => {
    const other = await domain.accounts.create({ key: `other-${keys}`, name: "Other" });
    await expect(domain.campaigns.trackLink(other.id, "7", page)).rejects.toMatchObject({ kind: "not_found" });
  });
});

describe("a tracked link", () => {
  it.each([
    ["https://practice.example", "https://practice.example?scct=spring-1"],
    ["https://practice.example/", "https://practice.example/?scct=spring-1"],
    ["HTTP://Practice.Example:8080/Book?", "HTTP://Practice.Example:8080/Book?scct=spring-1"],
    ["https://practice.example/?a=1", "https://practice.example/?a=1&scct=spring-1"],
    ["https://practice.example/?a=1&", "https://practice.example/?a=1&scct=spring-1"],
    ["https://practice.example/#top", "https://practice.example/?scct=spring-1#top"],
    ["https://practice.example/#/book?scct=old", "https://practice.example/?scct=spring-1#/book?scct=old"],
    ["https://practice.example/?b=%7E&a=~&a=+&a&=x#é", "https://practice.example/?b=%7E&a=~&a=+&a&=x&scct=spring-1#é"],
    ["https://practice.example/?gclid={gclid}", "https://practice.example/?gclid={gclid}&scct=spring-1"],
    [
      "https://practice.example/?r=https://a.example/?x=1",
      "https://practice.example/?r=https://a.example/?x=1&scct=spring-1",
    ],
    ["https://[::1]/?xscct=1&SCCT=2", "https://[::1]/?xscct=1&SCCT=2&scct=spring-1"],
  ])("for %s is %s", (url, tracked) => {
    expect(withTrackingParameter(url, "spring-1")).toBe(tracked);
  });

  it.each([
    ["https://practice.example/?scct=old", "https://practice.example/?scct=spring-1"],
    ["https://practice.example/?a=1&scct=old&b=2#top", "https://practice.example/?a=1&scct=spring-1&b=2#top"],
    ["https://practice.example/?scct&a=1&scct=older&b=2&scct=", "https://practice.example/?scct=spring-1&a=1&b=2"],
    ["https://practice.example/?%73cc%74=old&a=1", "https://practice.example/?scct=spring-1&a=1"],
  ])("replaces the existing parameter of %s", (url, tracked) => {
    expect(withTrackingParameter(url, "spring-1")).toBe(tracked);
  });

  it.each([
    "practice.example",
    "/book",
    "//practice.example/",
    "ftp://practice.example/",
    "javascript:alert(1)",
    "https://",
    "https:practice.example",
    "https:///book",
    "https://practice.example:99999/",
    "https://practice example/",
    "https://practice.example/a b",
    " https://practice.example/",
    "https://practice.example/\n",
    "https://practice.example\\@elsewhere.example/",
    "",
  ])("requires a complete web address: %j", (url) => {
    expect(() => withTrackingParameter(url, "spring-1")).toThrow("complete http or https URL");
  });

  it.each(["", "a b", "a&b", "é", "a;b", "{a}", "a%20b", "x".repeat(129), "a\n"])(
    "rejects the parameter %j",
    (parameter) => {
      expect(() => withTrackingParameter("https://practice.example/", parameter)).toThrow("1 to 128 letters");
    },
  );

  it("can be parsed from the query, with everything else unchanged", () => {
    const part = fc.stringMatching(/^[a-z0-9%~+.]{0,6}$/);
    const pairs = fc.array(fc.tuple(part, part), { maxLength: 6 });
    const parameter = fc.stringMatching(/^[A-Za-z0-9_.~:@/-]{1,128}$/);
    fc.assert(
      fc.property(pairs, parameter, part, (others, value, fragment) => {
        const query = others.map((pair) => pair.join("=")).join("&");
        const url = `https://practice.example/?${query}#${fragment}`;
        const { searchParams, hash } = new URL(withTrackingParameter(url, value));
        const before = new URL(url);
        expect(searchParams.getAll("scct")).toEqual([value]);
        searchParams.delete("scct");
        before.searchParams.delete("scct");
        expect([...searchParams]).toEqual([...before.searchParams]);
        expect(hash).toBe(before.hash);
      }),
    );
  });

  it("does not change when it is tracked again", () => {
    const tracked = withTrackingParameter("https://practice.example/?a=1#top", "spring-1");
    expect(withTrackingParameter(tracked, "spring-1")).toBe(tracked);
  });
});
