import { describe, expect, it } from "@jest/globals";
import { aProvider, anImportRow, at } from "../../testing/builders.js";
import { importPractice as anyPractice } from "../../testing/practices.js";
import type { Appointment } from "../appointments/appointment.js";
import type { Invite } from "../invites/invite.js";
import { defaultConnection } from "./import-connection.js";
import { withdrawalsOfRun } from "./withdrawals.js";

const importPractice = (practice: Parameters<typeof anyPractice>[0] = {}) =>
  anyPractice({ ...practice, connection: { maxPastDays: 60, ...practice?.connection } });

type Practice = Awaited<ReturnType<typeof importPractice>>;

const appointmentsOf = ({ ports, account }: Practice): Promise<Appointment[]> =>
  ports.storage.read(account, ({ appointments }) => appointments.page(account, { after: 0, limit: 100 }));
const invitesOf = ({ ports, account }: Practice): Promise<Invite[]> =>
  ports.storage.read(account, ({ invites }) => invites.page(account, { after: 0, limit: 100 }));

const names = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim"];

/** Rows of eleven patients, with and without a mobile phone, an email address and a date of birth. */
const complete = names.map((firstName, index) =>
  anImportRow({
    ...{ appointmentId: `A-${index}`, patientId: `M-${index}`, firstName, lastName: "Reed" },
    ...{ appointmentDate: `5/${11 + index}/2026 10:00`, mobilePhone: index % 3 ? `801-555-01${40 + index}` : "" },
    ...{
      email: index % 2 || index % 3 === 0 ? `${firstName}@example.com` : "",
      dateOfBirth: index % 6 ? "5/1/1980" : "",
    },
  }),
);
const lacking = (...fields: readonly (keyof ReturnType<typeof anImportRow>)[]) =>
  complete.map((row) => ({ ...row, ...Object.fromEntries(fields.map((field) => [field, ""])) }));

const withoutTime = (row: (typeof complete)[0]) => ({
  ...row,
  appointmentDate: row.appointmentDate?.slice(0, 9) ?? "",
});

const shuffled = (rows: typeof complete) => [...rows.slice(4), ...rows.slice(0, 4)];

