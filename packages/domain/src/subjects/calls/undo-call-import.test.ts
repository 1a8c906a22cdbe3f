import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, plus } from "../../foundation/kernel/times.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import { bundleOf, readChanges, readList, readTrail } from "../../testing/index.js";
import { callImportType } from "./call-imports.js";
import type { CallFile } from "./tracked-call.js";

const clock = stillClock();
let ports: Ports;
let domain: ReturnType<typeof createDomain>;
let account: AccountId;
beforeEach(async () => {
  clock.set(Date.parse("2026-06-01T12:00:00Z"));
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme", timeZone: "America/Denver" }));
});

const fileOf = (cells: readonly object[], size: number): CallFile => ({
  async *read() {
    const rows = cells.map((one, index) => ({
      ...{ row: index + 1, form: "json" as const, cells: one as Record<string, unknown> },
    }));
    for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
  },
});
const importAll = (cells: readonly object[], size = 1_000) =>
  domain.conversions.importCalls(account, fileOf(cells, size), { fileName: "/home/ann/calls.csv" });
const undo = (id: number, dryRun = false) => domain.conversions.undoCalls(account, id, { dryRun });
const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));
const conversions = async () => (await readList(ports.storage, account, "conversions")).items;
const calls = async () => (await readList(ports.storage, account, "calls")).items;
const sources = async () =>
  (await conversions()).map(({ conversion_id: id, source }) => `${String(id).slice(-1)} ${source}`).sort();

const call = (id: string, source: string, more: object = {}) => ({
  ...{ id, source, customer_phone_number: "(801) 555-0142", tracking_phone_number: "+18015550100" },
  ...{ start_time: "2026-03-02T09:00:00-07:00", duration: 60, ...more },
});
const visit = {
  ...{ kind: "appointment", id: 1, appointment_at: "2026-03-09T16:00:00Z", booked_at: "2026-03-04T16:00:00Z" },
  ...{ phone: "801-555-0142", patient_id: "P1", patient_name: "Ann Lee" },
};

