import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { bundleOf } from "../../testing/builders.js";
import type { DomainError } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { FilterQuery } from "./filters.js";
import type { ListQuery } from "./list-query.js";

let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  domain = createDomain(memoryPorts());
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  const zenith = (await domain.accounts.create({ key: "zenith", name: "Zenith" })).id;
  await domain.bundle.load(account, bundleOf([...catalog, ...reviews]));
  await domain.bundle.load(zenith, bundleOf([location(9), provider(90), group(900, { location_ids: [9] })]));
});

const location = (id: number) => ({ kind: "location", id, location_name: `L${id}`, external_location_ids: [] });
const provider = (id: number) => ({ kind: "provider", id, name: `P${id}`, external_provider_ids: [] });
const group = (id: number, members: object) => ({
  kind: "group",
  id,
  name: `G${id}`,
  provider_ids: [],
  location_ids: [],
  ...members,
});
const catalog = [
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  ...[1, 2, 3].map(location),
  ...[10, 20].map(provider),
  group(100, { location_ids: [1] }),
  group(200, { provider_ids: [20], location_ids: [2] }),
  group(300, {}),
];

const review = (id: number, more: object) => ({
  kind: "review",
  id,
  platform_id: 3,
  create_time: "2026-03-01T00:00:00Z",
  ...more,
});
const reviews = [
  review(1, { location_id: 1, provider_id: 10, extras: { plan: "gold", visits: "2" } }),
  review(2, { location_id: 1, provider_id: 20, extras: { plan: "Gold", recall: "true" } }),
  review(3, { location_id: 2, extras: { plan: "silver", visits: "12" } }),
  review(4, { provider_id: 20, extras: { ["__proto__"]: "polluted" } }),
  review(5, {}),
];

async function ids(query: ListQuery) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const texts: string[] = [];
  for await (const { json, count } of (await domain.reviews.list(account, query)).read()) {
    if (count > 0) texts.push(decoder.decode(json));
  }
  return (JSON.parse(`[${texts.join(",")}]`) as { review_id: number }[]).map(({ review_id }) => review_id);
}
const custom = (filters: unknown) => ({ custom_filters: JSON.stringify(filters) });

