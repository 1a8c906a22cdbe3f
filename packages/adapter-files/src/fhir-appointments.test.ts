import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import type { ImportRow } from "@repute/domain";
import { all, temporaryFile } from "../test/temporary-file.js";
import { appointmentFile } from "./appointment-file.js";

const coding = (code: string) => ({ coding: [{ code }] });
const patient = {
  resourceType: "Patient",
  id: "p1",
  identifier: [
    { system: "urn:ehr", value: "998" },
    { type: coding("MR"), value: "M1" },
  ],
  name: [
    { use: "maiden", family: "Poe", given: ["Ann"] },
    { use: "official", family: "Lee", given: ["Ann", "May"] },
  ],
  telecom: [
    { system: "phone", value: "801-555-0101", use: "home" },
    { system: "phone", value: "801-555-0199", use: "old" },
    { system: "phone", value: "801-555-0100", use: "mobile" },
    { system: "phone", value: "801-555-0102", use: "work" },
    { system: "email", value: "ann@example.com" },
  ],
  birthDate: "1980-01-02",
  address: [{ city: "Ogden" }, { state: "UT" }],
};
const location = { resourceType: "Location", id: "l1", name: "Ogden", identifier: [{ value: "OG-1" }] };
const practitioner = {
  resourceType: "Practitioner",
  id: "d1",
  identifier: [{ value: "D7" }, { system: "http://hl7.org/fhir/sid/us-npi", value: "1234567893" }],
  name: [{ family: "Bo", given: ["Cy"] }],
};
const to = (reference: string, more: object = {}) => ({ actor: { reference, ...more }, status: "accepted" });
const appointment = {
  resourceType: "Appointment",
  id: "a1",
  status: "booked",
  start: "2026-03-02T09:00:00-07:00",
  created: "2026-02-01",
  participant: [to("Patient/p1", { display: "Ms. Ann Lee" }), to("Practitioner/d1"), to("Location/l1")],
};
const row = {
  appointmentId: "a1",
  patientId: "M1",
  firstName: "Ann",
  lastName: "Lee",
  dateOfBirth: "1980-01-02",
  mobilePhone: "801-555-0100",
  homePhone: "801-555-0101",
  workPhone: "801-555-0102",
  email: "ann@example.com",
  state: "UT",
  appointmentDate: "2026-03-02T09:00:00-07:00",
  bookedAt: "2026-02-01",
  status: "booked",
  location: "l1",
  provider: "1234567893",
  others: { location: ["OG-1", "Ogden"], provider: ["d1", "D7", "Bo, Cy"] },
};
const bundle = (...resources: readonly object[]) => ({
  resourceType: "Bundle",
  type: "searchset",
  link: [{ relation: "self", url: "https://ehr.example/Appointment" }],
  entry: resources.map((resource) => ("resource" in resource ? resource : { resource })),
});
const contained = {
  ...appointment,
  contained: [
    { ...patient, id: "p" },
    { ...location, id: "l" },
    { ...practitioner, id: "d" },
  ],
  participant: [to("#p"), to("#d"), to("#l")],
};
const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

