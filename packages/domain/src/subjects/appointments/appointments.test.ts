import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { anAppointment, at, bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
import type { Appointment } from "./appointment.js";
import { linkWaiting, storeAppointments } from "./appointments.js";

const clock = stillClock();
let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  clock.set(at("2026-03-06T00:00:00Z"));
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

const location = { kind: "location", id: 1, location_name: "Main Street", external_location_ids: [] };
const provider = { kind: "provider", id: 10, name: "Dr. Ada Quill", external_provider_ids: [] };
const call = (id: number, called_at: string, more: object = {}) => ({
  ...{ kind: "call", id, called_at, from_number: "(801) 555-0142", tracking_number: "0100" },
  ...more,
});
const submission = (id: number, submission_date: string, more: object = {}) => ({
  ...{ kind: "submission", id, submission_date, scct_parameter: "spring-1", phone_number: "801.555.0142" },
  ...{ conversion_type: "Online", patient_name: "Cal Reed" },
  ...more,
});
const appointment = (id: number, appointment_at: string, more: object = {}) => ({
  ...{ kind: "appointment", id, appointment_at, phone: "801-555-0142", patient_id: "MRN-5", patient_name: "Cal Reed" },
  ...more,
});
const load = (...lines: unknown[]) => domain.bundle.load(account, bundleOf(lines));
const loadAt = (time: string, ...lines: unknown[]) => {
  clock.set(at(time));
  return load(...lines);
};
const list = async (name: "calls" | "conversions" = "conversions") =>
  (await readList(ports.storage, account, name)).items;
const byId = async (id: string) => (await list()).find((item) => item["conversion_id"] === id);
/** Returns each conversion's appointment date, oldest first. */
const links = async () =>
  Object.fromEntries((await list()).map((item) => [item["conversion_id"], item["appt_date"]]).reverse()) as object;
const closing = async (...appointments: number[]) =>
  (await ports.storage.transact(account, ({ conversions }) => conversions.closing(account, appointments as never))).map(
    ({ kind, id }) => `${kind}-${id}`,
  );

it("moves the time of change of all conversions of an appointment, however many", async () => {
  const calls = Array.from({ length: 25 }, (_, index) => call(index + 1, "2026-03-02T16:00:00Z"));
  await loadAt("2026-03-06T00:00:00Z", appointment(77, "2026-03-05T16:00:00Z"), ...calls.slice(0, 24));
  await loadAt("2026-03-06T00:01:00Z", calls[24]);
  const times = (await list()).map((item) => item["modified_at"]);
  expect(times).toEqual(calls.map(() => "2026-03-06T00:01:00+00:00"));
});

describe("a conversion before an appointment", () => {
  it("waits for it and then shows its location, time, patient and provider", async () => {
    await load(call(900, "2026-03-02T16:00:00Z"), location, provider);
    expect(await byId("call-900")).toMatchObject({
      ...{ appt_date: null, location_name: null, patient_id: null, patient_name: null, provider: null },
      modified_at: "2026-03-06T00:00:00+00:00",
    });
    await loadAt("2026-03-07T02:00:00Z", appointment(77, "2026-03-05T15:00:00Z", { location_id: 1, provider_id: 10 }));
    expect(await list()).toEqual([
      expect.objectContaining({
        ...{ appt_date: "2026-03-05T15:00:00+00:00", location_name: "Main Street", patient_id: "MRN-5" },
        ...{ patient_name: "Cal Reed", provider: "Dr. Ada Quill", modified_at: "2026-03-07T02:00:00+00:00" },
      }),
    ]);
    expect(await list("calls")).toMatchObject([
      {
        ...{ appt_date: "3/5/2026 3:00:00 pm", location_name: "Main Street", patient_id: "MRN-5" },
        ...{ patient_name: "Cal Reed", provider: "Dr. Ada Quill" },
      },
    ]);
  });

  it("is linked to a stored appointment", async () => {
    await load(appointment(77, "2026-03-05"));
    await loadAt("2026-03-07T02:00:00Z", call(900, "2026-03-02T16:00:00Z"));
    expect(await byId("call-900")).toMatchObject({
      ...{ appt_date: "2026-03-05", location_name: null, provider: null, modified_at: "2026-03-07T02:00:00+00:00" },
    });
    expect(await list("calls")).toMatchObject([{ appt_date: "3/5/2026", location_name: "-", provider: "-" }]);
  });

  it("appears in modified_since once it is linked", async () => {
    await load(call(900, "2026-03-02T16:00:00Z"));
    await loadAt("2026-03-07T02:00:00Z", appointment(77, "2026-03-05T15:00:00Z"));
    const since = { modifiedSince: at("2026-03-07T00:00:00Z") };
    expect((await readList(ports.storage, account, "conversions", since)).count).toBe(1);
    expect((await readList(ports.storage, account, "calls", since)).count).toBe(1);
  });
});

describe("imported appointments", () => {
  const capture = (...appointments: Appointment[]) =>
    ports.storage.transact(account, async (stores, now) => {
      const work = await unitOfWork(stores, account, now);
      const changed = await storeAppointments(appointments, work);
      await linkWaiting(
        changed.map(({ id }) => id),
        work,
      );
      return changed;
    });
  const captured = anAppointment({ locationId: null, providerId: null });

  it("are linked immediately, and are unchanged when imported again", async () => {
    await load(call(1, "2026-03-02T16:00:00Z"), call(2, "2026-03-03T16:00:00Z"));
    clock.set(at("2026-03-07T02:00:00Z"));
    const earlier = { ...captured, id: 78 as never, at: at("2026-03-03T15:00:00Z") };
    expect(await capture(captured, earlier)).toEqual([captured, earlier]);
    expect(await links()).toEqual({ "call-1": "2026-03-03T15:00:00+00:00", "call-2": "2026-03-05T15:00:00+00:00" });
    const before = await readList(ports.storage, account, "conversions");
    clock.set(at("2026-03-08T02:00:00Z"));
    expect(await capture(captured, earlier)).toEqual([]);
    expect(await readList(ports.storage, account, "conversions")).toEqual(before);
  });

  it("are found by all of their phone numbers", async () => {
    await load(call(1, "2026-03-02T16:00:00Z", { from_number: "801-555-0199" }));
    await capture({ ...captured, phones: ["+18015550142", "+18015550199"] as never });
    expect(await byId("call-1")).toMatchObject({ patient_id: "MRN-5" });
  });
});

describe("choosing among matching appointments", () => {
  it("prefers the better match level, even if that appointment is later", async () => {
    const sister = { patient_name: "Bo Reed", patient_id: "MRN-6" };
    await load(
      submission(1, "2026-03-02T16:00:00Z"),
      appointment(1, "2026-03-03", sister),
      appointment(2, "2026-03-04"),
    );
    expect(await byId("sub-1")).toMatchObject({ patient_name: "Cal Reed" });
    await load(call(1, "2026-03-02T16:00:00Z"));
    expect(await byId("call-1")).toMatchObject({ patient_name: "Bo Reed" });
  });

  it("prefers the earliest one, treats a date as its first moment, and breaks ties by the lowest id", async () => {
    await load(
      { kind: "account", time_zone: "America/Denver" },
      call(1, "2026-03-02T16:00:00Z"),
      appointment(20, "2026-03-05T07:00:00Z", { patient_name: "Second" }),
      appointment(3, "2026-03-05", { patient_name: "First" }),
      appointment(100, "2026-03-05", { patient_name: "Third" }),
      appointment(4, "2026-03-05T07:00:01Z", { patient_name: "Fourth" }),
    );
    expect(await byId("call-1")).toMatchObject({ patient_name: "First" });
    await load(appointment(2, "2026-03-05T06:59:59Z", { patient_name: "Earlier" }), call(2, "2026-03-02T16:00:00Z"));
    expect(await links()).toEqual({ "call-1": "2026-03-05", "call-2": "2026-03-05T06:59:59+00:00" });
  });

  it("finds the best one in a bundle, regardless of the order of lines", async () => {
    await load(call(1, "2026-03-02T16:00:00Z"));
    const appointments = Array.from({ length: 7 }, (_, index) =>
      appointment(index + 1, `2026-03-${20 - index}T15:00:00Z`),
    );
    await load(...appointments);
    expect(await links()).toEqual({ "call-1": "2026-03-14T15:00:00+00:00" });
  });

  it("keeps an existing link even if a better match arrives", async () => {
    await load(call(1, "2026-03-02T16:00:00Z"), appointment(77, "2026-03-05T15:00:00Z"));
    await loadAt("2026-03-07T02:00:00Z", appointment(1, "2026-03-03T15:00:00Z"));
    expect(await byId("call-1")).toMatchObject({
      ...{ appt_date: "2026-03-05T15:00:00+00:00", modified_at: "2026-03-06T00:00:00+00:00" },
    });
  });
});

describe("an appointment with several conversions", () => {
  it("belongs to the last touch, and each added touch updates all times of change", async () => {
    // The patient contacts the practice on Monday and Wednesday. The load on Saturday adds an appointment on Friday.
    await load(call(1, "2026-03-02T16:00:00Z"), submission(1, "2026-03-04T16:00:00Z"));
    await loadAt("2026-03-07T02:00:00Z", appointment(77, "2026-03-06T15:00:00Z"));
    expect(await closing(77)).toEqual(["submission-1"]);
    expect((await list()).map((item) => item["modified_at"])).toEqual(Array(2).fill("2026-03-07T02:00:00+00:00"));

    // A call from Thursday arrives late, on Sunday.
    await loadAt("2026-03-08T09:00:00Z", call(2, "2026-03-05T16:00:00Z"));
    expect(await closing(77)).toEqual(["call-2"]);
    expect((await list()).map((item) => item["modified_at"])).toEqual(Array(3).fill("2026-03-08T09:00:00+00:00"));

    // A call from Tuesday is not the last touch, but updates the time of change of all touches.
    await loadAt("2026-03-09T09:00:00Z", call(3, "2026-03-03T16:00:00Z"));
    expect(await closing(77)).toEqual(["call-2"]);
    expect((await list()).map((item) => item["modified_at"])).toEqual(Array(4).fill("2026-03-09T09:00:00+00:00"));
  });

  it("does not affect conversions of other appointments", async () => {
    const others = { phone: "801-555-0199", patient_name: "Bo Tran" };
    await load(
      call(1, "2026-03-02T16:00:00Z"),
      appointment(77, "2026-03-06T15:00:00Z"),
      call(2, "2026-03-02T16:00:00Z", { from_number: "801-555-0199" }),
      appointment(78, "2026-03-06T15:00:00Z", others),
    );
    await loadAt("2026-03-08T09:00:00Z", call(3, "2026-03-05T16:00:00Z"));
    expect(await byId("call-2")).toMatchObject({ modified_at: "2026-03-06T00:00:00+00:00" });
  });

  it("updates thousands of conversions", async () => {
    const calls = Array.from({ length: 2_300 }, (_, index) => call(index + 1, "2026-03-02T16:00:00Z"));
    await domain.bundle.load(account, bundleOf([...calls, appointment(77, "2026-03-06T15:00:00Z")], 1_000));
    expect(await closing(77)).toEqual(["call-2300"]);
    await loadAt("2026-03-08T09:00:00Z", submission(1, "2026-03-02T16:00:00Z"));
    expect(await closing(77)).toEqual(["submission-1"]);
    expect(new Set((await list()).map((item) => item["modified_at"]))).toEqual(new Set(["2026-03-08T09:00:00+00:00"]));
  });
});

describe("a changed appointment", () => {
  const linked = [call(1, "2026-03-02T16:00:00Z"), call(2, "2026-03-03T16:00:00Z")];
  const first = appointment(77, "2026-03-05T15:00:00Z");

  it("updates its conversions and their time of change", async () => {
    await load(...linked, first, location);
    await loadAt(
      "2026-03-07T02:00:00Z",
      appointment(77, "2026-05-05", { patient_name: "Cal B. Reed", location_id: 1 }),
    );
    const submissionFacts = {
      ...{ appt_date: "2026-05-05", patient_name: "Cal B. Reed", location_name: "Main Street" },
      modified_at: "2026-03-07T02:00:00+00:00",
    };
    expect(await list()).toEqual([expect.objectContaining(submissionFacts), expect.objectContaining(submissionFacts)]);
    expect(await closing(77)).toEqual(["call-2"]);
  });

  it("keeps its conversions even if it moves before them and changes its number", async () => {
    await load(...linked, first);
    await loadAt("2026-03-07T02:00:00Z", appointment(77, "2026-02-01T15:00:00Z", { phone: "801-555-0199" }));
    expect(Object.values(await links())).toEqual(Array(2).fill("2026-02-01T15:00:00+00:00"));
  });

  it("does not update conversions that do not show the change", async () => {
    await load(...linked, first);
    await loadAt("2026-03-07T02:00:00Z", { ...first, revenue: "99.00", email: "cal@example.com" });
    expect(await byId("call-1")).toMatchObject({ modified_at: "2026-03-06T00:00:00+00:00" });
  });

  it("is linked to waiting conversions that match its new data", async () => {
    await load(call(1, "2026-03-02T16:00:00Z"), { ...first, phone: "801-555-0199" });
    expect(await links()).toEqual({ "call-1": null });
    await loadAt("2026-03-07T02:00:00Z", first);
    expect(await byId("call-1")).toMatchObject({ patient_id: "MRN-5", modified_at: "2026-03-07T02:00:00+00:00" });
  });

  it("changes nothing when it is loaded again, including the watermark", async () => {
    await load(...linked, first);
    const before = await readList(ports.storage, account, "conversions");
    const { kinds } = await loadAt("2026-03-07T02:00:00Z", ...linked, first);
    expect(kinds).toMatchObject({ call: { changed: 0 }, appointment: { lines: 1, changed: 0 } });
    expect(await readList(ports.storage, account, "conversions")).toEqual(before);
  });
});

describe("a redelivered call", () => {
  it("keeps its appointment and its time of change", async () => {
    await load(call(1, "2026-03-02T16:00:00Z"), appointment(77, "2026-03-05T15:00:00Z"));
    await loadAt("2026-03-07T02:00:00Z", call(1, "2026-03-02T16:00:00Z", { source: "email" }));
    expect(await byId("call-1")).toMatchObject({
      ...{ source: "email", patient_id: "MRN-5", modified_at: "2026-03-06T00:00:00+00:00" },
    });
    expect(await closing(77)).toEqual(["call-1"]);
  });
});

describe("a known caller", () => {
  it.each([
    ["is not a new patient after an earlier appointment", "2026-03-02T15:59:59Z", false],
    ["is a new patient despite an appointment in the same second", "2026-03-02T16:00:00Z", true],
    ["is not a new patient after an appointment on an earlier day", "2026-03-01", false],
    ["is a new patient despite an appointment on the same day", "2026-03-02", true],
  ])("%s", async (_, when, expected) => {
    await load(call(1, "2026-03-02T16:00:00Z"), appointment(77, when));
    expect(await byId("call-1")).toMatchObject({ new_patient: expected });
  });

  it("is a new patient according to the days of the account's time zone", async () => {
    // 17:30 in Denver on March 2 is March 3 in UTC.
    const zone = { kind: "account", time_zone: "America/Denver" };
    await load(zone, call(1, "2026-03-03T00:30:00Z"), call(2, "2026-03-03T07:00:00Z"), appointment(77, "2026-03-02"));
    expect(await byId("call-1")).toMatchObject({ new_patient: true });
    expect(await byId("call-2")).toMatchObject({ new_patient: false });
  });
});
