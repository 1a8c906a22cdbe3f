import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { bundleOf } from "../../testing/builders.js";
import { readChanges, readList } from "../../testing/fresh-storage.js";
import { fillWithPeople, marked } from "../../testing/marked-person.js";

let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  ports = memoryPorts();
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

const family = "801-555-0142";
const appointment = (id: number, patient_id: string | null, phone: string, more: object = {}) => ({
  ...{ kind: "appointment", id, appointment_at: "2026-03-05T15:00:00Z", patient_id, phone, patient_name: "Cal Reed" },
  ...more,
});
const call = (id: number, from_number: string) => ({
  ...{ kind: "call", id, called_at: "2026-03-02T16:00:00Z", from_number, tracking_number: "0100" },
});
const load = (...lines: unknown[]) => domain.bundle.load(account, bundleOf(lines));
const calls = async () =>
  (await readList(ports.storage, account, "conversions")).items.map((item) => item["conversion_id"]).sort();

describe("erasing a person", () => {
  it("reports every kind in a fixed order", async () => {
    const { kinds } = await domain.erasure.erase(account, { patientId: "MRN-1" });
    expect(Object.keys(kinds)).toEqual([
      "appointment",
      "invite",
      "review",
      "nps_survey",
      "survey_response",
      "call",
      "submission",
      "import_error",
      "staged_row",
      "import_change",
      "patient_survey_warning",
      "survey_visit",
      "stop",
      "kept_response",
      "tracker_event",
    ]);
  });

  it("deletes the person's entries from all lists, and changes no other entry", async () => {
    await fillWithPeople(domain, ports, account);
    const { reached } = await readChanges(ports.storage, account);
    await domain.erasure.erase(account, { phone: marked.phone });
    const { changes } = await readChanges(ports.storage, account, { after: reached });
    expect(changes.filter(({ op }) => op !== "delete")).toEqual([]);
    expect([...new Set(changes.map(({ list }) => list))].sort()).toEqual([
      "appointments",
      "cahps-parsed-files/warnings",
      "calls",
      "conversions",
      "integration-imports/appointments",
      "integration-imports/invites",
      "invites",
      "reviews",
      "survey-responses",
      "surveys",
    ]);
  });

  it("deletes the patient and all records with the patient's contacts, linked or not", async () => {
    const email = "cal@example.com";
    await load(
      ...[appointment(1, "MRN-1", "801-555-0101", { email }), call(1, "8015550101"), call(2, "801-555-0199")],
      { kind: "invite", id: 5, type: "email", sent_to: "CAL@example.com", sent_at: "2026-03-06T00:00:00Z" },
    );
    const { kinds } = await domain.erasure.erase(account, { patientId: "MRN-1" });
    expect(kinds).toMatchObject({ appointment: 1, call: 1, invite: 1 });
    expect(await calls()).toEqual(["call-2"]);
  });

  it("keeps other patients with the same phone number", async () => {
    await load(appointment(1, "MRN-1", family), appointment(2, "MRN-2", family), call(1, family));
    const report = await domain.erasure.erase(account, { patientId: "MRN-2" });
    expect(report).toMatchObject({ sharedContacts: 1, kinds: { appointment: 1, call: 0 } });
    expect(await calls()).toEqual(["call-1"]);
  });

  it("deletes calls that led to a deleted appointment, even if another patient has the phone number", async () => {
    await load(appointment(1, "MRN-1", family), appointment(2, "MRN-2", family), call(1, family));
    const report = await domain.erasure.erase(account, { patientId: "MRN-1" });
    expect(report).toMatchObject({ sharedContacts: 1, kinds: { appointment: 1, call: 1 } });
    expect(await calls()).toEqual([]);
  });

  it("deletes all patients with a phone number that the request names", async () => {
    await load(appointment(1, "MRN-1", family), appointment(2, "MRN-2", family), appointment(3, "MRN-2", "8015550103"));
    const { kinds } = await domain.erasure.erase(account, { phone: family });
    expect(kinds).toMatchObject({ appointment: 3 });
  });

  it("deletes submissions that led to a deleted appointment, whatever their phone number is", async () => {
    await load(appointment(1, "MRN-1", "801-555-0101"), {
      ...{ kind: "submission", id: 9, submission_date: "2026-03-02T16:00:00Z", scct_parameter: "a" },
      ...{ phone_number: "801-555-0177", conversion_type: "Online", patient_name: "Cal Reed", patient_id: "MRN-1" },
    });
    expect((await domain.erasure.erase(account, { phone: "801-555-0101" })).kinds).toMatchObject({ submission: 1 });
    expect(await calls()).toEqual([]);
  });

  it.each([{ patientId: " " }, { phone: "anonymous" }, { email: "none@example.com" }, { email: "cal" }])(
    "rejects %j, which does not identify a person",
    async (person) => {
      const thrown = await domain.erasure.erase(account, person).catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: "invalid_person" });
      expect(String(thrown)).not.toContain("none@");
    },
  );

  it.each([
    { name: "Cal Reed" },
    { name: "Cal Reed", phone: "801-555-0101" },
    { phone: "801-555-0101", email: "cal@example.com" },
    { phone: "801-555-0101", dryRun: true },
    { phone: 8015550101 },
    { patient_id: "MRN-1" },
    {},
  ])("erases nobody, and lifts nothing, for %j, which does not have exactly one identifier", async (person) => {
    await load(appointment(1, "MRN-1", "801-555-0101"), appointment(2, "MRN-2", "801-555-0102"));
    const message = "a person must have exactly one of the keys patientId, phone, email, with a string";
    const refusal = { code: "invalid_person", message };
    for (const options of [{}, { dryRun: true }]) {
      await expect(domain.erasure.erase(account, person as never, options)).rejects.toMatchObject(refusal);
    }
    await expect(domain.erasure.lift(account, person as never)).rejects.toMatchObject(refusal);
    expect((await domain.erasure.lookUp(account, { name: "Cal Reed" })).kinds).toMatchObject({ appointment: 2 });
  });

  it("ignores identifiers that are undefined", async () => {
    await load(appointment(1, "MRN-1", "801-555-0101"));
    const person = { patientId: "MRN-1", phone: undefined } as never;
    expect((await domain.erasure.erase(account, person)).kinds).toMatchObject({ appointment: 1 });
  });
});
