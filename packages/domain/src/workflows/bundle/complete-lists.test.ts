import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { at, bundleOf } from "../../testing/builders.js";
import { readChanges, readList } from "../../testing/fresh-storage.js";
import { loadBundle, type LoadOptions } from "./load-bundle.js";

let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  ports = memoryPorts({ clock: stillClock(at("2026-03-06T00:00:00Z")) });
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  await load([...places, ...reviews(1, 1, 5), ...reviews(2, 11, 15)]);
});

const location = (id: number) => ({ kind: "location", id, location_name: `L${id}`, external_location_ids: [] });
const places = [location(1), location(2), { kind: "platform", id: 3, name: "Google", is_survey: false }];
const review = (id: number, location_id: number, changes: object = {}) => ({
  ...{ kind: "review", id, platform_id: 3, location_id, rating: 5, create_time: "2026-03-01T17:05:00Z", ...changes },
});
const reviews = (location_id: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => review(from + index, location_id));
const complete = (of = "review", location_id?: number) => ({
  ...{ kind: "complete", of },
  ...(location_id !== undefined && { location_id }),
});

const load = (lines: readonly unknown[], options: LoadOptions = {}) =>
  domain.bundle.load(account, bundleOf(lines), options);
const stored = async () =>
  (await readList(ports.storage, account, "reviews")).items.map((one) => one["review_id"]).sort();
const faults = async (lines: readonly unknown[], options: LoadOptions = {}) => {
  const error = await load(lines, options).then(
    () => undefined,
    (thrown: { code: string; problems: readonly { line?: number; key?: string; message: string }[] }) => thrown,
  );
  expect(error?.code).toBe("bundle_invalid");
  return (error?.problems ?? []).map(({ line, key, message }) => [line, key, message].join(" "));
};

describe("a list that a bundle declares complete", () => {
  it("loses the records that the bundle does not name, and a repeated load changes nothing", async () => {
    const lines = [review(1, 1), review(12, 2, { rating: 4 }), complete()];
    const report = await load(lines);
    expect(report.kinds.review).toEqual({ lines: 2, missing: 8, changed: 1, deleted: 8 });
    expect(report.kinds.complete).toEqual({ lines: 1, changed: 0 });
    expect(await stored()).toEqual([1, 12]);
    expect((await load(lines)).kinds.review).toEqual({ lines: 2, missing: 0, changed: 0, deleted: 0 });
  });

  it("shows each deletion in the change feed, and stores a record again that a later bundle names", async () => {
    const { reached } = await readChanges(ports.storage, account);
    await load([complete("review", 2)]);
    const { changes } = await readChanges(ports.storage, account, { after: reached });
    expect(changes.map(({ list, op, id }) => `${op} ${list} ${id}`)).toEqual(
      [11, 12, 13, 14, 15].map((id) => `delete reviews ${id}`),
    );
    await load([review(11, 2)]);
    expect(await stored()).toEqual([1, 11, 2, 3, 4, 5]);
  });

  it("can be limited to locations, and keeps a record that moves to another location", async () => {
    const report = await load([review(1, 2), review(2, 1), complete("review", 1)]);
    expect(report.kinds.review).toEqual({ lines: 2, missing: 3, changed: 1, deleted: 3 });
    expect(await stored()).toEqual([1, 11, 12, 13, 14, 15, 2]);
    await load([complete("review", 2), complete("review", 1), complete("nps_survey")]);
    expect(await stored()).toEqual([]);
  });

  it("keeps the records that were stored after the check", async () => {
    const late = loadBundle({
      ...ports,
      storage: {
        ...ports.storage,
        async transact(id, work) {
          if (!isLate) {
            isLate = true;
            await load([review(99, 1)]);
          }
          return ports.storage.transact(id, work);
        },
      },
    });
    let isLate = false;
    await late(account, bundleOf([review(1, 1), complete()]));
    expect(await stored()).toEqual([1, 99]);
  });

  it("is stored in parts if the deletions are many", async () => {
    const small = loadBundle(ports, { whole: 3, part: 2 });
    const report = await small(account, bundleOf([review(1, 1), complete()]));
    expect(report.kinds.review).toEqual({ lines: 1, missing: 9, changed: 0, deleted: 9 });
    expect(await stored()).toEqual([1]);
  });

  it("counts in a dry run, and stores nothing", async () => {
    const report = await load([review(1, 1), complete()], { dryRun: true });
    expect(report.kinds.review).toEqual({ lines: 1, missing: 9 });
    expect(await stored()).toHaveLength(10);
  });

  it("may refer to records that the same bundle deletes, but not keep references to them", async () => {
    await load([
      ...[{ kind: "spend", id: 1, campaign_id: 7, amount: "1", start_date: "2026-03-01", end_date: "2026-03-01" }],
      { kind: "campaign", id: 7, name: "Spring", channel: "Email" },
    ]);
    const platform = { kind: "platform", id: 3, deleted: true };
    expect(await faults([platform, complete("review", 1)])).toEqual([
      "1 id cannot be deleted because review 11 refers to it",
    ]);
    await load([platform, { kind: "campaign", id: 7, deleted: true }, complete(), complete("spend")]);
    expect(await stored()).toEqual([]);
  });
});