describe("a file that is imported again after its columns were corrected", () => {
  it.each([
    ["the appointment and patient ids", lacking("appointmentId", "patientId")],
    ["the patient ids", lacking("patientId")],
    ["the appointment ids", lacking("appointmentId")],
    ["the ids and the providers", lacking("appointmentId", "patientId", "provider")],
    ["the ids and the dates of birth", lacking("appointmentId", "patientId", "dateOfBirth")],
    ["the appointment ids and the names", lacking("appointmentId", "firstName", "lastName")],
    ["the ids and the times of day", lacking("appointmentId", "patientId").map(withoutTime)],
    ["the ids and the phone numbers", lacking("appointmentId", "patientId", "mobilePhone")],
  ])("stores nothing twice if the first import lacked %s", async (_, first) => {
    const practice = await importPractice({ connection: { inviteIntervalDays: 0 } });
    await practice.run(first);
    const second = await practice.run(shuffled(complete));
    expect(second).toMatchObject({ rows_processed: 11, new_patients: 0 });
    expect(await appointmentsOf(practice)).toHaveLength(11);
    expect((await appointmentsOf(practice)).map(({ source }) => source?.ref).sort()).toEqual(
      complete.map(({ appointmentId }) => appointmentId).sort(),
    );
    expect((await appointmentsOf(practice)).every(({ patientId }) => patientId !== null)).toBe(true);
    expect(await invitesOf(practice)).toHaveLength(11);
    const third = await practice.run(complete);
    expect(third.errors).toMatchObject({ appointments: { duplicate_appointment: 11 } });
    expect(await invitesOf(practice)).toHaveLength(11);
  });

  it.each([
    ["the appointment and patient ids", lacking("appointmentId", "patientId")],
    ["the appointment ids", lacking("appointmentId")],
    ["the ids and the providers", lacking("appointmentId", "patientId", "provider")],
    ["the ids and the times of day", lacking("appointmentId", "patientId").map(withoutTime)],
  ])("stores nothing twice and forgets nothing if the second import lacks %s", async (_, second) => {
    const practice = await importPractice({ connection: { inviteIntervalDays: 0 } });
    await practice.run(complete);
    const before = await appointmentsOf(practice);
    expect((await practice.run(second)).errors).toMatchObject({ appointments: { duplicate_appointment: 11 } });
    expect(await appointmentsOf(practice)).toEqual(before);
    expect(await invitesOf(practice)).toHaveLength(11);
  });

  it("invites the patients whose contact or name was corrected, and only them", async () => {
    const practice = await importPractice();
    const [one, two, three] = complete as [(typeof complete)[0], (typeof complete)[0], (typeof complete)[0]];
    await practice.run([{ ...one, email: "" }, { ...two, firstName: "X" }, three]);
    expect(await invitesOf(practice)).toHaveLength(1);
    expect(await practice.run([one, two, three])).toMatchObject({ scheduled_invites: 2, new_patients: 0 });
    expect(await practice.run([one, two, three])).toMatchObject({ scheduled_invites: 0, appointment_captured: 0 });
    expect(await appointmentsOf(practice)).toHaveLength(3);
  });

  it("keeps two visits on one day apart, of which only one was stored without its time", async () => {
    const practice = await importPractice();
    const [row] = complete as [(typeof complete)[0]];
    const afternoon = { ...row, appointmentId: "", appointmentDate: "5/11/2026 15:00" };
    await practice.run([{ ...withoutTime(row), appointmentId: "" }]);
    await practice.run([{ ...row, appointmentId: "" }, afternoon]);
    expect(await appointmentsOf(practice)).toHaveLength(2);
  });

  it("withdraws an appointment that was stored without its id", async () => {
    const practice = await importPractice({ connection: { maxFutureDays: 100 } });
    const row = { ...complete[1], appointmentDate: "6/20/2026 10:00" };
    await practice.run([{ ...row, appointmentId: "", patientId: "" }]);
    const { import_id: id } = await practice.run([{ ...row, status: "Cancelled" }]);
    expect(await withdrawalsOfRun(practice.ports)(practice.account, id)).toMatchObject({
      outcomes: { withdrawn: 1 },
      invites: 1,
    });
    expect(await appointmentsOf(practice)).toMatchObject([{ status: "cancelled", patientId: "M-1" }]);
    expect(await invitesOf(practice)).toEqual([]);
  });
});

describe("visits at the same time that share a contact", () => {
  const row = (overrides = {}) => anImportRow({ ...complete[1], patientId: "", ...overrides });

  it.each([
    ["another first name", { firstName: "Bea" }],
    ["another date of birth", { dateOfBirth: "5/2/1980" }],
    ["another provider", { provider: "P-11" }],
  ])("stay apart if they have %s", async (_, other) => {
    const providers = [aProvider(), aProvider({ id: 11 as never, externalIds: ["P-11"] })];
    const practice = await importPractice({ providers });
    await practice.run([row({ appointmentId: "", patientId: "M-1" })]);
    await practice.run([row({ appointmentId: "A-2", ...other })]);
    expect(await appointmentsOf(practice)).toHaveLength(2);
  });

  it("stay apart if both have an appointment id", async () => {
    const practice = await importPractice();
    await practice.run([row()]);
    await practice.run([row({ appointmentId: "A-2" })]);
    expect(await appointmentsOf(practice)).toHaveLength(2);
  });

  it("give an id to only one row", async () => {
    const practice = await importPractice();
    await practice.run([row({ appointmentId: "" })]);
    await practice.run([row({ appointmentId: "A-2" }), row({ appointmentId: "A-3" })]);
    expect((await appointmentsOf(practice)).map(({ source }) => source?.ref)).toEqual(["A-2", "A-3"]);
  });
});

