import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AuditRecord } from "../../foundation/accounts/audit-trail.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, plus } from "../../foundation/kernel/times.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports, Stores } from "../../ports.js";
import { anImportRow, bundleOf, importFileOf } from "../../testing/builders.js";
import { readList, readTrail } from "../../testing/fresh-storage.js";
import { largeBundle } from "../../testing/large-bundle.js";
import { cleanUp } from "../nightly/clean-up.js";
import type { Stalls } from "./staged-load.js";
import { loadBundle } from "./load-bundle.js";

const sizes = { whole: 10, part: 4 };
const lines = largeBundle(9);
const clock = stillClock();
const start = clock();

type Practice = { readonly ports: Ports; readonly domain: Domain; readonly account: AccountId };

async function practice(): Promise<Practice> {
  const ports = memoryPorts({ clock });
  const domain = createDomain(ports);
  return { ports, domain, account: (await domain.accounts.create({ key: "acme", name: "Acme" })).id };
}

/** Wraps ports to call `before` before each unit of work. Units are numbered from 0. */
function watched(ports: Ports, before: (unit: number) => Promise<void>): Ports {
  let begun = 0;
  return {
    ...ports,
    storage: {
      ...ports.storage,
      async transact<T>(account: AccountId, work: (stores: Stores, now: never) => Promise<T>): Promise<T> {
        await before(begun++);
        return ports.storage.transact(account, work as never);
      },
    },
  };
}

/** Ports whose process ends when it begins a unit of work after a number of units. */
const dying = (ports: Ports, units: number): Ports =>
  watched(ports, async (unit) => {
    if (unit >= units) throw new Error("killed");
  });

const lists = [
  ...(["reviews", "surveys", "invites", "calls", "conversions", "appointments", "spends", "responses/4"] as const),
  ...(["locations", "providers", "platforms", "insights/byMonth", "campaign-catalog"] as const),
];

const isLoad = ({ action, outcome }: AuditRecord) => action === "load_bundle" && outcome === "ok";

/** Returns the items of the lists, the users, and the loads in the audit trail. */
async function stateOf({ ports, account }: Practice) {
  const shown = await Promise.all(lists.map(async (list) => (await readList(ports.storage, account, list)).items));
  const users = await ports.storage.read(account, (stores) => stores.users.all(account));
  const trail = await readTrail(ports.storage, account);
  return { shown, users, loads: trail.filter(isLoad).map(({ rows }) => rows) };
}

/** Loads lines with sizes that make most bundles large. */
const loadWith = (ports: Ports, account: AccountId, some: readonly unknown[] = lines) =>
  loadBundle(ports, sizes)(account, bundleOf(some, 7));

const load = ({ ports, account }: Practice, some?: readonly unknown[]) => loadWith(ports, account, some);

/** Number of parts that are staged and belong to no decided load. */
const undecided = ({ ports, account }: Practice) =>
  ports.storage.read(account, ({ loads }) => loads.abandoned(account, Number.MAX_SAFE_INTEGER as never));

const lastLoad = ({ ports, account }: Practice) => ports.storage.read(account, ({ loads }) => loads.last(account));

/** Number of units of work that loading the lines takes. */
async function unitsOfLoad(): Promise<number> {
  const { ports, account } = await practice();
  let units = 0;
  await loadWith(
    watched(ports, async (unit) => void (units = unit + 1)),
    account,
  );
  return units;
}

/** Returns the number of units of work before a load is decided. */
async function unitsBeforeDecision(): Promise<number> {
  const one = await practice();
  let undecidedUnits = 0;
  const counting = watched(one.ports, async () => void ((await lastLoad(one)) ?? (undecidedUnits += 1)));
  await loadWith(counting, one.account);
  return undecidedUnits - 1;
}

/** Stored data after a load in one unit of work. */
const whole = (async () => {
  const one = await practice();
  const report = await one.domain.bundle.load(one.account, bundleOf(lines));
  return { report, state: await stateOf(one) };
})();

let open: Practice;
beforeEach(async () => {
  clock.set(start);
  open = await practice();
});

