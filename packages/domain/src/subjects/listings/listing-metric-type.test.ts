import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { bundleOf } from "../../testing/builders.js";

let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  domain = createDomain(memoryPorts());
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

const location = { kind: "location", id: 1, location_name: "Main", external_location_ids: [] };
const item = { location_id: 1, month: 202603, metric_type: "views_maps", count: 120 };
const metric = { kind: "listing_metric", ...item };
const load = (...lines: unknown[]) => domain.bundle.load(account, bundleOf(lines));
const list = () => domain.listings.listMetrics(account);

describe("loaded listing metrics", () => {
  it("are listed by location, month and type", async () => {
    const more = [
      { ...metric, metric_type: "actions_website" },
      { ...metric, month: 202512 },
    ];
    await load(metric, ...more, location);
    expect(await list()).toEqual([{ ...item, month: 202512 }, { ...item, metric_type: "actions_website" }, item]);
  });

  it("are replaced when redelivered, and equal ones change nothing", async () => {
    await load(location, metric);
    expect((await load({ ...metric, count: 0 })).kinds.listing_metric).toEqual({ lines: 1, changed: 1 });
    expect(await list()).toEqual([{ ...item, count: 0 }]);
    expect((await load({ ...metric, count: 0 })).kinds.listing_metric).toEqual({ lines: 1, changed: 0 });
  });

  const problems = async (...lines: unknown[]): Promise<readonly Problem[]> =>
    load(location, ...lines).then(
      () => [],
      (thrown: { problems: readonly Problem[] }) => thrown.problems,
    );

  it.each([
    ["month", 202600, "a month as a number YYYYMM, such as 202603, found a month outside 01 to 12"],
    ["month", 202613, "a month as a number YYYYMM, such as 202603, found a month outside 01 to 12"],
    ["month", "202603", "a month as a number YYYYMM, such as 202603, found a string of 6 characters"],
    ["month", 2026.03, "a month as a number YYYYMM, such as 202603, found a smaller number"],
    ["month", 20260301, "a month as a number YYYYMM, such as 202603, found a greater number"],
    [
      "metric_type",
      "views",
      "one of views_maps, views_search, actions_website, actions_phone, actions_driving_directions, found a string of 5 characters",
    ],
    ["count", -1, "a whole number from 0 to 9007199254740991, found a smaller number"],
    ["count", 1.5, "a whole number from 0 to 9007199254740991, found a fraction"],
  ])("are rejected with the %s %j", async (key, value, expected) => {
    expect(await problems({ ...metric, [key]: value })).toMatchObject([
      { line: 2, key, message: `expected ${expected}` },
    ]);
  });

  it.each([[202601], [202612], [190001], [999912]])("accept the month %d", async (month) => {
    await load(location, { ...metric, month });
    expect(await list()).toMatchObject([{ month }]);
  });

  it("are unique in a bundle by location, month and type", async () => {
    expect(await problems(metric, { ...metric, month: 202604 }, { ...metric, count: 5 })).toEqual([
      {
        line: 4,
        kind: "listing_metric",
        key: "location_id",
        message: "listing_metric 1/202603/views_maps is a duplicate of line 2",
      },
    ]);
  });
});
