import { expect, it } from "@jest/globals";
import type { Appointment, AppointmentId, KeyRow, KeyRows } from "@repute/domain";
import { anAppointment } from "@repute/domain/testing";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";

const unplaced = { locationId: null, providerId: null, phones: [], email: null };
const many = Array.from({ length: 1_500 }, (_, index) =>
  anAppointment({ ...unplaced, id: (index + 1) as AppointmentId, patientId: `MRN-${index}` }),
);
const keyOf = ({ patientId }: Appointment) => ({ kind: "patient", value: String(patientId) }) as const;

describeOnPostgres.each([1, 2])("rows of keys that are added with %i connections for units of work", (writers) => {
  const open = emptyPostgres({ writers });
  const store = () =>
    open.storage.transact(open.mine, async ({ appointments }): Promise<KeyRows> => {
      await appointments.saveWithoutKeys(open.mine, many);
      return appointments.keyRowsOf(open.mine, many);
    });
  const ordered = async (): Promise<readonly [string, readonly KeyRow[]]> => {
    const [[index, rows] = ["", []]] = Object.entries(await store()).filter(([, { length }]) => length > 0);
    return [index, rows.toSorted((one, other) => Number(one[1]) - Number(other[1]))];
  };
  const add = (rows: KeyRows) =>
    open.storage.transact(open.mine, ({ appointments }) => appointments.addKeys(open.mine, rows));
  const found = () =>
    open.storage.read(open.mine, ({ appointments }) => appointments.withKeys(open.mine, many.map(keyOf)));

  it("are all stored, even if they are added repeatedly", async () => {
    const rows = await store();
    expect(await found()).toEqual(many.map(() => undefined));
    for (const _ of ["first", "second"]) {
      await add(rows);
      expect(await found()).toEqual(many.map(({ id }) => id));
    }
  });

  it("may contain duplicates at any position", async () => {
    const [index, rows] = await ordered();
    const twice = rows.flatMap((row) => [row, row]);
    await add({ [index]: [...twice.slice(0, 1), ...twice] });
    expect(await found()).toEqual(many.map(({ id }) => id));
  });

  it.each([0, 1_499])("are stored entirely or not at all when row %i cannot be added", async (bad) => {
    const [index, rows] = await ordered();
    const some = rows.map((row, place) => (place === bad ? row.map(() => null) : row));
    await expect(add({ [index]: some })).rejects.toThrow();
    await add({ [index]: rows });
    expect(await found()).toEqual(many.map(({ id }) => id));
  });
});