describe("the invites of one person", () => {
  const visit = (day: number, overrides = {}) =>
    anImportRow({
      ...{ appointmentId: `A-${day}`, patientId: "", firstName: "Pat", lastName: "Alder", dateOfBirth: "4/2/1980" },
      ...{ appointmentDate: `5/${day}/2026 09:00`, mobilePhone: "", homePhone: "", email: "" },
      ...overrides,
    });
  const byEmail = { email: "pat@example.com" };
  const both = { ...byEmail, mobilePhone: "801-555-0142" };

  it.each([
    ["an email and a mobile phone", byEmail, both],
    ["a mobile phone and an email", both, byEmail],
    ["two mobile phones with one email", both, { ...byEmail, mobilePhone: "801-555-0143" }],
    ["two names with one date of birth", byEmail, { ...both, firstName: "Patricia" }],
    ["one name without a date of birth", byEmail, { ...both, dateOfBirth: "" }],
  ])("are one within the interval: %s", async (_, first, second) => {
    for (const together of [true, false]) {
      const practice = await importPractice();
      const files = together ? [[visit(11, first), visit(14, second)]] : [[visit(11, first)], [visit(14, second)]];
      const runs = [];
      for (const rows of files) runs.push(await practice.run(rows));
      expect(await invitesOf(practice)).toHaveLength(1);
      expect(runs.reduce((sum, { new_patients }) => sum + new_patients, 0)).toBe(1);
      expect(runs.at(-1)?.errors.invites).toEqual({ invite_day_rule: 1 });
      expect(await appointmentsOf(practice)).toHaveLength(2);
    }
  });

  it.each([
    ["another name and date of birth", { firstName: "Quinn", dateOfBirth: "4/3/2010" }],
    ["another date of birth", { dateOfBirth: "4/3/2010" }],
    ["another patient id and name", { patientId: "M-2", firstName: "Quinn" }],
  ])("are separate from the invites of a relative with %s", async (_, relative) => {
    const shared = { ...both, homePhone: "801-555-0149", ...("patientId" in relative && { patientId: "M-1" }) };
    const own = { ...shared, mobilePhone: "801-555-0143", ...relative };
    for (const together of [true, false]) {
      const practice = await importPractice();
      const files = together ? [[visit(11, shared), visit(14, own)]] : [[visit(11, shared)], [visit(14, own)]];
      for (const rows of files) await practice.run(rows);
      expect(await invitesOf(practice)).toHaveLength(2);
    }
  });

  it("are one for two connections with different appointment ids", async () => {
    const practice = await importPractice({
      others: [{ ...defaultConnection, name: "second", maxPastDays: 60, capturesAppointments: false }],
    });
    await practice.run([visit(11, byEmail)]);
    await practice.run([visit(14, { ...both, appointmentId: "B-1" })], { connection: "second" });
    expect(await invitesOf(practice)).toHaveLength(1);
  });

  it.each([
    ["one for a person who has a patient id in each of two systems", {}, 1],
    ["apart for two patient ids with different names", { firstName: "Quinn" }, 2],
    ["apart for two patient ids without dates of birth", { dateOfBirth: "" }, 2],
  ])("are %s", async (_, other, people) => {
    const practice = await importPractice({ others: [{ ...defaultConnection, name: "lab", maxPastDays: 60 }] });
    await practice.run([visit(11, { ...both, patientId: "M-1" })]);
    const theirs = { ...byEmail, patientId: "L-1", appointmentId: "B-1", ...other };
    const run = await practice.run([visit(14, theirs)], { connection: "lab" });
    expect(await invitesOf(practice)).toHaveLength(people);
    expect(run.new_patients).toBe(people - 1);
    expect(await appointmentsOf(practice)).toHaveLength(2);
  });

  it("belong to different people if many share a number", async () => {
    const practice = await importPractice();
    const letters = [..."abcdefgh"];
    const people = letters.flatMap((first) => letters.map((second) => `Pat${first}${second}`));
    const rows = (day: number) =>
      people.map((firstName, index) => {
        const mobilePhone = day === 11 ? `801-555-01${index + 10}` : "";
        const contacts = { mobilePhone, homePhone: "801-555-0100", email: `${firstName}@example.com` };
        return visit(day, { firstName, dateOfBirth: "", appointmentId: `${day}-${index}`, ...contacts });
      });
    expect(await practice.run(rows(11))).toMatchObject({ scheduled_invites: 64, new_patients: 64 });
    expect(await practice.run(rows(14))).toMatchObject({ scheduled_invites: 0, new_patients: 0 });
  });

  it.each([
    ["without an interval", { inviteIntervalDays: 0 }],
    ["for each provider", { inviteIntervalScope: "provider" as const }],
  ])("are at most the account's number per contact and day %s", async (_, connection) => {
    const providers = [1, 2, 3, 4].map((id) => aProvider({ id: id as never, externalIds: [`P-${id}`] }));
    const settings = { maxInvitesPerDay: 2 };
    const practice = await importPractice({ connection, providers, settings });
    const day = (number: number) => visit(10 + number, { ...both, firstName: "Kid", provider: `P-${number}` });
    expect((await practice.run([day(1)])).scheduled_invites).toBe(1);
    const { import_id: id, ...second } = await practice.run([day(2), day(3)]);
    expect(second).toMatchObject({ scheduled_invites: 1, errors: { invites: { invite_day_rule: 1 } } });
    expect((await practice.errorsOf(id)).map(({ item }) => item.match_info)).toEqual([{ allowed_per_day: 2 }]);
    practice.clock.set(at("2026-06-02T12:00:00Z"));
    expect((await practice.run([day(4)])).scheduled_invites).toBe(1);
  });
});

