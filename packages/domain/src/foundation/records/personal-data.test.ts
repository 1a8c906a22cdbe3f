import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import type { CallFile } from "../../subjects/calls/tracked-call.js";
import type { ImportFile } from "../../subjects/imports/source-system.js";
import type { PatientSource } from "../../subjects/patient-surveys/patient-rows.js";
import { bundleOf, importFileOf, patientFileOf, patientTexts } from "../../testing/builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import type { AccountId } from "../kernel/ids.js";

describe("the suppression list", () => {
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
    ...{
      patientId,
      mobilePhone,
      email,
      fullName: "Cal Reed",
      appointmentDate: "2026-05-28",
      appointmentTime: "9:00 AM",
    },
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
});

describe("files and the suppression list", () => {
  const phone = "801-555-0101";
  const email = "cal@example.com";

  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    ports = memoryPorts();
    domain = createDomain(ports);
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
    await domain.bundle.load(account, bundleOf([appointmentLine]));
  });

  const appointmentLine = {
    ...{ kind: "appointment", id: 1, appointment_at: "2026-03-05T15:00:00Z", patient_id: "MRN-1" },
    ...{ phone, email, patient_name: "Cal Reed" },
  };
  const visit = (patientId: string, mobilePhone = "") => ({
    ...{ patientId, mobilePhone, fullName: "Cal Reed", appointmentDate: "2026-05-28", appointmentTime: "9:00 AM" },
  });
  const call = (id: string, customer: string) => ({
    ...{ id, customer_phone_number: customer, tracking_phone_number: "+18015550100" },
    ...{ start_time: "2026-03-02T09:00:00-07:00", duration: 60 },
  });
  const callsOf = (...cells: object[]): CallFile => ({
    async *read() {
      yield cells.map((one, index) => ({ row: index + 1, form: "json", cells: one as Record<string, unknown> }));
    },
  });
  const other = { patient_id: "MRN-9", phone: "801-555-0109", email: "", address_1: "9 Elm St", visit_id: "V-9" };
  const patients = (...texts: Parameters<typeof patientTexts>[1][]): PatientSource =>
    patientFileOf(
      "OASCAHPS",
      texts.map((one) => ({ texts: patientTexts("OASCAHPS", one) })),
    );
  const erase = () => domain.erasure.erase(account, { patientId: "MRN-1" });
  const lastRecord = async () => (await readTrail(ports.storage, account)).at(-1);

  describe("a file with rows about an erased person", () => {
    beforeEach(erase);

    it("is not empty if it has no other appointments", async () => {
      const run = await domain.imports.run(account, importFileOf([visit(" MRN-1 ")]));
      expect(run).toMatchObject({ rows_processed: 0, appointment_captured: 0 });
      expect(await domain.imports.suppressed(account, run.import_id)).toBe(1);
    });

    it("counts the rows in a test import too", async () => {
      const run = await domain.imports.run(account, importFileOf([visit("MRN-1"), visit("MRN-2")]), { isTest: true });
      expect([run.rows_processed, await domain.imports.suppressed(account, run.import_id)]).toEqual([1, 1]);
    });

    it("adds no calls from the person and reports this in a dry run", async () => {
      const file = callsOf(call("CAL1", "(801) 555-0101"), call("CAL2", "(801) 555-0109"));
      const dry = await domain.conversions.importCalls(account, file, { dryRun: true });
      expect(dry).toMatchObject({ rows: 2, calls: 1, suppressed: 1, stored: false });
      expect(await domain.conversions.importCalls(account, file)).toMatchObject({
        calls: 1,
        suppressed: 1,
        changed: 1,
      });
    });

    it.each([
      ["patient id", { patient_id: " MRN-1 " }],
      ["phone", { phone: "+1 801 555 0101" }],
      ["mobile phone", { mobile: phone }],
      ["email address", { email: "CAL@example.com" }],
    ])("drops a survey patient by %s", async (_name, texts) => {
      const parsed = await domain.patientSurveys.parse(account, patients({ ...other, ...texts }, other));
      expect([parsed.item.total_patients, parsed.suppressed]).toEqual([1, 1]);
    });

    it("drops a survey patient by an unknown column", async () => {
      const row = { texts: patientTexts("OASCAHPS", other), others: [["Home", phone]] as const };
      const parsed = await domain.patientSurveys.parse(account, patientFileOf("OASCAHPS", [row]));
      expect([parsed.item.download_status, parsed.item.total_patients, parsed.suppressed]).toEqual(["Done", 0, 1]);
    });

    it.each([
      ["appointment", appointmentLine],
      ["invite", { kind: "invite", id: 5, type: "email", sent_to: "CAL@example.com", sent_at: "2026-03-06T00:00:00Z" }],
      [
        "call",
        { kind: "call", id: 5, called_at: "2026-01-01T00:00:00Z", from_number: "8015550101", tracking_number: "2" },
      ],
      [
        "submission",
        {
          ...{ kind: "submission", id: 9, submission_date: "2026-03-02T16:00:00Z", scct_parameter: "a" },
          ...{ phone_number: "801-555-0177", conversion_type: "Online", patient_name: "Cal", patient_id: "MRN-1" },
        },
      ],
    ])("is rejected as a bundle with %s lines, also in a dry run", async (kind, line) => {
      for (const dryRun of [true, false]) {
        await expect(domain.bundle.load(account, bundleOf([line]), { dryRun })).rejects.toMatchObject({
          problems: [{ line: 1, kind, message: expect.stringContaining("erased person") as unknown }],
        });
      }
      expect(await lastRecord()).toMatchObject({ action: "load_bundle", outcome: "bundle_invalid" });
    });
  });

  describe("an erased person", () => {
    it("is stored in another account", async () => {
      await erase();
      const zenith = (await domain.accounts.create({ key: "zenith", name: "Zenith" })).id;
      await domain.bundle.load(zenith, bundleOf([appointmentLine]));
      const run = await domain.imports.run(zenith, importFileOf([visit("MRN-1")]));
      expect([run.rows_processed, await domain.imports.suppressed(zenith, run.import_id)]).toEqual([1, 0]);
    });

    it("is dropped even if the erasure found no records", async () => {
      await domain.erasure.erase(account, { patientId: "MRN-7" });
      const run = await domain.imports.run(account, importFileOf([visit("MRN-7"), visit("MRN-8")]));
      expect(await domain.imports.suppressed(account, run.import_id)).toBe(1);
    });

    it("requires lifting each identifier that an erasure named", async () => {
      await erase();
      await domain.erasure.erase(account, { phone });
      await domain.erasure.lift(account, { patientId: "MRN-1" });
      const dropped = async () => {
        const run = await domain.imports.run(account, importFileOf([visit("MRN-1", phone)]));
        return domain.imports.suppressed(account, run.import_id);
      };
      expect(await dropped()).toBe(1);
      expect(await domain.erasure.lift(account, { phone })).toBe(1);
      expect(await dropped()).toBe(0);
    });
  });

  describe("an erasure while a file is read", () => {
    /** Returns a file that erases the person at the end of its first reading. */
    function erasing<T>(file: { read(): AsyncIterable<T> }) {
      let readings = 0;
      return {
        async *read() {
          yield* file.read();
          if ((readings += 1) === 1) await erase();
        },
      };
    }

    it("restarts an import of appointments", async () => {
      const file: ImportFile = erasing(importFileOf([visit("MRN-1"), visit("MRN-2")]));
      const run = await domain.imports.run(account, file);
      expect([run.rows_processed, await domain.imports.suppressed(account, run.import_id)]).toEqual([1, 1]);
    });

    it("adds no calls from the person", async () => {
      const report = await domain.conversions.importCalls(account, erasing(callsOf(call("CAL1", phone))));
      expect(report).toMatchObject({ calls: 1, changed: 0 });
    });

    it("fails a load, which stores nothing", async () => {
      const load = domain.bundle.load(account, erasing(bundleOf([appointmentLine])));
      await expect(load).rejects.toMatchObject({ code: "erased_meanwhile" });
      expect(await lastRecord()).toMatchObject({ action: "load_bundle", outcome: "erased_meanwhile" });
    });

    it("fails a patient file and removes its findings", async () => {
      const source = patients({ patient_id: "MRN-1", first_name: "" }, other);
      const parsing = domain.patientSurveys.parse(account, { type: source.type, ...erasing(source) });
      await expect(parsing).rejects.toMatchObject({ code: "erased_meanwhile" });
      expect(await lastRecord()).toMatchObject({ action: "parse_patient_survey", outcome: "erased_meanwhile" });
      const left = await ports.storage.read(account, ({ patientWarnings }) =>
        patientWarnings.page(account, { file: 1 as never, after: 0, limit: 9 }),
      );
      expect(left).toEqual([]);
    });
  });

  describe("a changed account key", () => {
    const replaceKey = (key: string) =>
      ports.storage.transact(account, ({ cursorKeys }) => cursorKeys.save(account, key));

    it("stops imports and loads, because erased people cannot be recognized", async () => {
      await erase();
      await replaceKey("ab".repeat(32));
      const commands = [
        () => domain.imports.run(account, importFileOf([visit("MRN-1")])),
        () => domain.conversions.importCalls(account, callsOf(call("CAL1", phone))),
        () => domain.patientSurveys.parse(account, patients(other)),
        () => domain.bundle.load(account, bundleOf([appointmentLine])),
      ];
      for (const command of commands)
        await expect(command()).rejects.toMatchObject({ code: "suppression_key_changed" });
    });

    it("has no effect if no person was erased", async () => {
      await replaceKey("ab".repeat(32));
      expect(await domain.imports.run(account, importFileOf([visit("MRN-1")]))).toMatchObject({ rows_processed: 1 });
    });
  });
});
