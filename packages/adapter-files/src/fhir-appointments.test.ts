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
  location: "Ogden",
  provider: "1234567893",
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
  const rowsOf = async (content: string | Buffer): Promise<ImportRow[]> =>
    all(appointmentFile(await written(content)).read());

  it.each([
    [
      "a bundle with patients after appointments",
      JSON.stringify(bundle(appointment, patient, location, practitioner), null, 2),
    ],
    ["a bundle on one line", JSON.stringify(bundle(appointment, patient, location, practitioner))],
    ["contained resources", JSON.stringify(contained, null, 2)],
    ["one resource per line", `\ufeff${lines(contained)}`],
    ["one bundle per line", lines(bundle(appointment, patient), bundle(location, practitioner))],
    ["an array on one line", JSON.stringify([appointment, patient, location, practitioner])],
    ["an array", JSON.stringify([appointment, patient, location, practitioner], null, 1)],
    ["gzip", gzipSync(JSON.stringify(bundle(appointment, patient, location, practitioner)))],
  ])("reads %s", async (_, content) => {
    expect(await rowsOf(content)).toEqual([{ row: 1, ...row }]);
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
        ...{ patientId: "p9", fullName: "Ann Lee", provider: "Dr. Bo", location: "l9" },
      },
    ]);
  });

  it("uses the patient's current name, and the practitioner's name if there is no number", async () => {
    const named = { ...patient, name: [{ use: "old", family: "Poe" }, { text: "Ann Lee" }], identifier: [] };
    const doctor = { ...practitioner, identifier: [{ value: "D7" }] };
    const [first] = await rowsOf(lines(appointment, named, doctor));
    expect(first).toMatchObject({ fullName: "Ann Lee", patientId: "p1", provider: "Bo, Cy" });
    expect(first).not.toHaveProperty("lastName");
  });

  it("does not use the id of a contained patient as the patient id", async () => {
    const one = { ...contained, contained: [{ ...patient, id: "p", identifier: undefined }] };
    expect((await rowsOf(lines(one)))[0]).not.toHaveProperty("patientId");
  });

  it("reports appointments entered in error as deleted", async () => {
    expect(await rowsOf(lines({ ...appointment, status: "entered-in-error" }))).toMatchObject([{ status: "deleted" }]);
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
});
