import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, plus } from "../../foundation/kernel/times.js";
import type { Ports, Stores } from "../../ports.js";
import { anImportRow, bundleOf, importFileOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
import { importPractice } from "../../testing/practices.js";
import type { Stalls } from "../../workflows/bundle/staged-load.js";
import { cleanUp } from "../../workflows/nightly/clean-up.js";

const rows = Array.from({ length: 4_800 }, (_, index) =>
  anImportRow({
    appointmentId: `A-${index}`,
    patientId: `MRN-${index}`,
    mobilePhone: `801-555-${1_000 + index}`,
    email: "",
    location: index % 10 === 0 ? "L-9" : "L-1",
  }),
);

/** Ports that call a function before each transaction, counted from 0. */
function watchedPorts(ports: Ports, before: (unit: number) => Promise<void>): Ports {
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

/** Ports whose process ends when it begins a transaction after a number of transactions. */
const dyingPorts = (ports: Ports, units: number): Ports =>
  watchedPorts(ports, async (unit) => {
    if (unit >= units) throw new Error("killed");
  });

async function stateOf({ ports, account, errorsOf }: Awaited<ReturnType<typeof importPractice>>) {
  const { items } = await readList(ports.storage, account, "invites");
  const errors = await errorsOf(1);
  const stored = await ports.storage.read(account, async ({ appointments, importRuns }) => ({
    runs: (await importRuns.page(account, { before: 100, limit: 100, tests: true })).map(({ run }) => run),
    known: await appointments.withKeys(
      account,
      rows.map(({ patientId = "" }) => ({ kind: "patient" as const, value: patientId })),
    ),
  }));
  return { invites: items, errors, runs: stored.runs, captured: stored.known.map((id) => id !== undefined) };
}

describe("an interrupted run", () => {
  const whole = (async () => {
    const practice = await importPractice();
    const run = await practice.run(rows);
    return { run, state: await stateOf(practice) };
  })();

  // Transactions: 1 begins, 5 stage at most 1,000 rows each, 1 decides, 5 store the rows, 5 link, 1 completes the run.
  it.each([0, 1, 2, 6, 7, 9, 11, 12, 14, 16, 17])(
    "has the same result as an uninterrupted run if it is repeated after transaction %i",
    async (units) => {
      const practice = await importPractice();
      const { account, ports } = practice;
      const file = importFileOf(rows);
      await expect(createDomain(dyingPorts(ports, units)).imports.run(account, file)).rejects.toThrow("killed");
      expect((await stateOf(practice)).runs).toEqual([]);

      const expected = await whole;
      expect(await createDomain(ports).imports.run(account, importFileOf(rows))).toEqual(expected.run);
      expect(await stateOf(practice)).toEqual(expected.state);
    },
  );

  it("is completed by a running server", async () => {
    const practice = await importPractice();
    const { account, ports } = practice;
    await expect(createDomain(dyingPorts(ports, 10)).imports.run(account, importFileOf(rows))).rejects.toThrow(
      "killed",
    );
    const { bundle } = createDomain(ports);
    const stalls: Stalls = new Map();
    expect(await bundle.finish(undefined, stalls)).toBe(0);
    expect(await bundle.finish(undefined, stalls)).toBe(1);
    expect((await stateOf(practice)).runs).toHaveLength(1);
    for await (const attempts of createDomain(ports).imports.attempts(account))
      expect(attempts.map(({ status }) => status)).toEqual(["done"]);
  });

  it("is completed by the nightly job if it is not imported again, and leaves no staged rows", async () => {
    const practice = await importPractice();
    const { account, ports, clock } = practice;
    await expect(createDomain(dyingPorts(ports, 3)).imports.run(account, importFileOf(rows))).rejects.toThrow("killed");
    await expect(createDomain(dyingPorts(ports, 10)).imports.run(account, importFileOf(rows))).rejects.toThrow(
      "killed",
    );
    clock.set(plus(clock(), 2 * day));
    await cleanUp(ports)(clock());
    const { captured, runs } = await stateOf(practice);
    expect([runs.length, captured.filter(Boolean).length]).toEqual([1, 4_320]);
    const left = await ports.storage.read(account, ({ stagedRows }) => stagedRows.abandoned(account, clock()));
    expect(left).toEqual([]);
  });
});

describe("a run that is being stored", () => {
  it("rejects bundle changes to its records until it is complete", async () => {
    const { account, ports, run } = await importPractice();
    const load = (line: object) => createDomain(ports).bundle.load(account, bundleOf([line]));
    await expect(createDomain(dyingPorts(ports, 9)).imports.run(account, importFileOf(rows))).rejects.toThrow("killed");
    const [decided] = await ports.storage.read(account, ({ importRuns }) => importRuns.incomplete(account));
    const lines = [
      { kind: "appointment", id: decided?.firstIds.appointments, appointment_at: "2026-05-28T16:00:00Z" },
      {
        kind: "invite",
        id: decided?.firstIds.invites,
        type: "sms",
        sent_to: "801-555-0142",
        sent_at: "2026-05-28T16:00:00Z",
      },
    ];
    for (const line of lines) await expect(load(line)).rejects.toMatchObject({ code: "import_unfinished" });
    await run(rows);
    for (const line of lines) await expect(load(line)).resolves.toBeDefined();
  });
});

describe("deleted staged rows", () => {
  it("are not stored, even if they were read ahead", async () => {
    const practice = await importPractice();
    const { account, ports } = practice;
    const erasing = watchedPorts(ports, async (unit) => {
      if (unit !== 8) return;
      await ports.storage.transact(account, async ({ importRuns, stagedRows }) => {
        const staging = (await importRuns.incomplete(account))[0]?.staging ?? "";
        const [part] = await stagedRows.next(account, staging, 4, 1);
        const body = JSON.stringify({ ...JSON.parse(part?.body ?? ""), appointments: [], invites: [], errors: [] });
        await stagedRows.replace(account, staging, { position: 5, body });
      });
    });
    await createDomain(erasing).imports.run(account, importFileOf(rows));
    const { captured, invites, errors } = await stateOf(practice);
    expect(captured.slice(1_000, 1_200)).not.toContain(true);
    expect([captured.filter(Boolean).length, invites.length]).toEqual([4_140, 4_140]);
    expect(Object.values(errors).flat().length).toBe(460);
  });
});

describe("two concurrent runs of one account", () => {
  it("end as if they had run one after the other", async () => {
    const practice = await importPractice();
    const runs = await Promise.all([practice.run(rows), practice.run(rows)]);
    expect(runs.map(({ appointment_captured: captured }) => captured).sort()).toEqual([0, 4_320]);
    expect(runs.map(({ import_id: id }) => id).sort()).toEqual([1, 2]);
  });
});
