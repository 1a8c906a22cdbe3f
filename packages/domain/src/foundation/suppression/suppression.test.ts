import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { bundleOf } from "../../testing/builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { importFileOf } from "../../testing/import-builders.js";
import type { AccountId } from "../kernel/ids.js";

let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  ports = memoryPorts();
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  await domain.bundle.load(account, bundleOf([appointment]));
});

const appointment = {
  ...{ kind: "appointment", id: 1, appointment_at: "2026-03-05T15:00:00Z", patient_id: "MRN-1" },
  ...{ phone: "801-555-0101", email: "cal@example.com", patient_name: "Cal Reed" },
};
const row = (patientId: string, mobilePhone: string, email = "") => ({
  ...{ patientId, mobilePhone, email, fullName: "Cal Reed", appointmentDate: "2026-05-28", appointmentTime: "9:00 AM" },
});
const nightly = [
  row("MRN-1", ""),
  row("MRN-7", "(801) 555-0101"),
  row("MRN-8", "", "CAL@example.com"),
  { ...row("MRN-1", ""), status: "cancelled" },
  row("MRN-9", "801-555-0109"),
];
const importRows = async () => {
  const run = await domain.imports.run(account, importFileOf(nightly));
  return { rows: run.rows_processed, suppressed: await domain.imports.suppressed(account, run.import_id) };
};
const hashes = () => ports.storage.read(account, ({ erasedPeople }) => erasedPeople.all(account));

describe("an erased person", () => {
  it("does not return with the next appointment file", async () => {
    expect((await domain.erasure.erase(account, { patientId: "MRN-1" }, { dryRun: true })).suppressed).toBe(3);
    expect(await hashes()).toEqual([]);
    expect((await domain.erasure.erase(account, { patientId: "MRN-1" })).suppressed).toBe(3);
    expect(await importRows()).toEqual({ rows: 1, suppressed: 4 });
  });

  it("is on the list only as keyed hashes", async () => {
    await domain.erasure.erase(account, { patientId: "MRN-1" });
    const found = await hashes();
    expect(found).toHaveLength(3);
    expect(found.every((hash) => /^[\da-f]{8}\.[\da-f]{64}$/.test(hash))).toBe(true);
    const other = (await domain.accounts.create({ key: "zenith", name: "Zenith" })).id;
    await domain.bundle.load(other, bundleOf([appointment]));
    await domain.erasure.erase(other, { patientId: "MRN-1" });
    const others = await ports.storage.read(other, ({ erasedPeople }) => erasedPeople.all(other));
    expect(others).toHaveLength(3);
    expect(others.filter((hash) => found.includes(hash))).toEqual([]);
  });

  it("returns after the suppression is lifted by any identifier, which is audited", async () => {
    await domain.erasure.erase(account, { patientId: "MRN-1" });
    expect(await domain.erasure.lift(account, { patientId: "MRN-2" })).toBe(0);
    expect(await domain.erasure.lift(account, { phone: "8015550101" })).toBe(3);
    expect(await hashes()).toEqual([]);
    expect((await readTrail(ports.storage, account)).at(-1)).toMatchObject({ action: "lift_suppression", rows: 3 });
    expect(await importRows()).toEqual({ rows: 4, suppressed: 0 });
  });

  it("is rejected in a bundle, except in stop lines", async () => {
    await domain.erasure.erase(account, { patientId: "MRN-1" });
    const loaded = domain.bundle.load(account, bundleOf([appointment]));
    await expect(loaded).rejects.toMatchObject({
      problems: [{ line: 1, kind: "appointment", message: expect.stringContaining("--lift") as unknown }],
    });
    await domain.bundle.load(account, bundleOf([{ kind: "stop", contact: "cal@example.com" }]));
  });
});