describe("a faulty complete line", () => {
  it.each([
    ["review 5", [complete(), review(5, 1)], "2  must come before the complete line 1"],
    ["a deletion", [complete(), { kind: "review", id: 5, deleted: true }], "2  must come before the complete line 1"],
    ["a second declaration", [complete(), complete()], "2 of is a duplicate of an earlier line"],
    [
      "an unknown location",
      [complete("review", 9)],
      "1 location_id location 9 exists neither in the account nor in this file",
    ],
    [
      "a kind without location",
      [complete("spend", 1)],
      "1 location_id is not allowed, because a record of the kind spend has no location",
    ],
    [
      "a kind of the catalog",
      [complete("location")],
      "1 of expected one of spend, appointment, review, nps_survey, survey_response, found a string of 8 characters",
    ],
    [
      "a deletion of a declaration",
      [{ ...complete(), deleted: true }],
      "1 deleted is not allowed on a line of this kind",
    ],
  ])("with %s stores nothing", async (_, lines, message) => {
    expect(await faults(lines)).toEqual([message]);
    expect(await stored()).toHaveLength(10);
  });
});

describe("a complete list that would lose more than half of its records", () => {
  const message = (of: string, count: string, total: number) =>
    `would delete ${count} records of the kind ${of}, more than half; if this is intended, allow exactly ${total} deletions (--allow-deletions ${total}, or allow_deletions=${total} over HTTP)`;
  beforeEach(() =>
    load([...reviews(1, 6, 10), ...reviews(2, 16, 20), { ...review(1, 1), kind: "nps_survey", nps_rating: 9 }]),
  );

  it("needs the exact number that a dry run names", async () => {
    const lines = [...reviews(1, 1, 9), complete(), complete("nps_survey")];
    const { warnings } = await load(lines, { dryRun: true });
    expect(warnings).toEqual([{ line: 10, kind: "complete", key: "of", message: message("review", "11 of 20", 12) }]);
    for (const allowDeletions of [undefined, 11, 13, 100]) {
      expect(await faults(lines, allowDeletions === undefined ? {} : { allowDeletions })).toEqual([
        `10 of ${message("review", "11 of 20", 12)}`,
      ]);
    }
    expect((await load(lines, { dryRun: true, allowDeletions: 12 })).warnings).toBeUndefined();
    await load(lines, { allowDeletions: 12 });
    expect(await stored()).toHaveLength(9);
    expect((await load(lines, { allowDeletions: 12 })).kinds.review).toMatchObject({ missing: 0, deleted: 0 });
  });

  it("counts all locations of the bundle together", async () => {
    expect(await faults([...reviews(1, 1, 5), complete("review", 1), complete("review", 2)])).toEqual([
      `6 of ${message("review", "15 of 20", 15)}`,
    ]);
  });

  it("is not needed for half of the records, or for fewer than 20", async () => {
    await load([...reviews(1, 1, 10), complete()], { allowDeletions: 3 });
    await load([complete()]);
    expect(await stored()).toEqual([]);
  });
});