describe("appointmentFile with FHIR appointments", () => {
  const written = temporaryFile();
  const rowsOf = async (content: string | Buffer, onNotice = (_: string) => {}): Promise<ImportRow[]> =>
    all(appointmentFile(await written(content), { onNotice }).read());

  it.each([
    [
      "a bundle with patients after appointments",
      JSON.stringify(bundle(appointment, patient, location, practitioner), null, 2),
    ],
    ["a bundle on one line", JSON.stringify(bundle(appointment, patient, location, practitioner))],
    ["one bundle per line", lines(bundle(appointment, patient), bundle(location, practitioner))],
    ["an array on one line", JSON.stringify([appointment, patient, location, practitioner])],
    ["an array", JSON.stringify([appointment, patient, location, practitioner], null, 1)],
    ["gzip", gzipSync(JSON.stringify(bundle(appointment, patient, location, practitioner)))],
  ])("reads %s", async (_, content) => {
    expect(await rowsOf(content)).toEqual([{ row: 1, ...row }]);
  });

  it.each([
    ["over several lines", JSON.stringify(contained, null, 2)],
    ["on one line", `\ufeff${lines(contained)}`],
  ])("reads contained resources %s, whose ids mean nothing outside", async (_, content) => {
    const others = { location: ["Ogden"], provider: ["D7", "Bo, Cy"] };
    expect(await rowsOf(content)).toEqual([{ row: 1, ...row, location: "OG-1", others }]);
  });

  it("accepts patients on separate lines before or after appointments", async () => {
    expect(await rowsOf(lines(patient, appointment, location, practitioner))).toEqual([{ row: 2, ...row }]);
  });

  it.each([
    ["urn:uuid:5a2e", "urn:uuid:5a2e"],
    ["https://ehr.example/Patient/p1", "Patient/p1"],
    ["https://ehr.example/Patient/p1", "https://ehr.example/Patient/p1"],
    ["https://ehr.example/Patient/p1", "https://other.example/Patient/p1"],
  ])("finds a patient with the full URL %s by the reference %s", async (fullUrl, reference) => {
    const one = { ...appointment, participant: [to(reference)] };
    expect(await rowsOf(JSON.stringify(bundle(one, { fullUrl, resource: patient })))).toMatchObject([
      { patientId: "M1", lastName: "Lee" },
    ]);
  });

  it("uses the text of a reference if its resource is not in the file", async () => {
    const participant = [
      to("Patient/p9", { display: "Ann Lee" }),
      to("Practitioner/d9", { display: "Dr. Bo" }),
      to("Location/l9"),
      { ...to("Practitioner/d8", { display: "Dr. No" }), status: "declined" },
    ];
    expect(await rowsOf(lines({ ...appointment, participant }))).toEqual([
      {
        ...{
          row: 1,
          appointmentId: "a1",
          appointmentDate: row.appointmentDate,
          bookedAt: row.bookedAt,
          status: "booked",
        },
        ...{ patientId: "p9", fullName: "Ann Lee", provider: "d9", location: "l9" },
        others: { location: [], provider: ["Dr. Bo"] },
      },
    ]);
  });

  it("uses the patient's current name", async () => {
    const named = { ...patient, name: [{ use: "old", family: "Poe" }, { text: "Ann Lee" }], identifier: [] };
    const [first] = await rowsOf(lines(appointment, named));
    expect(first).toMatchObject({ fullName: "Ann Lee", patientId: "p1" });
    expect(first).not.toHaveProperty("lastName");
  });

  it("does not use the id of a contained patient as the patient id", async () => {
    const one = { ...contained, contained: [{ ...patient, id: "p", identifier: undefined }] };
    expect((await rowsOf(lines(one)))[0]).not.toHaveProperty("patientId");
  });

  it("reports resources of other types, resources over 1 MB and values that are not resources", async () => {
    const long = { ...appointment, comment: "Ann".repeat(400_000) };
    const included = { resource: { resourceType: "Encounter" }, search: { mode: "include" } };
    const entries = [
      appointment,
      { resourceType: "Encounter" },
      long,
      included,
      { resource: "Ann" },
      { ...appointment, id: "a2" },
    ];
    const expected = [
      { row: 1, appointmentId: "a1" },
      { row: 2, problem: "is a resource of type Encounter, expected a resource of type Appointment" },
      { row: 3, problem: "is longer than 1 MB" },
      { row: 5, problem: "is not a FHIR resource, expected a resource of type Appointment" },
      { row: 6, appointmentId: "a2" },
    ];
    expect(await rowsOf(JSON.stringify(bundle(...entries)))).toMatchObject(expected);
    expect(await rowsOf(lines(appointment, { resourceType: "Ann Lee" }, long))).toMatchObject([
      { row: 1 },
      { row: 2, problem: "is not a FHIR resource, expected a resource of type Appointment" },
      { row: 3, problem: "is longer than 1 MB" },
    ]);
    expect(await rowsOf(`${lines(appointment)}{"resourceType":"Appointment","id":"a\n7\n`)).toMatchObject([
      { row: 1 },
      { row: 2, problem: expect.stringMatching("^is not valid JSON") },
      { row: 3, problem: expect.stringMatching("^is not a FHIR resource") },
    ]);
  });

  it("accepts names of built-in JavaScript properties", async () => {
    const odd = { ...appointment, status: "constructor", participant: [to("toString/valueOf"), to("__proto__/p1")] };
    expect(await rowsOf(lines(odd, { resourceType: "constructor", id: "p1" }))).toEqual([
      {
        row: 1,
        appointmentId: "a1",
        appointmentDate: row.appointmentDate,
        bookedAt: row.bookedAt,
        status: "constructor",
      },
      { row: 2, problem: expect.stringMatching("^is not a FHIR resource") },
    ]);
  });

  const page = (next: boolean, ...resources: readonly object[]) => ({
    ...bundle(...resources),
    link: [{ relation: "self", url: "x" }, ...(next ? [{ relation: "next", url: "y" }] : [])],
  });

  it.each([
    ["on one line", JSON.stringify(page(true, appointment))],
    ["over several lines", JSON.stringify(page(true, appointment), null, 1)],
    [
      "with its links at the end",
      JSON.stringify({ entry: page(true, appointment).entry, link: page(true).link }, null, 1),
    ],
    ["as the last page of two", lines(page(true, appointment), page(true, { ...appointment, id: "a2" }))],
    ["in an array", JSON.stringify([page(false, appointment), page(true, appointment)], null, 1)],
  ])("rejects a bundle %s that links to a next page", async (_, content) => {
    await expect(rowsOf(content)).rejects.toMatchObject({ code: "file_incomplete", kind: "invalid" });
  });

  it("reads the pages of a search with one bundle per line", async () => {
    const rows = await rowsOf(lines(page(true, appointment), page(false, { ...appointment, id: "a2" }, patient)));
    expect(rows.map(({ appointmentId }) => appointmentId)).toEqual(["a1", "a2"]);
  });

  it.each([
    ["one bundle on one line", JSON.stringify(bundle(patient, appointment, { resourceType: "Observation" }))],
    [
      "one bundle over several lines",
      JSON.stringify(bundle(patient, appointment, { resourceType: "Observation" }), null, 1),
    ],
    ["an array on one line", JSON.stringify([patient, appointment, { resourceType: "Observation" }])],
    ["two bundles, one per line", lines(bundle(patient), bundle(appointment, { resourceType: "Observation" }))],
    ["an array of bundles", JSON.stringify([bundle(patient), bundle(appointment, { resourceType: "Observation" })])],
    ["a bundle and two resources", lines(bundle(patient), appointment, { resourceType: "Observation" })],
  ])("numbers the entries of %s by their position in the file", async (_, content) => {
    expect((await rowsOf(content)).map(({ row, problem }) => [row, problem !== undefined])).toEqual([
      [2, false],
      [3, true],
    ]);
  });

  it("ignores links of resources other than the bundle", async () => {
    const linked = { ...appointment, link: [{ relation: "next" }] };
    expect(await rowsOf(JSON.stringify(bundle(linked), null, 1))).toMatchObject([{ appointmentId: "a1" }]);
  });

  it("returns no rows for a search without results", async () => {
    expect(await rowsOf(JSON.stringify(bundle()))).toEqual([]);
    expect(await rowsOf(JSON.stringify(bundle(), null, 1))).toEqual([]);
    expect(await rowsOf("[]")).toEqual([]);
  });

  it.each([
    ["only patients", lines(patient), "it contains no FHIR Appointment"],
    ["other JSON", JSON.stringify({ calls: [{ id: 1 }] }, null, 1), "it contains no FHIR Appointment"],
    [
      "a truncated bundle",
      JSON.stringify(bundle(appointment, patient), null, 1).slice(0, 900),
      "the JSON is incomplete",
    ],
    ["endless brackets", "[\n".repeat(100_000), "the JSON is incomplete"],
    ["an endless string", `{"resourceType":\n"${"Ann ".repeat(500_000)}`, "the JSON is incomplete"],
  ])("rejects %s", async (_, content, reason) => {
    await expect(rowsOf(content)).rejects.toMatchObject({
      code: "file_unreadable",
      message: `cannot read the file: ${reason}`,
    });
  });

  it("reads strings that contain brackets or quotes or span two chunks of the file", async () => {
    const entries = Array.from({ length: 400 }, (_, index) => ({
      ...appointment,
      id: `a${index}`,
      comment: `"}]{[\\"é😀`.repeat(index),
    }));
    const rows = await rowsOf(JSON.stringify(bundle(...entries), null, 1));
    expect(rows.map(({ appointmentId }) => appointmentId)).toEqual(entries.map(({ id }) => id));
    expect(rows.every(({ problem }) => problem === undefined)).toBe(true);
  });

  const read = async (...values: readonly unknown[]) => (await rowsOf(lines(...values)))[0];
  const placesOf = async (...values: readonly unknown[]) => {
    const { location: place, provider, others } = (await read(...values)) ?? {};
    return { locations: [place, ...(others?.location ?? [])], providers: [provider, ...(others?.provider ?? [])] };
  };
  const withActors = (...actors: readonly object[]) => ({
    ...appointment,
    participant: actors.map((actor) => ("actor" in actor ? actor : { actor, status: "accepted" })),
  });

  it("tries the id of a reference before its identifier, the name of the resource and the display", async () => {
    const place = { ...location, identifier: [{ value: "old", use: "old" }, { value: "OG-1" }] };
    const doctor = { ...practitioner, name: [{ family: "Bo", given: ["Cy"], text: "Dr. Cy Bo" }] };
    const actors = [
      { reference: "https://ehr.example/Location/l1/_history/2", display: "Ogden Cl." },
      { reference: "Practitioner/d1", display: "Bo MD, Cy" },
      { type: "Practitioner", identifier: { value: "D9" }, display: "Dr. No" },
    ];
    expect(await placesOf(withActors(...actors), place, doctor)).toEqual({
      locations: ["l1", "OG-1", "Ogden", "Ogden Cl."],
      providers: ["1234567893", "d1", "D7", "Bo, Cy", "Dr. Cy Bo", "Bo MD, Cy", "D9", "Dr. No"],
    });
  });

  it("follows slots to schedules, and schedules to locations and practitioners", async () => {
    const slot = { resourceType: "Slot", id: "s1", schedule: { reference: "Schedule/c1" } };
    const actor = [{ reference: "Location/l1" }, { reference: "PractitionerRole/r1" }];
    const schedule = { resourceType: "Schedule", id: "c1", actor };
    const role = { resourceType: "PractitionerRole", id: "r1", practitioner: { reference: "Practitioner/d1" } };
    const one = { ...withActors({ reference: "Patient/p1" }), slot: [{ reference: "Slot/s1" }] };
    const expected = {
      locations: ["l1", "OG-1", "Ogden"],
      providers: ["1234567893", "d1", "D7", "Bo, Cy", "r1"],
    };
    expect(await placesOf(one, slot, schedule, role, practitioner, location, patient)).toEqual(expected);
    const within = {
      ...one,
      contained: [
        { ...slot, schedule: { reference: "#c" } },
        { ...schedule, id: "c" },
      ],
    };
    expect(await placesOf({ ...within, slot: [{ reference: "#s1" }] }, role, practitioner, location, patient)).toEqual(
      expected,
    );
  });

  it("follows roles to practitioners, locations and services, and locations to the location they are part of", async () => {
    const role = {
      ...{ resourceType: "PractitionerRole", id: "r1", practitioner: { reference: "#d" } },
      location: [{ reference: "Location/l2", display: "Room 2" }],
      healthcareService: [{ reference: "HealthcareService/h1" }],
      contained: [{ ...practitioner, id: "d" }],
    };
    const room = { resourceType: "Location", id: "l2", partOf: { reference: "Location/l1" } };
    const service = { resourceType: "HealthcareService", id: "h1", location: [{ reference: "Location/l3" }] };
    const one = withActors({ reference: "PractitionerRole/r1", display: "Cy Bo, cardiology" });
    expect(await placesOf(one, role, room, location, service)).toEqual({
      locations: ["l2", "Room 2", "l1", "OG-1", "Ogden", "l3"],
      providers: ["1234567893", "D7", "Bo, Cy", "r1", "Cy Bo, cardiology"],
    });
  });

  it("stops at cycles, missing resources and long chains", async () => {
    const rooms = Array.from({ length: 99 }, (_, index) => ({
      ...{ resourceType: "Location", id: `l${index}` },
      partOf: { reference: `Location/l${(index + 1) % 60}` },
    }));
    const one = { ...withActors({ reference: "Location/l0" }), slot: [{ reference: "Slot/none" }, {}, null] };
    expect((await placesOf(one, rooms)).locations).toEqual(rooms.slice(0, 21).map(({ id }) => id));
    const wide = Array.from({ length: 5_000 }, (_, index) => ({ reference: `Location/w${index}` }));
    const schedule = { resourceType: "Schedule", id: "c1", actor: wide };
    expect((await placesOf({ ...one, slot: [{ reference: "Schedule/c1" }] }, schedule)).locations).toHaveLength(21);
  });

  it("uses participants that declined only if there are no others of their kind", async () => {
    const [no, yes] = [{ ...to("Practitioner/d1"), status: "declined" }, to("Practitioner/d2")];
    expect(await placesOf(withActors(no, yes))).toMatchObject({ providers: ["d2"] });
    expect(await placesOf(withActors(no, to("Location/l1")))).toEqual({ locations: ["l1"], providers: ["d1"] });
  });

  const answered = (answer: string, more: object = {}) => ({
    ...appointment,
    ...more,
    participant: [
      { ...to("Patient/p1"), status: answer },
      { ...to("Practitioner/d1"), status: "needs-action" },
    ],
  });

  it.each([
    ["an accepted appointment", answered("accepted"), patient, "booked"],
    [
      "an unanswered appointment whose patient came",
      answered("needs-action", { status: "fulfilled" }),
      patient,
      "fulfilled",
    ],
    ["an unanswered appointment", answered("needs-action"), patient, "booked | needs-action"],
    ["a tentative answer", answered("tentative", { status: "pending" }), patient, "pending | tentative"],
    ["a patient who declined", answered("declined"), patient, "booked | declined"],
    ["an answer without a status", answered("declined", { status: undefined }), patient, "declined"],
    ["an error", answered("accepted", { status: "entered-in-error" }), patient, "entered-in-error"],
    [
      "a reason",
      answered("accepted", { status: "fulfilled", cancelationReason: { text: "x" } }),
      patient,
      "fulfilled | contradictory",
    ],
    [
      "the reason of FHIR R5",
      answered("declined", { status: "checked-in", cancellationReason: { coding: [{ code: "pat" }] } }),
      patient,
      "checked-in | contradictory",
    ],
    ["a reason without content", answered("accepted", { cancelationReason: {} }), patient, "booked"],
    [
      "a reason of a cancelled visit",
      answered("accepted", { status: "cancelled", cancelationReason: { text: "x" } }),
      patient,
      "cancelled",
    ],
  ])("joins the texts of a status: %s", async (_, one, person, status) => {
    expect(await read(one, person)).toMatchObject({ status, patientId: "M1", firstName: "Ann" });
  });

  it.each([
    [{ deceasedBoolean: true }, true],
    [{ deceasedDateTime: "2026-02" }, true],
    [{ deceasedBoolean: false }, undefined],
  ])("marks a patient who died: %j", async (death, isDeceased) => {
    const row = await read(answered("accepted"), { ...patient, ...death });
    expect([row?.status, row?.isDeceased]).toEqual(["booked", isDeceased]);
  });

  it("reports contradictory statuses and times without a zone once, without content of the file", async () => {
    const notices: string[] = [];
    const odd = { ...appointment, start: "2026-11-18T09:00:00", cancelationReason: { text: "Ann Lee" } };
    const rows = await rowsOf(lines(odd, { ...odd, id: "a2" }, { ...appointment, id: "a3" }), (text) =>
      notices.push(text),
    );
    expect(rows.map(({ appointmentDate }) => appointmentDate)).toEqual([odd.start, odd.start, appointment.start]);
    expect(notices.toSorted()).toEqual([
      expect.stringMatching(/^some appointments have a reason for a cancellation/),
      expect.stringMatching(/^some appointments have a time without a time zone/),
    ]);
  });

  const version = (meta: object, more: object = {}) => ({ ...appointment, meta, ...more });

  it.each([
    ["numbers", version({ versionId: "10" }), version({ versionId: "9" })],
    ["times", version({ lastUpdated: "2026-03-02T00:30:00+02:00" }), version({ lastUpdated: "2026-03-01T22:15:00Z" })],
    [
      "numbers before times",
      version({ versionId: "2", lastUpdated: "2026-01-01T00:00:00Z" }),
      version({ versionId: "1", lastUpdated: "2026-02-01T00:00:00Z" }),
    ],
    [
      "times if a version is not a number",
      version({ versionId: "a", lastUpdated: "2026-02-01T00:00:00Z" }),
      version({ versionId: "2", lastUpdated: "2026-01-01T00:00:00Z" }),
    ],
  ])("keeps only the newest version of an appointment, by %s", async (_, newest, older) => {
    expect(await rowsOf(lines({ ...newest, status: "cancelled" }, older))).toMatchObject([
      { row: 1, status: "cancelled" },
    ]);
    expect(await rowsOf(lines(older, { ...newest, status: "cancelled" }))).toMatchObject([
      { row: 2, status: "cancelled" },
    ]);
  });

  it("returns all appointments that cannot be compared, and of equal versions the last one", async () => {
    expect(await rowsOf(lines(appointment, appointment))).toHaveLength(2);
    expect(await rowsOf(lines(version({ versionId: "1" }), version({ versionId: "1" })))).toMatchObject([{ row: 2 }]);
    expect(await rowsOf(lines(version({ versionId: "a" }), version({ versionId: "b" })))).toHaveLength(2);
    const unnamed = { id: undefined, identifier: undefined };
    expect(
      await rowsOf(lines(version({ versionId: "1" }, unnamed), version({ versionId: "2" }, unnamed))),
    ).toHaveLength(2);
  });

  it("uses the newest version of other resources too, and reads deletions of a history", async () => {
    const [moved, before] = [
      { ...patient, meta: { versionId: "2" }, birthDate: "1981-01-02" },
      { ...patient, meta: { versionId: "1" } },
    ];
    expect(await read(appointment, moved, before)).toMatchObject({ dateOfBirth: "1981-01-02" });
    const deletion = {
      request: { method: "DELETE", url: "Appointment/a1" },
      response: { status: "204", etag: 'W/"3"', lastModified: "2026-03-01T00:00:00Z" },
    };
    const history = bundle(appointment);
    const entry = [deletion, { resource: version({ versionId: "2" }) }];
    expect(await rowsOf(JSON.stringify({ ...history, type: "history", entry }))).toEqual([
      { row: 1, appointmentId: "a1", status: "deleted" },
    ]);
  });

  it("orders contacts by rank, and skips old contacts and contacts that ended before the appointment", async () => {
    const phone = (value: string, more: object = {}) => ({ system: "phone", value, use: "mobile", ...more });
    const telecom = [
      phone("1", { period: { end: "2026-03-01" } }),
      phone("2"),
      phone("3", { rank: 2, period: { end: "2026-03" } }),
      phone("4", { rank: 1, use: "old" }),
      phone("5", { rank: 1, period: { end: "2025" } }),
      { system: "email", value: "a@example.com", rank: 9 },
      { system: "email", value: "b@example.com", rank: 3 },
    ];
    const address = [
      { state: "CO", use: "old" },
      { state: "ID", period: { end: "2026-03-01T23:00:00-07:00" } },
      { state: "UT", period: { start: "2026-03-02" } },
    ];
    const moved = { ...patient, telecom, address };
    expect(await read(appointment, moved)).toMatchObject({ mobilePhone: "3", email: "b@example.com", state: "UT" });
    const none = { ...appointment, start: undefined, status: "proposed" };
    expect(await read(none, moved)).toMatchObject({ mobilePhone: "5", state: "ID", status: "proposed" });
  });

  it("does not use a social security number or a license as the patient id", async () => {
    const identifier = [
      { system: "http://hl7.org/fhir/sid/us-ssn", value: "999-12-3456" },
      { type: coding("DL"), value: "S999" },
      { value: "C7" },
    ];
    expect(await read(appointment, { ...patient, identifier })).toMatchObject({ patientId: "C7" });
  });
});
