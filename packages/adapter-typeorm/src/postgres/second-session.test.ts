import { expect, it } from "@jest/globals";
import { type Appointment, type AppointmentId, type Bulk, newBulk } from "@repute/domain";
import { anAppointment } from "@repute/domain/testing";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import { batchOf } from "../bulk/bulk-store.js";
import type { AddedKeys } from "../bulk/key-table.js";

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