describe("filtering by id", () => {
  it.each<[FilterQuery, number[]]>([
    [{ location_id: "1" }, [2, 1]],
    [{ location_id: "1,2" }, [3, 2, 1]],
    [{ location_id: " 2 , 2" }, [3]],
    [{ location_id: "3" }, []],
    [{ provider_id: "20" }, [4, 2]],
    [{ location_id: "1", provider_id: "20" }, [2]],
    [{ group_id: "100" }, [2, 1]],
    [{ group_id: "200" }, [4, 3, 2]],
    [{ group_id: "100,200" }, [4, 3, 2, 1]],
    [{ group_id: "200", location_id: "1" }, [2]],
    [{ group_id: "300" }, []],
  ])("matches any member of each parameter: %j", async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it.each<[FilterQuery, string]>([
    [{ location_id: "9,7,1,7" }, "unknown location_id(s) for this account: 7, 9"],
    [{ location_id: "-1" }, "unknown location_id(s) for this account: -1"],
    [{ provider_id: "90" }, "unknown provider_id(s) for this account: 90"],
    [{ group_id: "900,100" }, "unknown group_id(s) for this account: 900"],
    [{ location_id: "1", provider_id: "1" }, "unknown provider_id(s) for this account: 1"],
    [{ location_id: "9007199254740991" }, "unknown location_id(s) for this account: 9007199254740991"],
  ])("rejects ids that the account does not have: %j", async (query, message) => {
    await expect(ids(query)).rejects.toMatchObject({ kind: "invalid", code: "unknown_ids", message });
  });

  it.each(["", "x", "1,", "1,,2", "1.0", "1e3", "9007199254740992"])(
    "rejects %j, which is not a list of integers",
    async (text) => {
      for (const parameter of ["location_id", "provider_id", "group_id"]) {
        await expect(ids({ [parameter]: text })).rejects.toMatchObject({
          code: "not_an_integer",
          problems: [{ parameter }],
        });
      }
    },
  );

  it("reports all problems with a query at once", async () => {
    const query = { ...custom({ plan: 1 }), location_id: "x", provider_id: "90", group_id: "1.5" };
    const times = { date: "tomorrow", end: "2026-02-30", modified_since: "x", rating: "6", limit: "0", cursor: "x" };
    const refusal = ids({ ...query, ...times });
    await expect(refusal).rejects.toMatchObject({
      kind: "invalid",
      code: "invalid_limit",
      message: "limit must be an integer from 1 to 10000 (and 9 more)",
    });
    const { problems } = (await refusal.catch((error: unknown) => error)) as DomainError;
    expect(problems.map(({ parameter }) => parameter).sort()).toEqual(
      [...Object.keys(query), ...Object.keys(times)].sort(),
    );
  });

  it("accepts up to 1,000 members", async () => {
    expect(await ids({ location_id: Array(1_000).fill("2").join(",") })).toEqual([3]);
    await expect(ids({ location_id: Array(1_001).fill("2").join(",") })).rejects.toMatchObject({
      code: "too_many_members",
    });
  });
});

describe("custom filters", () => {
  it.each<[object, number[]]>([
    [{ "custom_fields.plan": ["eq", "gold"] }, [1]],
    [{ "custom_fields.plan": ["in_", ["gold", "Gold", "gold"]] }, [2, 1]],
    [{ "custom_fields.visits": ["eq", 2] }, [1]],
    [{ "custom_fields.visits": ["in_", [2, 12.0]] }, [3, 1]],
    [{ "custom_fields.recall": ["eq", true] }, [2]],
    [{ "custom_fields.recall": ["eq", "TRUE"] }, []],
    [{ "custom_fields.plan": ["eq", "gold"], "custom_fields.visits": ["eq", "2"] }, [1]],
    [{ "custom_fields.plan": ["eq", "gold"], "custom_fields.visits": ["eq", "12"] }, []],
    [{ "custom_fields.unheard_of": ["eq", ""] }, []],
    [{ "custom_fields.plan": ["in_", []] }, []],
    [{ "custom_fields.plan": ["eq", "gold\0"] }, []],
    [{ "custom_fields.plan": ["eq", ""] }, []],
    [{}, [5, 4, 3, 2, 1]],
  ])("compare strings, including case: %j", async (filters, expected) => {
    expect(await ids(custom(filters))).toEqual(expected);
  });

  it("accept __proto__ and constructor as field names", async () => {
    expect(await ids({ custom_filters: '{"custom_fields.__proto__":["eq","polluted"]}' })).toEqual([4]);
    expect(await ids(custom({ "custom_fields.constructor": ["eq", "x"] }))).toEqual([]);
  });

  it("combine with other parameters", async () => {
    const gold = custom({ "custom_fields.plan": ["in_", ["gold", "silver"]] });
    expect(await ids({ ...gold, location_id: "2" })).toEqual([3]);
    expect(await ids({ ...gold, group_id: "100", provider_id: "10" })).toEqual([1]);
  });

  it.each([
    "plan",
    "custom_fields.",
    "custom_fields.a-b",
    "custom_fields.a.b",
    "custom_fields.é",
    "Custom_fields.a",
    " custom_fields.a",
    "custom_fields.a\n",
    "constructor",
  ])("reject the key %j", async (key) => {
    await expect(ids(custom({ [key]: ["eq", "x"] }))).rejects.toMatchObject({
      kind: "invalid",
      code: "invalid_custom_filters",
      message: "invalid custom_filters key",
      problems: [{ parameter: "custom_filters" }],
    });
  });

  it.each([
    ["{", "must be valid JSON"],
    ["{'custom_fields.a':['eq','x']}", "must be valid JSON"],
    ["[".repeat(4_000), "must be valid JSON"],
    ["[]", "must be a JSON object"],
    ["null", "must be a JSON object"],
    ['"x"', "must be a JSON object"],
    ["7", "must be a JSON object"],
    ['{"custom_fields.a":"x"}', 'must have ["eq", value]'],
    ['{"custom_fields.a":{"0":"eq","1":"x"}}', 'must have ["eq", value]'],
    ['{"custom_fields.a":["ne","x"]}', 'must have ["eq", value]'],
    ['{"custom_fields.a":["in","x"]}', 'must have ["eq", value]'],
    ['{"custom_fields.a":["in_","x"]}', 'must have ["eq", value]'],
    ['{"custom_fields.a":["eq"]}', "must have only strings"],
    ['{"custom_fields.a":["eq","x","y"]}', 'must have ["eq", value]'],
    ['{"custom_fields.a":["in_",["x"],"y"]}', 'must have ["eq", value]'],
    ['{"custom_fields.a":["eq",null]}', "must have only strings, numbers and booleans"],
    ['{"custom_fields.a":["eq",["x"]]}', "must have only strings, numbers and booleans"],
    ['{"custom_fields.a":["in_",[{}]]}', "must have only strings, numbers and booleans"],
    [`{"custom_fields.a":["in_",[${Array(1_001).fill(1).join(",")}]]}`, "must have at most 1000 values"],
    [`{"custom_fields.a":["eq","${"é".repeat(4_096)}"]}`, "must have at most 8192 bytes"],
  ])("reject %j", async (text, why) => {
    const refusal = ids({ custom_filters: text });
    await expect(refusal).rejects.toMatchObject({ kind: "invalid", code: "invalid_custom_filters" });
    await expect(refusal).rejects.toThrow(`custom_filters ${why}`);
  });

  it("may have up to 8 KB", async () => {
    const text = '{"custom_fields.plan":["eq","gold"]}';
    expect(await ids({ custom_filters: text.padEnd(8_192) })).toEqual([1]);
  });
});