describe("undoing a call import", () => {
  it("removes new calls and restores changed calls, in all lists", async () => {
    await importAll([call("CAL1", "Direct"), call("CAL2", "Direct")]);
    const before = [await conversions(), await calls()];
    const second = [call("CAL1", "Referral"), call("CAL3", "Referral"), call("CAL3", "Print")];
    expect(await importAll(second, 1)).toMatchObject({ id: 2, changed: 2 });
    expect(await undo(2)).toMatchObject({
      import: { id: 2, added: 1, changed: 1 },
      removed: 1,
      restored: 1,
      remaining: [],
    });
    expect([await conversions(), await calls()]).toEqual(before);
    await domain.feed.rebuild(account);
    expect(await conversions()).toEqual(before[0]);
    expect((await readTrail(ports.storage, account)).at(-2)).toMatchObject({
      ...{ action: "undo_call_import", subject: "call import 2", rows: 2, outcome: "ok" },
    });
    expect(await importAll(second)).toMatchObject({ id: 3, changed: 2 });
    expect(await sources()).toEqual(["1 Referral", "2 Direct", "3 Print"]);
  });

  it("gives the appointment of a removed call back to the call before it, and tells copies", async () => {
    await load(visit);
    await importAll([call("CAL1", "Direct")]);
    const summary = () => domain.campaigns.summarize(account, { start_date: "2026-03-01", end_date: "2026-03-31" });
    const before = await summary();
    await importAll([call("CAL2", "Referral", { start_time: "2026-03-03T09:00:00-07:00" })]);
    expect(await summary()).not.toEqual(before);
    const { reached } = await readChanges(ports.storage, account);
    await undo(2);
    expect(await summary()).toEqual(before);
    const { changes } = await readChanges(ports.storage, account, { after: reached });
    expect(changes.flatMap(({ list, op, id }) => (op === "delete" ? `${list} ${id}` : [])).sort()).toEqual([
      "calls 1000000000002",
      "conversions call-1000000000002",
    ]);
    expect(await conversions()).toHaveLength(1);
  });

  it("finds the closing call of an appointment with many calls", async () => {
    await load(visit);
    const at = (minute: number) => ({ start_time: `2026-03-02T09:${String(minute).padStart(2, "0")}:00-07:00` });
    const minutes = Array.from({ length: 25 }, (_, index) => (index * 7) % 25);
    await importAll(minutes.map((minute) => call(`CAL${minute}`, "Direct", at(minute))));
    await importAll([call("CAL30", "Direct", at(30)), call("CAL31", "Direct", at(31))]);
    await undo(2);
    const closing = await ports.storage.transact(account, ({ conversions }) =>
      conversions.closing(account, [1 as never]),
    );
    expect(closing).toMatchObject([{ at: Date.parse("2026-03-02T16:24:00Z") }]);
  });

  it("keeps calls that a later import or a bundle changed, and names them", async () => {
    await importAll([call("CAL1", "Direct"), call("CAL2", "Direct"), call("CAL3", "Direct")]);
    await importAll([call("CAL1", "Referral")]);
    const changed = { kind: "call", called_at: "2026-03-02T16:00:00Z", from_number: "+18015550142" };
    await load({ ...changed, id: 1_000_000_000_002, tracking_number: "+18015550100", source: "Print" });
    expect(await undo(1)).toMatchObject({
      ...{ removed: 1, restored: 0 },
      remaining: [
        { conversion: "call-1000000000001", import: 2 },
        { conversion: "call-1000000000002", import: null },
      ],
    });
    expect(await sources()).toEqual(["1 Referral", "2 Print"]);
  });

  it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 1, 3]], [[2, 3, 1]]])(
    "has the same result in the order %j",
    async (order) => {
      await load({ kind: "call", id: 7, called_at: "2026-01-01T00:00:00Z", from_number: "1", tracking_number: "2" });
      const before = await conversions();
      await importAll([call("CAL1", "Direct")]);
      await importAll([call("CAL1", "Referral"), call("CAL2", "Print")]);
      await importAll([call("CAL1", "Direct"), call("CAL2", "Referral")]);
      for (const id of order) await undo(id);
      expect(await conversions()).toEqual(before);
    },
  );

  it("does not bring back an erased caller, nor remove another call with the same id", async () => {
    await importAll([call("CAL1", "Direct")]);
    await importAll([call("CAL1", "Referral"), call("CAL2", "Direct", { customer_phone_number: "801-555-0177" })]);
    await domain.erasure.erase(account, { phone: "801-555-0177" });
    await importAll([call("CAL4", "Print", { customer_phone_number: "801-555-0188" })]);
    expect(await sources()).toEqual(["1 Referral", "2 Print"]);
    expect(await undo(2)).toMatchObject({ removed: 0, restored: 1, remaining: [] });
    expect(await sources()).toEqual(["1 Direct", "2 Print"]);
    await domain.erasure.erase(account, { phone: "801-555-0142" });
    expect(await undo(1)).toMatchObject({ removed: 0, restored: 0, remaining: [] });
    expect(await sources()).toEqual(["2 Print"]);
  });

  it("restores no campaign that was deleted since", async () => {
    const campaign = { kind: "campaign", id: 7, name: "Spring", channel: "Paid Search" };
    await load(campaign);
    await importAll([call("CAL1", "Direct", { campaign: "Spring" })]);
    await importAll([call("CAL1", "Direct", { campaign: "Summer" })]);
    await load({ kind: "campaign", id: 7, deleted: true });
    expect(await undo(2)).toMatchObject({ restored: 1 });
    expect(await conversions()).toMatchObject([{ campaign: null }]);
  });

  it("changes nothing in a dry run", async () => {
    await importAll([call("CAL1", "Direct"), call("CAL2", "Direct")]);
    await importAll([call("CAL1", "Referral")]);
    const { reached } = await readChanges(ports.storage, account);
    const trail = await readTrail(ports.storage, account);
    const planned = await undo(1, true);
    expect((await readChanges(ports.storage, account, { after: reached })).changes).toEqual([]);
    expect(await readTrail(ports.storage, account)).toEqual(trail);
    expect(await undo(1)).toEqual(planned);
  });

  it("refuses an import that is unknown, was undone or is too old", async () => {
    await expect(undo(1)).rejects.toMatchObject({ code: "import_not_found" });
    await importAll([call("CAL1", "Direct")]);
    await importAll([call("CAL2", "Direct")]);
    await undo(1);
    const { reached } = await readChanges(ports.storage, account);
    await expect(undo(1)).rejects.toMatchObject({ code: "already_undone", message: "the import was already undone" });
    expect((await readChanges(ports.storage, account, { after: reached })).changes).toEqual([]);
    clock.set(plus(clock(), 91 * day));
    await expect(undo(2)).rejects.toMatchObject({ code: "undo_too_late" });
    expect(await conversions()).toHaveLength(1);
  });

  it("is recorded with its number, and its changes are deleted after 90 days", async () => {
    await importAll([call("CAL1", "Direct")]);
    await importAll([call("CAL1", "Direct")]);
    const listed = [];
    for await (const some of domain.conversions.callImports(account)) listed.push(...some);
    expect(listed).toMatchObject([
      { id: 2, fileName: "calls.csv", tracker: "callrail", rows: 1, added: 0, changed: 0, undoneAt: null },
      { id: 1, added: 1, changed: 0 },
    ]);
    const parts = (days: number) =>
      ports.storage.transact(account, async (stores, now) => {
        await callImportType.expire?.(stores, account, plus(now, days * day));
        return stores.callImports.part(account, 1 as never, 0);
      });
    expect(await parts(90)).toBeDefined();
    expect(await parts(91)).toBeUndefined();
  });
});