describe("a large bundle", () => {
  it("stores and reports the same as one unit of work, in either order of lines", async () => {
    const { report, state } = await whole;
    expect(state.shown.map(({ length }) => length)).toEqual([9, 9, 9, 9, 16, 9, 27, 9, 1, 1, 2, 12, 1]);
    expect(await load(open)).toEqual(report);
    expect(await stateOf(open)).toEqual(state);
    const other = await practice();
    expect(await load(other, [...lines].reverse())).toEqual(report);
    expect(await stateOf(other)).toEqual(state);
    expect(await lastLoad(open)).toMatchObject({ isComplete: true });
  });

  it("uses many units of work with a few lines each", async () => {
    expect(await unitsOfLoad()).toBeGreaterThan(30);
  });

  it("changes nothing the second time, including the time of change", async () => {
    await load(open);
    const before = await stateOf(open);
    clock.set(start + 60_000);
    const again = await load(open);
    expect(new Set(Object.values(again.kinds).map(({ changed }) => changed))).toEqual(new Set([0]));
    expect(await stateOf(open)).toEqual({ ...before, loads: [...before.loads, 0] });
  });

  it("stores nothing if a line is invalid, and leaves no staged lines", async () => {
    const faulty = [...lines, { kind: "review", id: 900 }];
    await expect(load(open, faulty)).rejects.toMatchObject({ code: "bundle_invalid" });
    expect((await stateOf(open)).shown.flat()).toEqual([]);
    expect([await lastLoad(open), await undecided(open)]).toEqual([undefined, []]);
  });

  it("stores and stages nothing in a dry run", async () => {
    let units = 0;
    const counting = watched(open.ports, async () => void (units += 1));
    const report = await loadBundle(counting, sizes)(open.account, bundleOf(lines), { dryRun: true });
    expect([report.stored, report.lines, units]).toEqual([false, lines.length, 0]);
  });

  it("reports progress up to its last line", async () => {
    const seen: (readonly [string, number])[] = [];
    const onProgress = ({ phase, lines: done }: { phase: string; lines: number }) => void seen.push([phase, done]);
    await loadBundle(open.ports, sizes)(open.account, bundleOf(lines), { onProgress });
    expect(seen.at(-1)).toEqual(["storing", lines.length]);
    const stored = seen.filter(([phase]) => phase === "storing").map(([, done]) => done);
    expect(stored).toEqual([...stored].sort((a, b) => a - b));
  });

  it("stores nothing if another user gets an address after the check", async () => {
    const user = { id: 77, name: "Eve", email: "ADA@example.com", role: "Administrator", active: true };
    const decision = await unitsBeforeDecision();
    const racing = watched(open.ports, async (unit) => {
      if (unit !== decision) return;
      await open.ports.storage.transact(open.account, ({ users }) =>
        users.save(open.account, [{ ...user, oid: null, phone: null, bio: null } as never]),
      );
    });
    await expect(loadWith(racing, open.account)).rejects.toMatchObject({ code: "bundle_invalid" });
    expect((await stateOf(open)).shown.flat()).toEqual([]);
    expect([await lastLoad(open), await undecided(open)]).toEqual([undefined, []]);
  });

  it("is checked again if the catalog changed after the check", async () => {
    const { ports, account, domain } = open;
    const location = { kind: "location", id: 5, location_name: "West", external_location_ids: [] };
    await load(open, [location]);
    const mentioning = { kind: "review", id: 901, platform_id: 3, location_id: 5, create_time: "2026-03-01T00:00:00Z" };
    const racing = watched(ports, async (unit) => {
      if (unit === 0) await domain.bundle.load(account, bundleOf([{ ...location, deleted: true }]));
    });
    const loading = loadWith(racing, account, [...lines, mentioning]);
    await expect(loading).rejects.toMatchObject({ code: "bundle_invalid" });
  });

  it("is stored in one unit of work if it deletes from the catalog, so that no record refers to a deleted one", async () => {
    const location = { kind: "location", id: 5, location_name: "West", external_location_ids: [] };
    const review = { kind: "review", id: 901, platform_id: 3, create_time: "2026-03-01T00:00:00Z" };
    await load(open, [...lines, location, { ...review, location_id: 5 }]);
    const { changed } = (await load(open, [...lines, { ...location, deleted: true }, review])).kinds.review ?? {};
    expect(changed).toBe(1);
    expect(await undecided(open)).toEqual([]);
    const { items } = await readList(open.ports.storage, open.account, "locations");
    expect(items).toHaveLength(1);
  });
});

