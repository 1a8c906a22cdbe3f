import { beforeEach, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { currentFingerprint } from "../../foundation/feed/item-fingerprints.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { hour } from "../../foundation/kernel/instant.js";
import { bundleOf } from "../../testing/builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import type { TwoAccounts } from "../../testing/two-accounts.js";
import { twoAccounts } from "../../testing/two-accounts.js";
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

it("does nothing if all lists have the current fingerprint", async () => {
  const progress: RenderProgress[] = [];
  expect(await domain.feed.renderOutdated({ onProgress: (one) => progress.push(one) })).toBe(0);
  expect(progress).toEqual([]);
  expect(await fingerprints()).toEqual([currentFingerprint, currentFingerprint]);
});

it("renders only outdated lists, reports progress, and records the action of the service", async () => {
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

it("renders lists of which some are missing", async () => {
  await rendered(acme, "");
  expect(await domain.feed.renderOutdated()).toBe(1);
  expect(await locations(acme)).toBe(1);
});

it("leaves the work to another process that has the job, until its lease ends", async () => {
  await rendered(acme, "older");
  const lease = { holder: "other", now: clock(), until: clock(), due: clock() };
  await ports.storage.jobs.take("render", { ...lease, until: (clock() + hour) as typeof lease.until });
  expect(await domain.feed.renderOutdated()).toBe(0);
  clock.set(clock() + 2 * hour);
  expect(await domain.feed.renderOutdated()).toBe(1);
});

it("continues after the last finished account if it was stopped", async () => {
  await rendered(acme, "older");
  await rendered(zenith, "older");
  let done = 0;
  const stopped = { isStopping: () => done > 0, onProgress: (one: RenderProgress) => void ({ done } = one) };
  expect(await domain.feed.renderOutdated(stopped)).toBe(1);
  expect(await fingerprints()).toEqual([currentFingerprint, "older"]);
  clock.set(clock() + hour);
  expect(await domain.feed.renderOutdated()).toBe(1);
});

it("renders the other accounts if one of them fails, and throws its error", async () => {
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
