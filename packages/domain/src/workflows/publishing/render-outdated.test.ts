import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { currentFingerprint } from "../../foundation/feed/item-fingerprints.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { hour, second } from "../../foundation/kernel/instant.js";
import { anEntry, bundleOf } from "../../testing/builders.js";
import { readList, readTrail } from "../../testing/fresh-storage.js";
import { type TwoAccounts, twoAccounts } from "../../testing/two-accounts.js";
import type { RenderProgress } from "./render-outdated.js";

const location = { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1"] };

let clock: TwoAccounts["clock"];
let ports: TwoAccounts["ports"];
let domain: TwoAccounts["domain"];
let acme: AccountId;
let zenith: AccountId;
beforeEach(async () => {
  ({ clock, ports, domain, acme, zenith } = await twoAccounts());
  for (const account of [acme, zenith]) await domain.bundle.load(account, bundleOf([location]));
});

/** Empties the lists of an account and stores another fingerprint. */
const rendered = (account: AccountId, fingerprint: string) =>
  ports.storage.transact(account, async ({ feed }) => {
    await feed.mark(account);
    await feed.sweep(account, fingerprint);
  });
const fingerprints = async () =>
  Promise.all([acme, zenith].map(async (account) => (await ports.storage.feed.state(account)).fingerprint));
const locations = async (account: AccountId) => (await domain.catalog.locations(account, {})).length;
const actions = async (account: AccountId) =>
  (await readTrail(ports.storage, account)).map(({ actor, action }) => `${actor} ${action}`);

it("renderOutdated does nothing if all lists have the current fingerprint", async () => {
  const progress: RenderProgress[] = [];
  expect(await domain.feed.renderOutdated({ onProgress: (one) => progress.push(one) })).toBe(0);
  expect(progress).toEqual([]);
  expect(await fingerprints()).toEqual([currentFingerprint, currentFingerprint]);
});

it("renderOutdated renders only outdated lists, reports progress, and records the action of the service", async () => {
  await rendered(zenith, "older");
  const progress: RenderProgress[] = [];
  expect(await domain.feed.renderOutdated({ onProgress: (one) => progress.push(one) })).toBe(1);
  expect(progress).toEqual([
    { done: 0, accounts: 1 },
    { done: 1, accounts: 1 },
  ]);
  expect(await fingerprints()).toEqual([currentFingerprint, currentFingerprint]);
  expect(await locations(zenith)).toBe(1);
  expect(await actions(zenith)).toContain("service rebuild_feed");
  expect(await actions(acme)).not.toContain("service rebuild_feed");
});

it("renderOutdated renders an account with missing lists", async () => {
  await rendered(acme, "");
  expect(await domain.feed.renderOutdated()).toBe(1);
  expect(await locations(acme)).toBe(1);
});

it("renderOutdated leaves the work to another process that has the job, until its lease ends", async () => {
  await rendered(acme, "older");
  const lease = { holder: "other", now: clock(), until: clock(), due: clock() };
  await ports.storage.jobs.take("render", { ...lease, until: (clock() + hour) as typeof lease.until });
  expect(await domain.feed.renderOutdated()).toBe(0);
  clock.set(clock() + 2 * hour);
  expect(await domain.feed.renderOutdated()).toBe(1);
});

it("renderOutdated continues after the last finished account if it was stopped", async () => {
  await rendered(acme, "older");
  await rendered(zenith, "older");
  let done = 0;
  const stopped = { isStopping: () => done > 0, onProgress: (one: RenderProgress) => void ({ done } = one) };
  expect(await domain.feed.renderOutdated(stopped)).toBe(1);
  expect(await fingerprints()).toEqual([currentFingerprint, "older"]);
  clock.set(clock() + hour);
  expect(await domain.feed.renderOutdated()).toBe(1);
});

it("renderOutdated renders the other accounts if one of them fails, and throws its error", async () => {
  await rendered(acme, "older");
  await rendered(zenith, "older");
  const { storage } = ports;
  const failing = createDomain({
    ...ports,
    storage: {
      ...storage,
      transact: (account, work) =>
        account === acme ? Promise.reject(new Error("disk full")) : storage.transact(account, work),
    },
  });
  await expect(failing.feed.renderOutdated()).rejects.toThrow("disk full");
  expect(await fingerprints()).toEqual(["older", currentFingerprint]);
});

describe("rendering a large account", () => {
  const reviews = Array.from({ length: 2_500 }, (_, index) => ({
    ...{ kind: "review", id: index + 1, platform_id: 3 },
    create_time: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
  }));
  const submission = {
    ...{ submission_date: "2026-03-02T12:00:00Z", scct_parameter: "s", phone_number: "8015550142" },
    ...{ conversion_type: "Online", patient_name: "Cal Reed" },
  };

  /** Runs the job with a unit of work per page. Runs `before` before each unit of work, with its number. */
  async function renderByPage(before: (unit: number) => Promise<void>, isStopping = () => false): Promise<number> {
    let units = 0;
    const { storage } = ports;
    const paged = createDomain({
      ...ports,
      clock: () => (clock.set(clock() + second), clock()),
      storage: {
        ...storage,
        async transact(account, work) {
          await before((units += 1));
          return storage.transact(account, work);
        },
      },
    });
    await paged.feed.renderOutdated({ isStopping });
    return units;
  }

  const listed = async (list: "reviews" | "conversions") => (await readList(ports.storage, acme, list)).items;

  beforeEach(async () => {
    const catalog = [
      { kind: "platform", id: 3, name: "Google", is_survey: false },
      { kind: "campaign", id: 7, name: "Spring", channel: "Email", scct_parameter: "s" },
    ];
    await domain.bundle.load(acme, bundleOf([...catalog, ...reviews], 1_000));
    await ports.storage.transact(acme, async ({ feed }) => {
      await feed.publish(acme, "reviews", [anEntry({ id: 7, json: '{"older":true}' })]);
      await feed.sweep(acme, "older");
    });
  });

  it("stores and lists a submission between two units of work", async () => {
    const counts: number[] = [];
    const units = await renderByPage(async (unit) => {
      const by = { kind: "web-forms", id: unit as never, account: acme } as const;
      await domain.submissions.one({ ...submission, phone_number: String(8_015_550_100 + unit) }, { by });
      counts.push((await listed("conversions")).length);
      expect(await fingerprints()).toEqual(["older", currentFingerprint]);
    });
    expect(units).toBeGreaterThan(5);
    expect(counts).toEqual(counts.map((_, index) => index + 1));
    expect(await listed("conversions")).toHaveLength(units);
    expect(await fingerprints()).toEqual([currentFingerprint, currentFingerprint]);
  });

  it("gives only changed items a new time of change", async () => {
    clock.set(clock() + hour);
    const since = clock();
    await renderByPage(async () => {});
    const { items } = await readList(ports.storage, acme, "reviews", { modifiedSince: since });
    expect(items).toMatchObject([{ review_id: 7 }]);
    expect(await listed("reviews")).toHaveLength(2_500);
  });

  it("starts over after it was stopped, and stores the fingerprint after the last page", async () => {
    let begun = 0;
    await renderByPage(
      async (unit) => void (begun = unit),
      () => begun === 2,
    );
    expect(begun).toBe(2);
    expect(await fingerprints()).toEqual(["older", currentFingerprint]);
    expect(await actions(acme)).not.toContain("service rebuild_feed");
    clock.set(clock() + hour);
    await renderByPage(async () => {});
    expect(await fingerprints()).toEqual([currentFingerprint, currentFingerprint]);
    expect(JSON.stringify(await listed("reviews"))).not.toContain("older");
    expect((await actions(acme)).filter((action) => action === "service rebuild_feed")).toHaveLength(1);
  });
});