describe("a large load whose process ends", () => {
  const kills = Array.from({ length: 12 }, (_, index) => index / 12);

  /** Ids of submissions depend on which submissions are stored before the restart. */
  const withoutNames = (state: object): unknown =>
    JSON.parse(JSON.stringify(state), (key, value: unknown) => (key === "conversion_id" ? undefined : value));

  /** Ends a load after a share of its units of work. Returns whether it was decided. */
  async function killed(share: number): Promise<boolean> {
    const units = Math.floor(share * (await unitsOfLoad()));
    await expect(loadWith(dying(open.ports, units), open.account)).rejects.toThrow(/killed|interrupted/);
    return (await lastLoad(open)) !== undefined;
  }

  it.each(kills)(
    "is stored exactly once after a restart, if it ends after a share of %d of its units",
    async (share) => {
      const { state } = await whole;
      const isDecided = await killed(share);
      expect(await createDomain(open.ports).bundle.finish()).toBe(isDecided ? 1 : 0);
      if (isDecided) expect(withoutNames(await stateOf(open))).toEqual(withoutNames(state));
      else expect((await stateOf(open)).shown.flat()).toEqual([]);
      await load(open);
      const loads = isDecided ? [...state.loads, 0] : state.loads;
      expect(withoutNames(await stateOf(open))).toEqual(withoutNames({ ...state, loads }));
    },
  );

  it("is completed as soon as it makes no progress between two checks, and tried again later if that fails", async () => {
    const stalls: Stalls = new Map();
    const check = () => open.domain.bundle.finish(undefined, stalls);
    expect([await check(), stalls.size]).toEqual([0, 0]);
    expect(await killed(0.6)).toBe(true);
    expect(await check()).toBe(0);
    await createDomain(open.ports).bundle.finish(onceThenStop());
    expect(await check()).toBe(0);
    const failing = createDomain(dying(open.ports, 0)).bundle;
    await expect(failing.finish(undefined, stalls)).rejects.toThrow("an earlier load");
    for (let count = 1; count < 60; count++) expect(await failing.finish(undefined, stalls)).toBe(0);
    expect(await check()).toBe(1);
    expect(await lastLoad(open)).toMatchObject({ isComplete: true });
    expect([await check(), stalls.size]).toEqual([0, 0]);
  });

  /** Lets one part of a load be stored. */
  function onceThenStop() {
    let requested = 0;
    return () => (requested += 1) > 2;
  }

  it("is completed by the nightly job, which also removes undecided staged lines", async () => {
    expect(await killed(0.2)).toBe(false);
    expect(await undecided(open)).toHaveLength(1);
    await cleanUp(open.ports)(clock());
    expect(await undecided(open)).toHaveLength(1);
    clock.set(plus(start, 2 * day));
    expect(await killed(0.7)).toBe(true);
    await cleanUp(open.ports)(clock());
    expect(await undecided(open)).toEqual([]);
    expect(await lastLoad(open)).toMatchObject({ isComplete: true });
  });

  it("reports that it will be completed later", async () => {
    const units = Math.floor(0.7 * (await unitsOfLoad()));
    await expect(loadWith(dying(open.ports, units), open.account)).rejects.toMatchObject({
      ...{ kind: "unavailable", code: "load_unfinished" },
    });
  });

  it("is completed before an import, a later bundle and an erasure", async () => {
    const { state } = await whole;
    const later = {
      import: () => open.domain.imports.run(open.account, importFileOf([anImportRow({ appointmentId: "A-1" })])),
      load: () => load(open, [{ kind: "review", id: 3, platform_id: 3, create_time: "2026-04-01T00:00:00Z" }]),
      erase: () => open.domain.erasure.erase(open.account, { patientId: "MRN-9" }),
    };
    for (const begin of Object.values(later)) {
      open = await practice();
      expect(await killed(0.6)).toBe(true);
      await begin();
      expect((await stateOf(open)).loads.slice(0, 1)).toEqual(state.loads);
      expect(await lastLoad(open)).toMatchObject({ isComplete: true });
    }
    expect(await readList(open.ports.storage, open.account, "appointments")).toMatchObject({ count: 8 });
  });

  it("is reported if a part cannot be stored, until an operator discards it", async () => {
    expect(await killed(0.6)).toBe(true);
    const { ports, domain, account } = open;
    const { staging = "" } = (await lastLoad(open)) ?? {};
    await ports.storage.transact(account, ({ loads }, now) =>
      loads.stage(account, staging, [{ step: 2, position: 0, body: "[]" }], now),
    );
    const shown = (await stateOf(open)).shown.flat().length;
    const unfinished = { kind: "unavailable", code: "load_unfinished" };
    await expect(domain.bundle.finish()).rejects.toMatchObject(unfinished);
    await expect(load(open)).rejects.toMatchObject(unfinished);
    await expect(domain.erasure.erase(account, { patientId: "MRN-9" })).rejects.toMatchObject(unfinished);
    await expect(domain.imports.run(account, importFileOf([anImportRow()]))).rejects.toMatchObject(unfinished);
    expect((await stateOf(open)).shown.flat()).toHaveLength(shown);

    expect(await domain.bundle.discard(account)).toBe(true);
    expect(await domain.bundle.discard(account)).toBe(false);
    const left = await ports.storage.transact(account, ({ loads }) => loads.count(account, staging));
    expect([left, await domain.bundle.finish()]).toEqual([0, 0]);
    await load(open);
    expect(await stateOf(open)).toMatchObject({ shown: (await whole).state.shown });
  });

  it("fails if an operator discards it during the load", async () => {
    const { ports, domain, account } = open;
    let isDiscarded = false;
    const racing = watched(ports, async () => {
      if (!isDiscarded && (await lastLoad(open))) isDiscarded = await domain.bundle.discard(account);
    });
    await expect(loadWith(racing, account)).rejects.toMatchObject({ code: "load_discarded" });
    expect(await readTrail(ports.storage, account)).toContainEqual(
      expect.objectContaining({ action: "load_bundle", outcome: "load_discarded" }),
    );
  });

  it("is completed if version 0.1.0 staged its lines", async () => {
    const { ports, account } = open;
    await load(open, lines.slice(-7));
    const review = { kind: "review", id: 3, platform_id: 3, create_time: "2026-04-01T00:00:00Z" };
    await ports.storage.transact(account, async ({ loads }, now) => {
      const body = JSON.stringify([{ line: 1, value: review }]);
      await loads.stage(account, "old", [{ step: 50, position: 0, body }], now);
      await loads.save(account, { staging: "old", isComplete: false, isDiscarded: false, changed: {}, removed: {} });
    });
    expect(await open.domain.bundle.finish()).toBe(1);
    expect(await readList(ports.storage, account, "reviews")).toMatchObject({ count: 1 });
  });

  it("keeps its staged lines only until they are stored", async () => {
    expect(await killed(0.6)).toBe(true);
    const { staging = "" } = (await lastLoad(open)) ?? {};
    const count = () => open.ports.storage.transact(open.account, ({ loads }) => loads.count(open.account, staging));
    expect(await count()).toBeGreaterThan(0);
    await open.domain.bundle.finish();
    expect(await count()).toBe(0);
  });

  it("stops between two parts on request", async () => {
    expect(await killed(0.6)).toBe(true);
    let requested = 0;
    await open.domain.bundle.finish(() => (requested += 1) > 3);
    expect(await lastLoad(open)).toMatchObject({ isComplete: false });
    await open.domain.bundle.finish();
    expect(await lastLoad(open)).toMatchObject({ isComplete: true });
  });
});