describe("the invite of an appointment whose contacts are corrected", () => {
  const future = { connection: { maxFutureDays: 60 } };
  const visit = (overrides = {}) =>
    anImportRow({ appointmentDate: "6/10/2026 09:30", mobilePhone: "801-555-0142", email: "", ...overrides });
  const mother = visit({ appointmentId: "A-9", patientId: "M-9", firstName: "Mia", dateOfBirth: "7/12/1991" });
  const recipients = async (practice: Practice) => (await invitesOf(practice)).map(({ sentTo }) => sentTo);

  it("goes to the new number, which replaces the old one", async () => {
    const practice = await importPractice(future);
    await practice.run([visit()]);
    const corrected = visit({ mobilePhone: "801-555-0143" });
    expect(await practice.run([corrected])).toMatchObject({ appointment_captured: 1, scheduled_invites: 0 });
    expect(await recipients(practice)).toEqual(["+18015550143"]);
    expect((await appointmentsOf(practice)).map(({ phones }) => phones)).toEqual([["+18015550143"]]);
    expect((await practice.run([corrected])).errors.appointments).toEqual({ duplicate_appointment: 1 });
  });

  it("stays with the email address if a phone number is added, which may belong to a relative", async () => {
    const practice = await importPractice(future);
    const child = { appointmentId: "A-2", patientId: "M-2", email: "cole@example.com" };
    await practice.run([mother, visit({ ...child, mobilePhone: "" })]);
    await practice.run([mother, visit(child)]);
    expect(await recipients(practice)).toEqual(["+18015550142", "cole@example.com"]);
  });

  it("is withdrawn if the new number has another invite within the interval", async () => {
    const practice = await importPractice(future);
    const child = { appointmentId: "A-2", patientId: "M-2" };
    await practice.run([mother, visit({ ...child, mobilePhone: "801-555-0149" })]);
    const [, invite] = await invitesOf(practice);
    await practice.run([mother, visit(child)]);
    expect(await recipients(practice)).toEqual(["+18015550142"]);
    expect(practice.ports.inviteSender.withdrawn).toEqual([invite?.id]);
  });

  it("goes to one of two corrected appointments if their new number is the same", async () => {
    const practice = await importPractice(future);
    const child = (id: string, mobilePhone: string) =>
      visit({ appointmentId: id, patientId: `M-${id}`, firstName: id, mobilePhone });
    await practice.run([child("Ann", "801-555-0147"), child("Bob", "801-555-0148")]);
    await practice.run([child("Ann", "801-555-0142"), child("Bob", "801-555-0142")]);
    expect(await recipients(practice)).toEqual(["+18015550142"]);
  });
});
