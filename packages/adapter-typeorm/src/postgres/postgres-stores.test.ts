import { expect, it } from "@jest/globals";
import { type Appointment, type AppointmentId, type Bulk, newBulk } from "@repute/domain";
import { anAppointment } from "@repute/domain/testing";
import { testCatalogsOfTwoProcesses } from "../../test/catalogs-of-two-processes.js";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import { batchOf } from "../stores/key-batch.js";
import type { AddedKeys } from "../stores/key-table.js";

describeOnPostgres("the epoch of an account", () => {
  const open = emptyPostgres();
  const epoch = "0f".repeat(8);
  const save = () => open.storage.transact(open.mine, ({ epochs }) => epochs.save(open.mine, epoch));
  const found = () => open.storage.read(open.mine, ({ epochs }) => epochs.of(open.mine));

  it("is unknown after a dump of the rows was restored, even into the same table", async () => {
    await save();
    expect(await found()).toBe(epoch);
    await open.own.query("CREATE TEMP TABLE dump AS SELECT * FROM epochs; DELETE FROM epochs");
    await open.own.query("INSERT INTO epochs SELECT * FROM dump");
    expect(await found()).toBeUndefined();
    await save();
    expect(await found()).toBe(epoch);
  });

  it("survives maintenance that rewrites and freezes the table", async () => {
    await save();
    await open.own.query("VACUUM (FULL, FREEZE) epochs");
    expect(await found()).toBe(epoch);
  });
});

describeOnPostgres("a cached catalog on PostgreSQL", () => {
  const open = emptyPostgres();
  testCatalogsOfTwoProcesses(async () => ({
    one: open.storage,
    another: (await open.open()).storage,
    account: open.mine,
  }));
});

const unplaced = { locationId: null, providerId: null, phones: [], email: null };
const keyRows = Array.from({ length: 1_500 }, (_, index) =>
  anAppointment({ ...unplaced, id: (index + 1) as AppointmentId, patientId: `MRN-${index}` }),
);
const keyOf = ({ patientId }: Appointment) => ({ kind: "patient", value: String(patientId) }) as const;

describeOnPostgres.each([1, 2])("keys that are added with %i connections for units of work", (writers) => {
  const open = emptyPostgres({ writers });
  const store = (bulk: Bulk, appointments = keyRows) =>
    open.storage.transact(open.mine, (stores) => stores.appointments.save(open.mine, appointments, bulk));
  async function settle(bulk: Bulk): Promise<void> {
    while (await open.storage.transact(open.mine, (stores) => stores.bulk.settle(open.mine, bulk)));
  }
  const found = () =>
    open.storage.read(open.mine, ({ appointments }) => appointments.withKeys(open.mine, keyRows.map(keyOf)));

  it("are all stored, even if they are added repeatedly", async () => {
    await store(newBulk());
    expect(await found()).toEqual(keyRows.map(() => undefined));
    for (const _ of ["first", "second"]) {
      const bulk = newBulk();
      await store(bulk);
      await settle(bulk);
      expect(await found()).toEqual(keyRows.map(({ id }) => id));
    }
  });

  it("may contain duplicates at any position", async () => {
    const bulk = newBulk();
    await store(bulk, keyRows.slice(0, 1));
    await store(bulk);
    await store(bulk);
    await settle(bulk);
    expect(await found()).toEqual(keyRows.map(({ id }) => id));
  });

  it.each([0, 1_499])("are stored entirely or not at all when row %i cannot be added", async (bad) => {
    const [bulk, worse] = [newBulk(), newBulk()];
    await store(worse);
    const page = batchOf(worse, open.mine).next();
    if (!page) throw new Error("the bulk has no keys");
    const { keys, rows } = page;
    const spoiled: AddedKeys = {
      ...keys,
      add: (session, account, all) =>
        keys.add(
          session,
          account,
          all.map((row, place) => (place === bad ? row.map(() => null) : row)),
        ),
    };
    const only = newBulk();
    batchOf(only, open.mine).add(spoiled, { patient: rows });
    await expect(settle(only)).rejects.toThrow();
    expect(await found()).toEqual(keyRows.map(() => undefined));
    await store(bulk);
    await settle(bulk);
    expect(await found()).toEqual(keyRows.map(({ id }) => id));
  });
});