describe("a large load with concurrent work", () => {
  it("is stored once by several concurrent processes", async () => {
    const { report, state } = await whole;
    const finishing = Array.from({ length: 3 }, async () => {
      for (let turn = 0; turn < 200; turn += 1) await createDomain(open.ports).bundle.finish();
    });
    const [loaded] = await Promise.all([load(open), ...finishing]);
    expect(loaded).toEqual(report);
    expect(await stateOf(open)).toEqual(state);
  });

  it("has the same result as if another load ran before or after it", async () => {
    const { state } = await whole;
    const reports = await Promise.all([load(open), load(open)]);
    const changes = reports.map(({ kinds }) => kinds.review?.changed);
    expect(changes.sort()).toEqual([0, 9]);
    expect(await stateOf(open)).toMatchObject({ shown: state.shown, users: state.users });
  });

  it("allows submissions between its parts, and loses none", async () => {
    const { ports, domain, account } = open;
    const by = { by: { kind: "web-forms", id: 1 as never, account } } as const;
    const posted: { readonly id: number; readonly isBefore: boolean }[] = [];
    const racing = watched(ports, async (unit) => {
      const submission = {
        ...{ scct_parameter: "posted", phone_number: `801-555-${3_000 + unit}`, conversion_type: "Online" },
        ...{ patient_name: "Bo Tran", submission_date: "2026-03-01T00:00:00Z" },
      };
      const { id } = await domain.submissions.one(submission, by);
      posted.push({ id, isBefore: (await lastLoad(open))?.isComplete === false });
    });
    await loadWith(racing, account);
    expect(posted.filter(({ isBefore }) => isBefore).length).toBeGreaterThan(15);
    const { items } = await readList(ports.storage, account, "conversions");
    const ofForms = items.filter(({ type }) => type === "Online");
    expect(new Set(posted.map(({ id }) => id)).size).toBe(posted.length);
    expect(ofForms).toHaveLength(posted.length + 7);
    const stored = await ports.storage.read(account, ({ submissions }) =>
      submissions.page(account, { after: 0, limit: 999 }),
    );
    expect(stored.filter(({ scctParameter }) => scctParameter === "posted")).toHaveLength(posted.length);
    expect(stored).toHaveLength(posted.length + 7);
  });

  it("rereads its bundle after an erasure deletes its staged lines", async () => {
    const { state } = await whole;
    const racing = watched(open.ports, async (unit) => {
      if (unit === 3) await open.domain.erasure.erase(open.account, { patientId: "MRN-none" });
    });
    await loadWith(racing, open.account);
    expect((await stateOf(open)).shown).toEqual(state.shown);
  });

  it("is checked again if a person in it is erased before its first line is staged", async () => {
    const { ports, domain, account } = open;
    const known = { kind: "appointment", id: 1, appointment_at: "2026-03-01T16:00:00Z", patient_id: "MRN-1" };
    await domain.bundle.load(account, bundleOf([known]));
    const erasing = watched(ports, async (unit) => {
      if (unit === 0) await domain.erasure.erase(account, { patientId: "MRN-1" });
    });
    await expect(loadWith(erasing, account)).rejects.toMatchObject({ code: "bundle_invalid" });
    expect([await lastLoad(open), await undecided(open)]).toEqual([undefined, []]);
  });

  it("first completes an import that is already decided", async () => {
    const { ports, account } = open;
    await load(open, [
      ...lines.filter(({ kind }) => kind === "location" || kind === "provider"),
      { kind: "import_connection", name: "main" },
    ]);
    const rows = Array.from({ length: 5 }, (_, index) => anImportRow({ appointmentId: `A-${index}` }));
    const interrupted = createDomain(dying(ports, 3)).imports.run(account, importFileOf(rows));
    await expect(interrupted).rejects.toThrow("killed");
    expect(await ports.storage.read(account, ({ importRuns }) => importRuns.incomplete(account))).toHaveLength(1);
    await load(open);
    expect(await ports.storage.read(account, ({ importRuns }) => importRuns.incomplete(account))).toEqual([]);
  });
});
