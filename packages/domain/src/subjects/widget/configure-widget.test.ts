import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { bundleOf } from "../../testing/builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { parseOrigin } from "./widget.js";

describe("configuring a widget", () => {
  let ports: ReturnType<typeof memoryPorts>;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    ports = memoryPorts();
    domain = createDomain(ports);
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  });

  const google = { kind: "platform", id: 3, name: "Google", is_survey: false };
  const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));
  const problems = (...lines: object[]): Promise<readonly Problem[]> =>
    load(...lines).then(
      () => [],
      (thrown: { problems: readonly Problem[] }) => thrown.problems,
    );
  const none = { pinned_review_ids: [], hidden_review_ids: [] };
  const usual = { limit: 10, min_rating: 4, first_name_only: false, platform_ids: null, allowed_origins: [], ...none };

  describe("a widget line of a bundle", () => {
    it("configures the widget with defaults for absent keys", async () => {
      await expect(domain.widget.show(account)).rejects.toMatchObject({ code: "widget_not_configured" });
      await load({ kind: "widget" });
      expect(await domain.widget.show(account)).toMatchObject(usual);
    });

    it("replaces the whole configuration and keeps the widget's id", async () => {
      const line = { limit: 3, min_rating: 5, first_name_only: true, platform_ids: [3] };
      await load(google, { kind: "widget", ...line, allowed_origins: ["https://www.practice.example/"] });
      const first = await domain.widget.show(account);
      expect(first).toEqual({ id: first.id, ...line, allowed_origins: ["https://www.practice.example"], ...none });
      await load({ kind: "widget", limit: 4 });
      expect(await domain.widget.show(account)).toEqual({ ...usual, id: first.id, limit: 4 });
    });

    it("changes nothing when it is loaded again", async () => {
      expect((await load({ kind: "widget" })).kinds.widget).toEqual({ lines: 1, changed: 1 });
      expect((await load({ kind: "widget" })).kinds.widget).toEqual({ lines: 1, changed: 0 });
    });

    it.each([
      ["limit", 0, "limit"],
      ["limit", 101, "limit"],
      ["min_rating", 6, "min_rating"],
      ["min_rating", 4.5, "min_rating"],
      ["first_name_only", "yes", "first_name_only"],
      ["platform_ids", [9], "platform_ids"],
      ["allowed_origins", ["https://practice.example/path"], "allowed_origins[0]"],
      ["allowed_origins", Array.from({ length: 101 }, (_, index) => `https://p${index}.example`), "allowed_origins"],
      ["pinned_review_ids", [0], "pinned_review_ids[0]"],
      ["pinned_review_ids", Array.from({ length: 11 }, (_, index) => index + 1), "pinned_review_ids"],
      ["hidden_review_ids", Array.from({ length: 101 }, (_, index) => index + 1), "hidden_review_ids"],
      ["origins", [], "origins"],
    ])("is rejected with the %s %j", async (key, value, message) => {
      expect(await problems({ kind: "widget", [key]: value })).toMatchObject([{ line: 1, key: message }]);
    });

    it("is unique in a bundle", async () => {
      expect(await problems({ kind: "widget" }, { kind: "widget" })).toEqual([
        { line: 2, kind: "widget", key: "kind", message: "widget is a duplicate of line 1" },
      ]);
    });
  });

  describe("the public id of a widget", () => {
    it("has 128 random bits and differs between accounts", async () => {
      const other = (await domain.accounts.create({ key: "other", name: "Other" })).id;
      const ids = [await domain.widget.set(account, {}), await domain.widget.set(other, {})].map(({ id }) => id);
      expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{22}$/);
      expect(ids[0]).not.toBe(ids[1]);
    });
  });

  describe("setting a widget", () => {
    it("changes only the given keys and audits their names", async () => {
      const first = await domain.widget.set(account, { limit: 3 });
      expect(await domain.widget.set(account, { min_rating: 2 })).toEqual({ ...first, min_rating: 2 });
      const trail = await readTrail(ports.storage, account);
      expect(trail.map(({ action, subject }) => [action, subject])).toEqual([
        ["change_widget", "widget limit"],
        ["change_widget", "widget min_rating"],
      ]);
    });

    it("rejects invalid values and then changes nothing", async () => {
      await load(google);
      await expect(domain.widget.set(account, { limit: 0, min_rating: 9 })).rejects.toMatchObject({
        code: "invalid_widget",
        problems: [{ key: "limit" }, { key: "min_rating" }],
      });
      await expect(domain.widget.set(account, { platform_ids: [3, 4] })).rejects.toMatchObject({
        message: "platform_ids: unknown platform id(s) for this account: 4",
      });
      await expect(domain.widget.show(account)).rejects.toMatchObject({ kind: "not_found" });
    });
  });
});

describe("an origin", () => {
  it.each([
    ["https://www.practice.example", "https://www.practice.example"],
    ["https://www.practice.example/", "https://www.practice.example"],
    ["HTTPS://WWW.Practice.Example", "https://www.practice.example"],
    ["https://www.practice.example:443", "https://www.practice.example"],
    ["https://www.practice.example:8443", "https://www.practice.example:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["https://zähne.example", "https://xn--zhne-loa.example"],
  ])("is parsed from %s as %s", (text, origin) => expect(parseOrigin(text)).toBe(origin));

  it.each([
    "",
    "*",
    "null",
    "www.practice.example",
    "//www.practice.example",
    "https://*.practice.example",
    "https://www.practice.example/reviews",
    "https://www.practice.example/?a=1",
    "https://www.practice.example?",
    "https://www.practice.example#",
    "https://user@www.practice.example",
    "https://www.practice.example https://other.example",
    "ftp://www.practice.example",
    "file:///etc",
    `https://${"a".repeat(300)}.example`,
  ])("is not parsed from %j", (text) => expect(parseOrigin(text)).toBeUndefined());
});
