import { beforeEach, describe, expect, it } from "@jest/globals";
import type { UploadKind } from "../../foundation/access/access-ports.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { type Instant, minute, plus } from "../../foundation/kernel/times.js";
import { createDomain } from "../../domain.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import type { UploadItem } from "../../subjects/uploads/upload.js";
import { anImportRow, patientTexts } from "../../testing/index.js";

const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
const reviews = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ kind: "review", id: index + 1, platform_id: 3, rating: 5, comment: "Kind" },
    create_time: "2026-03-01T17:05:00Z",
  }));
const call = { direction: "inbound", status: "completed", start_time: "2026-05-02T09:00:00Z", to: "+18015550100" };

type File = {
  readonly kind: UploadKind;
  readonly parameters?: Record<string, string>;
  readonly lines: readonly object[];
};

const files: Readonly<Record<string, File>> = {
  "small bundles": { kind: "bundle", lines: reviews(2) },
  "large bundles": { kind: "bundle", lines: reviews(2_001) },
  appointments: { kind: "appointments", lines: [anImportRow()] },
  calls: { kind: "calls", parameters: { format: "twilio" }, lines: [{ ...call, sid: "CA1", from: "+18015550101" }] },
  reviews: {
    ...{ kind: "reviews", parameters: { platform: "3" } },
    lines: [{ review_id: "AbF", rating: "FOUR", created_at: "2026-03-01T17:05:00Z" }],
  },
  patients: { kind: "patients", parameters: { type: "OASCAHPS" }, lines: [patientTexts("OASCAHPS")] },
};

async function* bodyOf(lines: readonly object[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield new TextEncoder().encode(`${JSON.stringify(line)}\n`);
}

/** Ports of a process. Calls `before` with the number of each unit of work before it begins. */
function watched(ports: Ports, before: (unit: number) => Promise<void>): Ports {
  let units = 0;
  return {
    ...ports,
    storage: {
      ...ports.storage,
      async transact(...call) {
        await before((units += 1));
        return ports.storage.transact(...call);
      },
    },
  };
}

describe.each(Object.entries(files))("%s that were sent over HTTP", (_, { kind, parameters = {}, lines }) => {
  const clock = stillClock();
  let ports: Ports;
  let account: AccountId;
  let start: Instant;
  beforeEach(() => void (start = clock()));

  async function send(): Promise<void> {
    clock.set(start);
    ports = memoryPorts({ clock });
    const domain = createDomain(ports);
    ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme" }));
    const { token } = await domain.access.createToken(account, { kind: "loader" });
    const by = await domain.access.authenticate("loads", token);
    await domain.loads.send(bodyOf([platform]), { kind: "bundle", parameters: {} }, { by });
    await domain.loads.work();
    await domain.loads.send(bodyOf(lines), { kind, parameters }, { by });
  }

  /** Another process takes over, after the time in which the first one should have been heard from. */
  async function takeOver(): Promise<void> {
    clock.set(plus(clock(), 4 * minute));
    expect(await createDomain(ports).loads.work()).toBe(1);
  }

  /** Result of the upload, and the records of the work on it, without ids and times of failed attempts. */
  async function outcome() {
    const domain = createDomain(ports);
    const { started_at: _1, ended_at: _2, run_id: run, counts, ...item } = await domain.loads.one(account, 2);
    const actions = [];
    for await (const some of await domain.audit.read("acme", 0 as Instant))
      actions.push(...some.filter(({ outcome: how }) => how === "ok").map(({ action, rows }) => `${action} ${rows}`));
    const stored = await ports.storage.read(account, async (stores) => ({
      last: (await stores.importRuns.last(account))?.run.id,
      calls: (await stores.callImports.page(account, 9, 9)).map(({ id }) => id),
      files: (await stores.patientFiles.unfinished(account)).length,
    }));
    return { item, counts: withoutIds(counts), hasRun: run !== null, actions, stored };
  }

  const withoutIds = (counts: UploadItem["counts"]) => {
    const { file_id: _, created_at: __, ...others } = counts ?? {};
    return others;
  };

  /** Sends the file and works on it undisturbed. Returns the number of units of work, and the outcome. */
  async function undisturbed() {
    let units = 0;
    await send();
    await createDomain(watched(ports, async (unit) => void (units = unit))).loads.work();
    const expected = await outcome();
    expect(expected.item).toMatchObject({ state: "succeeded" });
    return { units, expected };
  }

  it("end once if the server is killed after any unit of work", async () => {
    const { units, expected } = await undisturbed();
    for (let last = 1; last < units; last += 1) {
      await send();
      const killed = watched(ports, async (unit) => {
        if (unit > last) throw new Error("killed");
      });
      await createDomain(killed).loads.work();
      await createDomain(ports).bundle.finish();
      await takeOver();
      expect({ last, ...(await outcome()) }).toEqual({ last, ...expected });
    }
  });

  it("end once if another process takes over between any two units of work", async () => {
    const { units, expected } = await undisturbed();
    for (let last = 1; last < units; last += 1) {
      await send();
      const slow = watched(ports, async (unit) => {
        if (unit === last + 1) await takeOver();
      });
      await createDomain(slow).loads.work();
      expect({ last, ...(await outcome()) }).toEqual({ last, ...expected });
    }
  });
});
