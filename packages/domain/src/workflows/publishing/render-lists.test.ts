import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { FeedList } from "../../foundation/feed/feed.js";
import { currentFingerprint } from "../../foundation/feed/item-fingerprints.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { hour, minute, plus, second } from "../../foundation/kernel/times.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports, Storage } from "../../ports.js";
import { anEntry, anImportRow, bundleOf, patientFileOf, patientTexts } from "../../testing/builders.js";
import { readList, readTrail } from "../../testing/fresh-storage.js";
import { importPractice, patientPractice, type TwoAccounts, twoAccounts } from "../../testing/practices.js";
import type { RenderProgress } from "./render-lists.js";

it("rebuilding the feed restores entries that differ from their records", async () => {
  const ports = memoryPorts();
  const domain = createDomain(ports);
  const [mine, other] = [
    (await domain.accounts.create({ key: "acme", name: "Acme" })).id,
    (await domain.accounts.create({ key: "other", name: "Other" })).id,
  ];
  const reviews = Array.from({ length: 2_500 }, (_, index) => ({
    kind: "review",
    id: index + 1,
    platform_id: 3,
    create_time: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
  }));
  const bundle = [{ kind: "platform", id: 3, name: "Google", is_survey: false }, ...reviews];
  await domain.bundle.load(mine, bundleOf(bundle, 1_000));
  await domain.bundle.load(other, bundleOf(bundle, 1_000));
  const before = await readList(ports.storage, mine, "reviews");
  await ports.storage.transact(mine, async ({ feed }) => {
    await feed.publish(mine, "reviews", [anEntry({ id: 7, json: '{"stale":true}' }), anEntry({ id: 99_999 })]);
    await feed.publish(mine, "invites", [anEntry()]);
  });
  const report = await domain.feed.rebuild(mine);
  expect(Object.entries(report)).toEqual([
    ["invites", 0],
    ["reviews", 2_500],
    ["surveys", 0],
    ["survey_responses", 0],
    ["conversions", 0],
  ]);
  expect(await readList(ports.storage, mine, "reviews")).toEqual(before);
  expect((await readList(ports.storage, mine, "invites")).count).toBe(0);
  expect((await readList(ports.storage, other, "reviews")).count).toBe(2_500);
});

/** Empties all lists of an account, rebuilds them, and returns the lists before and after. */
async function rebuilt({ ports, account }: { ports: Ports; account: AccountId }, names: readonly FeedList[]) {
  const lists = () => Promise.all(names.map((name) => readList(ports.storage, account, name)));
  const items = async () => (await lists()).map((list) => list.items);
  const before = await items();
  await ports.storage.transact(account, async ({ feed }) => {
    await feed.mark(account);
    await feed.sweep(account, "");
  });
  expect((await lists()).map(({ count }) => count)).toEqual(names.map(() => 0));
  await createDomain(ports).feed.rebuild(account);
  return { before, after: await items() };
}

it("rebuilding the feed restores several pages of import runs and their error rows", async () => {
  const practice = await importPractice();
  const unknown = (month: number) =>
    Array.from({ length: 700 }, (_, index) =>
      anImportRow({ appointmentId: `${month}-${index}`, location: "L-404", appointmentDate: `${month}/28/2026` }),
    );
  for (const month of [3, 4, 5]) await practice.run(unknown(month));
  const { before, after } = await rebuilt(practice, [
    "integration-imports",
    "integration-imports/appointments",
    "integration-imports/invites",
  ]);
  expect(before[0]).toHaveLength(3);
  expect(before[1]?.length).toBeGreaterThanOrEqual(2_100);
  expect(after).toEqual(before);
});

