import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId, CredentialId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { bundleOf } from "../../testing/builders.js";
import { fillWithPeople, marked } from "../../testing/marked-person.js";
import type { PersonSearch } from "./erase-person.js";

let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  ports = memoryPorts();
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

const family = "801-555-0142";
const load = (...lines: unknown[]) => domain.bundle.load(account, bundleOf(lines));
const appointment = (id: number, patient_id: string | null, phone: string, patient_name = "Cal Reed") => ({
  ...{ kind: "appointment", id, appointment_at: "2026-03-05T15:00:00Z", location_id: 1 },
  ...{ patient_id, phone, patient_name },
});
const location = { kind: "location", id: 1, location_name: "Ogden", external_location_ids: [] };
const lookUp = async (person: PersonSearch) => {
  const { view, kinds } = await domain.erasure.lookUp(account, person);
  if (!view) throw new Error("the view is missing");
  return { ...view, kinds };
};

describe("looking up a person", () => {
  it.each([{ phone: marked.phone }, { patientId: marked.patientId }])(
    "finds by %j exactly the records that an erasure removes, of every kind",
    async (person) => {
      await fillWithPeople(domain, ports, account);
      const { records, kinds } = await lookUp(person);
      const counted = ["staged_row", "import_change", "kept_response"];
      for (const [kind, count] of Object.entries(kinds)) {
        if (!counted.includes(kind))
          expect([kind, records.filter((one) => one.kind === kind).length]).toEqual([kind, count]);
      }
      expect(new Set(records.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(9);
      expect((await domain.erasure.erase(account, person)).kinds).toEqual(kinds);
    },
  );

  it("shows times, patients, names, locations and details", async () => {
    await load(
      location,
      appointment(1, "MRN-1", family),
      { kind: "stop", contact: family },
      {
        ...{ kind: "call", id: 1, called_at: "2026-03-02T16:00:00Z", from_number: family, tracking_number: "0100" },
      },
    );
    expect((await lookUp({ phone: family })).records).toEqual([
      {
        ...{ kind: "appointment", at: "2026-03-05T15:00:00+00:00", patient: "MRN-1", name: "Cal Reed" },
        ...{ location: "Ogden", detail: "takes place" },
      },
      {
        ...{ kind: "call", at: "2026-03-02T16:00:00+00:00", patient: "", name: "", location: "Ogden" },
        detail: `from ${family}`,
      },
      { kind: "stop", at: "", patient: "", name: "", location: "", detail: "+18015550142" },
    ]);
  });

  it("names the patients whose records would go too, and the patients with a contact that is kept", async () => {
    await load(location, appointment(1, "MRN-1", family), appointment(2, "MRN-2", family, "Di Reed"));
    expect(await lookUp({ phone: family })).toMatchObject({
      kinds: { appointment: 2 },
      patients: [
        { patient: "MRN-1", names: ["Cal Reed"], records: 1 },
        { patient: "MRN-2", names: ["Di Reed"], records: 1 },
      ],
      shared: [],
    });
    const dry = await domain.erasure.erase(account, { patientId: "MRN-1" }, { dryRun: true });
    expect(dry).toMatchObject({
      ...{ erased: false, kinds: { appointment: 1 }, sharedContacts: 1 },
      view: {
        patients: [{ patient: "MRN-1" }],
        shared: [{ contact: "+18015550142", patients: [{ patient: "MRN-2", names: ["Di Reed"], records: 1 }] }],
      },
    });
  });

  it("finds all people with a name, and all records of these patients", async () => {
    await load(
      ...[location, appointment(1, "MRN-1", "801-555-0101"), appointment(2, null, "801-555-0102", "REED, Cal")],
      ...[
        appointment(3, "MRN-3", "801-555-0103", "Dr. Cal Reed Jr."),
        appointment(4, "MRN-1", "801-555-0104", "C. Reed"),
      ],
      appointment(5, "MRN-5", "801-555-0105", "Cal Reedy"),
    );
    const { records, patients } = await lookUp({ name: "cal reed" });
    expect(records.map(({ patient, name }) => [patient, name])).toEqual([
      ...[
        ["MRN-1", "Cal Reed"],
        ["", "REED, Cal"],
        ["MRN-3", "Dr. Cal Reed Jr."],
        ["MRN-1", "C. Reed"],
      ],
    ]);
    expect(patients.map(({ patient, records: count }) => [patient, count])).toEqual([
      ["MRN-1", 2],
      ["MRN-3", 1],
    ]);
    await expect(lookUp({ name: "Reed" })).rejects.toMatchObject({ code: "invalid_person" });
  });

  it("limits the records, but not the counts", async () => {
    await load(location, ...Array.from({ length: 150 }, (_, index) => appointment(index + 1, "MRN-1", family)));
    const { records, kinds, patients } = await lookUp({ patientId: "MRN-1" });
    expect([records.length, kinds.appointment, patients[0]?.records]).toEqual([100, 150, 150]);
  });

  it("limits the contacts that other patients share", async () => {
    const phone = (index: number) => `801-555-${1_000 + index}`;
    const both = Array.from({ length: 120 }, (_, index) => [
      appointment(2 * index + 1, "MRN-1", phone(index)),
      appointment(2 * index + 2, "MRN-2", phone(index)),
    ]);
    await load(location, ...both.flat());
    expect((await lookUp({ patientId: "MRN-1" })).shared).toHaveLength(100);
  });

  describe("for a caller of the API", () => {
    const caller = async () => {
      const { token } = await domain.access.createToken(account, { kind: "office" });
      return domain.access.authenticate("office", token);
    };
    const person = { patientId: "MRN-1" };

    it("returns nothing if the token was revoked meanwhile", async () => {
      const by = await caller();
      await domain.access.changeToken(by.id as CredentialId, "revoke");
      await expect(domain.erasure.lookUp(account, person, { by })).rejects.toMatchObject({ kind: "unauthenticated" });
    });

    it("does not complete a bundle that is being stored, but asks to try again", async () => {
      const unfinished = { staging: "1", isComplete: false, isDiscarded: false, changed: {}, removed: {} };
      await ports.storage.transact(account, ({ loads }) => loads.save(account, unfinished));
      const by = await caller();
      await expect(domain.erasure.lookUp(account, person, { by })).rejects.toMatchObject({ code: "import_running" });
      await domain.erasure.lookUp(account, person);
      expect(await domain.erasure.lookUp(account, person, { by })).toMatchObject({ erased: false });
    });

    it("takes turns, and is refused if too many wait", async () => {
      const by = await caller();
      const searches = Array.from({ length: 6 }, () => domain.erasure.lookUp(account, person, { by }));
      const ends = (await Promise.allSettled(searches)).map((end) => (end.status === "fulfilled" ? "ok" : end.reason));
      expect(ends.slice(0, 4)).toEqual(["ok", "ok", "ok", "ok"]);
      expect(ends.slice(4)).toMatchObject([{ code: "searches_busy" }, { code: "searches_busy" }]);
    });
  });

  it("is recorded in the audit trail without the searched value", async () => {
    await load(location, appointment(1, "MRN-1", family));
    await lookUp({ phone: family });
    await domain.erasure.erase(account, { patientId: "MRN-1" }, { dryRun: true });
    const trail = [];
    for await (const some of ports.storage.audit.read(account, 0 as never)) trail.push(...some);
    const looks = trail.filter(({ action }) => action === "look_up_person");
    expect(looks).toMatchObject([{ actor: "operator", rows: 1, subject: null }, { rows: 1 }]);
    expect(JSON.stringify(looks)).not.toMatch(/5550142|MRN-1/);
  });
});