it("rebuilding the feed restores several pages of patient files and their findings", async () => {
  const practice = await patientPractice();
  for (const day of [10, 11]) {
    const texts = { service_date: `2026-05-${day}`, date_of_birth: "2012-05-01", phone: "" };
    const rows = Array.from({ length: 1_100 }, (_, index) => ({
      texts: patientTexts("OASCAHPS", { ...texts, patient_id: `${day}-${index}`, visit_id: `${day}-${index}` }),
    }));
    await practice.parse(patientFileOf("OASCAHPS", rows));
  }
  const { before, after } = await rebuilt(practice, ["cahps-parsed-files", "cahps-parsed-files/warnings"]);
  expect(before.map(({ length }) => length)).toEqual([2, 2_200]);
  expect(after).toEqual(before);
});

describe("rendering outdated lists", () => {
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
});

describe("compressing lists", () => {
  let clock: TwoAccounts["clock"];
  let ports: TwoAccounts["ports"];
  let acme: AccountId;
  let zenith: AccountId;
  let visits: AccountId[];
  let leases: number;
  beforeEach(async () => {
    ({ clock, ports, acme, zenith } = await twoAccounts());
    [visits, leases] = [[], 0];
  });

  const publish = (account: AccountId) =>
    ports.storage.transact(account, ({ feed }) => feed.publish(account, "reviews", [anEntry({ id: clock() })]));
  const pass = (milliseconds: number) => clock.set(clock() + milliseconds);

  /** Creates a process whose sealer records the visited accounts and seals one segment per visit. */
  function aProcess(whileSealing: (account: AccountId) => Promise<void> = async () => {}) {
    const { storage } = ports;
    const sealer: Storage["sealer"] = {
      async seal(account) {
        visits.push(account);
        await whileSealing(account);
        return 1;
      },
    };
    const jobs: Storage["jobs"] = {
      ...storage.jobs,
      take: (...lease) => ((leases += 1), storage.jobs.take(...lease)),
      finish: (...lease) => ((leases += 1), storage.jobs.finish(...lease)),
    };
    return createDomain({ ...ports, storage: { ...storage, sealer, jobs } }).feed;
  }

  describe("sealing the lists of idle accounts", () => {
    it("visits each account once, and again only after a change that is a minute old", async () => {
      const feed = aProcess();
      pass(hour);
      expect(await feed.sealResting()).toBe(2);
      pass(hour);
      expect(await feed.sealResting()).toBe(0);
      await publish(zenith);
      pass(minute / 2);
      expect(await feed.sealResting()).toBe(0);
      pass(minute / 2);
      expect(await feed.sealResting()).toBe(1);
      expect(visits).toEqual([acme, zenith, zenith]);
    });

    it("writes no lease while no account has changed, and one lease for many accounts", async () => {
      const feed = aProcess();
      pass(hour);
      await feed.sealResting();
      expect(leases).toBe(2);
      pass(hour);
      await feed.sealResting();
      expect(leases).toBe(2);
    });

    it("notices changes by another process, and changes during sealing", async () => {
      const feed = aProcess(async (account) => {
        if (account === acme && visits.length === 1) await publish(acme);
      });
      pass(hour);
      await feed.sealResting();
      pass(hour);
      await feed.sealResting();
      expect(visits).toEqual([acme, zenith, acme]);
    });

    it("visits an account again if sealing failed or was stopped", async () => {
      let isStopping = false;
      const feed = aProcess(async (account) => {
        if (visits.length === 1) throw new Error("disk full");
        if (account === zenith && visits.length === 2) isStopping = true;
      });
      pass(hour);
      await expect(feed.sealResting(() => isStopping)).rejects.toThrow("disk full");
      isStopping = false;
      pass(hour);
      await feed.sealResting();
      expect(visits).toEqual([acme, zenith, acme, zenith]);
    });

    it("stops if another process has taken over the job", async () => {
      const feed = aProcess(async () => {
        pass(hour);
        const lease = { holder: "other", due: clock(), now: clock(), until: plus(clock(), minute) };
        await ports.storage.jobs.take("seal", lease);
      });
      pass(hour);
      expect(await feed.sealResting()).toBe(1);
      expect(visits).toEqual([acme]);
    });
  });
});
