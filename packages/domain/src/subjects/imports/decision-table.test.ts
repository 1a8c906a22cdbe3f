import { describe, expect, it } from "@jest/globals";
import type { EmailAddress, Phone } from "../../foundation/kernel/contact-details.js";
import type { MessageId } from "../../foundation/kernel/ids.js";
import {
  aLocation,
  aMessage,
  anImportRow,
  anInvite,
  aProvider,
  at,
  locationId,
  providerId,
} from "../../testing/builders.js";
import { importPractice } from "../../testing/practices.js";
import { defaultConnection } from "./import-connection.js";

const two = [aLocation(), aLocation({ id: locationId(2), name: "Elm Street", externalIds: ["L-2"] })];
const otherPatient = { patientId: "MRN-6", mobilePhone: "801-555-0143", email: "" };

describe("the worked example of the decision table", () => {
  it("counts five rows according to the rules", async () => {
    const stops = [{ contact: "+18015550144" as Phone, since: null }];
    const practice = await importPractice({ locations: two, stops });
    const run = await practice.run([
      anImportRow(),
      anImportRow({ appointmentId: "A-2", location: "L-9", provider: "P-9" }),
      anImportRow(),
      anImportRow({ appointmentId: "A-4", patientId: "MRN-7", mobilePhone: "", email: "" }),
      anImportRow({ appointmentId: "A-5", patientId: "MRN-8", mobilePhone: "801-555-0144", email: "" }),
    ]);

    expect(run).toEqual({
      import_id: 1,
      rows_processed: 5,
      appointment_captured: 3,
      skipped_appointments: 2,
      scheduled_invites: 1,
      skipped_invites: 4,
      mismatches: 2,
      warnings: 2,
      new_patients: 3,
      errors: {
        appointments: { location_mismatch: 1, provider_mismatch: 1, duplicate_appointment: 1 },
        invites: { missing_contact: 1, stops: 1 },
      },
      is_test: false,
      start_date: "2026-05-28",
      end_date: "2026-05-28",
      upload_date: "2026-06-01 12:00:00",
    });
  });
});

describe("the appointment side of the decision table", () => {
  it.each([
    ["no date", { appointmentDate: "" }, ["2 appointments appointment_date error"]],
    ["an invalid date", { appointmentDate: "2026-02-30" }, ["2 appointments appointment_date error"]],
    ["a date before 2000", { appointmentDate: "12/31/1999" }, ["2 appointments appointment_date error"]],
    ["a date 731 days ahead", { appointmentDate: "2028-06-01" }, ["2 appointments appointment_date error"]],
    ["a missing cell", { problem: "has 17 cells, expected 16" }, ["2 appointments appointment_date error"]],
    ["a string that is too long", { location: "x".repeat(501) }, ["2 appointments appointment_date error"]],
    ["a silenced reference in another spelling", { location: " TEST clinic" }, ["2 appointments silenced warning"]],
    ["a silenced location", { location: "L-3" }, ["2 appointments silenced warning"]],
    ["a silenced provider", { provider: "P-30" }, ["2 appointments silenced warning"]],
    ["an unknown location", { location: "L-9" }, ["2 appointments location_mismatch error"]],
    ["no location in an account with several locations", { location: "" }, ["2 appointments location_mismatch error"]],
    ["an unknown provider", { provider: "P-9" }, ["2 appointments provider_mismatch error"]],
    [
      "an unknown location and an unknown provider",
      { location: "L-9", provider: "P-9" },
      ["2 appointments location_mismatch error", "2 appointments provider_mismatch error"],
    ],
    ["a date too far in the past", { appointmentDate: "2026-05-17" }, ["2 appointments appointment_day_rule warning"]],
    ["a future date", { appointmentDate: "2026-06-02" }, ["2 appointments appointment_day_rule warning"]],
    ["the first allowed day", { appointmentDate: "2026-05-18" }, []],
    ["the last allowed day", { appointmentDate: "2026-06-01" }, []],
    ["no provider", { provider: "" }, []],
    ["the name of a location", { location: "elm street " }, []],
    ["the NPI of a provider", { provider: "1234567893" }, []],
    ["the name of a provider", { provider: "Quill, Ada MD" }, []],
  ] as const)("judges a row with %s", async (_, row, expected) => {
    const practice = await importPractice({
      locations: [...two, aLocation({ id: locationId(3), name: "Depot", externalIds: ["L-3"], silenced: true })],
      providers: [
        aProvider(),
        aProvider({ id: providerId(30), name: "Dr. No", npi: null, externalIds: ["P-30"], silenced: true }),
      ],
      connection: { silencedLocationRefs: ["Test Clinic"] },
    });
    expect(await practice.judge([anImportRow(row)])).toEqual(expected);
  });

  it("reports missing data without skipping the appointment", async () => {
    const practice = await importPractice({ connection: { requireDateOfBirth: true, requireState: true } });
    const gaps = anImportRow({ dateOfBirth: "6/2/2026", state: "Bavaria" });
    expect(await practice.judge([gaps])).toEqual([
      "2 appointments missing_date_of_birth warning",
      "2 appointments missing_state warning",
    ]);
    expect(practice.ports.inviteSender.scheduled).toHaveLength(1);
  });

  it("requires a provider if the connection requires one", async () => {
    const practice = await importPractice({ connection: { requireProvider: true } });
    expect(await practice.judge([anImportRow({ provider: "" })])).toEqual(["2 appointments provider_mismatch error"]);
  });

  it("uses the only location for a row without a location", async () => {
    const practice = await importPractice();
    expect(await practice.judge([anImportRow({ location: "" })])).toEqual([]);
  });
});

describe("matching rows to appointments", () => {
  it("imports the first of identical rows and the last of different versions", async () => {
    const practice = await importPractice({ locations: two });
    const { import_id: id, appointment_captured: captured } = await practice.run([
      anImportRow(),
      anImportRow({ location: "L-2" }),
      anImportRow({ location: "L-2" }),
    ]);
    expect(captured).toBe(1);
    const errors = await practice.errorsOf(id);
    expect(errors.map(({ row, item }) => [row, item.error_type])).toEqual([
      [2, "duplicate_appointment"],
      [4, "duplicate_appointment"],
    ]);
    expect(errors[0]?.item.match_info).toEqual({ superseded_by_row: 3 });
    expect(errors[1]?.item.match_info).toMatchObject({ existing_date: "2026-05-28", existing_row: 3 });
  });

  it("does not supersede a row by a row that fails a rule", async () => {
    const practice = await importPractice({ locations: two });
    expect(await practice.judge([anImportRow(), anImportRow({ location: "L-9" })])).toEqual([
      "3 appointments location_mismatch error",
    ]);
  });

  it("matches rows of earlier runs by the ids of the connection", async () => {
    const practice = await importPractice({ others: [{ ...defaultConnection, name: "second" }] });
    await practice.run([anImportRow()]);
    expect(await practice.judge([anImportRow()])).toEqual(["2 appointments duplicate_appointment warning"]);
    expect(await practice.judge([anImportRow()], { connection: "second" })).toEqual([
      "2 invites invite_day_rule warning",
    ]);
  });

  it("matches a row without an id by patient, time and place", async () => {
    const practice = await importPractice();
    const row = anImportRow({
      appointmentId: "",
      patientId: "",
      mobilePhone: "",
      email: "",
      appointmentDate: "5/28/2026 9:00",
    });
    await practice.run([row]);
    const [found, ...others] = await practice.errorsOf(
      (await practice.run([row, { ...row, firstName: "Ann" }])).import_id,
    );
    expect(found).toMatchObject({ row: 2, item: { error_type: "duplicate_appointment" } });
    expect(others.map(({ row: number, item }) => [number, item.error_type])).toEqual([[3, "missing_contact"]]);
  });

  describe("when one file has the appointment id and another does not", () => {
    const named = anImportRow();
    const unnamed = anImportRow({ appointmentId: "" });

    it("matches a row without the id to the stored appointment", async () => {
      const practice = await importPractice();
      await practice.run([named]);
      expect(await practice.judge([unnamed])).toEqual(["2 appointments duplicate_appointment warning"]);
    });

    it("adds the id to the stored appointment, and a later row with the id moves the appointment", async () => {
      const practice = await importPractice();
      await practice.run([unnamed]);
      const run = await practice.run([named]);
      expect(run).toMatchObject({ appointment_captured: 1, scheduled_invites: 0, new_patients: 0 });
      expect(run.errors).toEqual({ appointments: {}, invites: { duplicate_invite: 1 } });
      await practice.run([anImportRow({ appointmentDate: "2026-05-30 14:30" })]);
      const { appointments } = await readStored(practice);
      expect(appointments.map(({ at: time }) => time)).toEqual([at("2026-05-30T14:30:00Z")]);
    });

    it.each([
      ["first", [named, unnamed]],
      ["last", [unnamed, named]],
    ])("stores one appointment when the row with the id comes %s in one file", async (_, rows) => {
      const practice = await importPractice({ connection: { inviteIntervalDays: 0 } });
      expect(await practice.judge(rows)).toEqual(["3 appointments duplicate_appointment warning"]);
    });

    it("keeps two appointments with different ids", async () => {
      const practice = await importPractice({ connection: { sendsInvites: false } });
      expect(await practice.judge([named, anImportRow({ appointmentId: "A-2" }), unnamed])).toEqual([
        "4 appointments duplicate_appointment warning",
      ]);
    });

    it("keeps two ids apart that follow a row without an id", async () => {
      const practice = await importPractice({ connection: { sendsInvites: false } });
      await practice.run([unnamed]);
      expect(await practice.run([named, anImportRow({ appointmentId: "A-2" })])).toMatchObject({
        appointment_captured: 2,
      });
      expect(await practice.judge([named, anImportRow({ appointmentId: "A-2" })])).toEqual([
        "2 appointments duplicate_appointment warning",
        "3 appointments duplicate_appointment warning",
      ]);
    });
  });

  it("updates an appointment that moved, and sends no second invite", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const moved = anImportRow({ appointmentDate: "2026-05-30 14:30" });
    const run = await practice.run([moved]);
    expect(run).toMatchObject({ appointment_captured: 1, scheduled_invites: 0, new_patients: 0 });
    expect(run.errors.invites).toEqual({ duplicate_invite: 1 });
    const { appointments } = await readStored(practice);
    expect(appointments.map(({ at: time }) => time)).toEqual([at("2026-05-30T14:30:00Z")]);
  });
});

describe("the invite side of the decision table", () => {
  const young = { connection: { minimumInviteAge: 18 } };
  it.each([
    [
      "a silenced message",
      { messages: [aMessage({ silenced: true })], connection: { messageId: 40 as MessageId } },
      {},
      "silenced warning",
    ],
    ["no contact", {}, { mobilePhone: "555", email: "none@example.com" }, "missing_contact error"],
    ["a first name of one letter", {}, { firstName: "J." }, "reviewer_name error"],
    ["a placeholder", {}, { firstName: "Baby Boy" }, "reviewer_name error"],
    ["a name with a digit", {}, { firstName: "Cal2" }, "reviewer_name error"],
    ["a placeholder after a title", {}, { firstName: "Mr. Test", lastName: "Stone" }, "reviewer_name error"],
    ["a placeholder before a suffix", {}, { firstName: "Test Jr.", lastName: "Stone" }, "reviewer_name error"],
    ["an unknown age", young, { dateOfBirth: "" }, "missing_date_of_birth error"],
    ["an unknown state", { connection: { requireStateForInvites: true } }, { state: "" }, "missing_state error"],
    [
      "a stop for any contact",
      { stops: [{ contact: "cal.reed@example.com" as EmailAddress, since: at("2026-01-15") }] },
      {},
      "stops warning",
    ],
    ["a recent invite", { invites: [anInvite({ sentAt: at("2026-05-03T12:00:00Z") })] }, {}, "invite_day_rule warning"],
    ["a connection that is only monitored", { connection: { monitoringOnly: true } }, {}, "monitoring_only warning"],
    ["an account that is only monitored", { settings: { monitoringOnly: true } }, {}, "monitoring_only warning"],
    [
      "a location that is only monitored",
      { locations: [aLocation({ monitoringOnly: true })] },
      {},
      "monitoring_only warning",
    ],
  ] as const)("judges a row with %s", async (_, practice, row, expected) => {
    const { judge } = await importPractice(practice);
    expect(await judge([anImportRow(row)])).toEqual([`2 invites ${expected}`]);
  });

  it.each(["Test Van Buren", "J. de la Cruz", "Baby Girl de la Cruz", "Test Stone Jr.", "Stone, Test, MD", "Stone"])(
    "rejects the first name of %j in one column",
    async (fullName) => {
      const { judge } = await importPractice();
      const row = anImportRow({ firstName: "", lastName: "", fullName });
      expect(await judge([row])).toEqual(["2 invites reviewer_name error"]);
    },
  );

  it.each(["Cal Van Buren", "Stone, Cal, MD", "Dr. Cal Stone Jr.", "Mary Ann de la Cruz"])(
    "accepts the first name of %j in one column",
    async (fullName) => {
      const { judge } = await importPractice();
      expect(await judge([anImportRow({ firstName: "", lastName: "", fullName })])).toEqual([]);
    },
  );

  it.each(["Do", "La Toya", "Mrs. Ann", "Ann, MD"])("accepts %j in the column of first names", async (firstName) => {
    const { judge } = await importPractice();
    expect(await judge([anImportRow({ firstName, lastName: "" })])).toEqual([]);
  });

  it("allows the next invite after exactly one interval", async () => {
    const practice = await importPractice({ invites: [anInvite({ sentAt: at("2026-05-02T12:00:00Z") })] });
    expect(await practice.judge([anImportRow()])).toEqual([]);
  });

  describe("when an older file is imported after a newer one", () => {
    const earlier = { uploadedAt: at("2026-05-30T12:00:00Z") };

    it("sends no second invite for the same appointment, regardless of the age of the older file", async () => {
      const practice = await importPractice({ connection: { inviteIntervalDays: 0 } });
      await practice.run([anImportRow({ appointmentDate: "5/29/2026" })]);
      expect(await practice.judge([anImportRow()], earlier)).toEqual(["2 invites duplicate_invite warning"]);
    });

    it("sends no invite to a patient whom the newer file invited within the interval", async () => {
      const practice = await importPractice();
      await practice.run([anImportRow()]);
      const other = anImportRow({ appointmentId: "A-2", appointmentDate: "5/27/2026" });
      expect(await practice.judge([other], earlier)).toEqual(["2 invites invite_day_rule warning"]);
    });

    it("invites a patient whom the newer file invited exactly one interval later", async () => {
      const practice = await importPractice({ connection: { inviteIntervalDays: 2 } });
      await practice.run([anImportRow()]);
      const other = anImportRow({ appointmentId: "A-2", appointmentDate: "5/27/2026" });
      expect(await practice.judge([other], earlier)).toEqual([]);
    });
  });

  it("recognizes a patient who was invited under another contact", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const again = anImportRow({ appointmentId: "A-2", appointmentDate: "5/29/2026", mobilePhone: "801-555-0199" });
    expect(await practice.judge([again])).toEqual(["2 invites invite_day_rule warning"]);
  });

  it("applies the interval per provider if the connection requires it", async () => {
    const invites = [anInvite({ sentAt: at("2026-05-20"), providerId: null })];
    const practice = await importPractice({ invites, connection: { inviteIntervalScope: "provider" } });
    expect(await practice.judge([anImportRow()])).toEqual([]);
  });

  it("skips patients below the minimum age without an error row", async () => {
    const practice = await importPractice(young);
    const run = await practice.run([
      anImportRow({ dateOfBirth: "2008-05-29" }),
      anImportRow({ ...otherPatient, appointmentId: "A-2", dateOfBirth: "2008-05-28" }),
    ]);
    expect(run).toMatchObject({ scheduled_invites: 1, skipped_invites: 1, errors: { invites: {} } });
  });

  it("sends one invite per day to a family with one phone", async () => {
    const practice = await importPractice({ connection: { inviteIntervalDays: 0 } });
    const rows = [
      anImportRow(),
      anImportRow({ appointmentId: "A-2", patientId: "MRN-6" }),
      anImportRow({ appointmentId: "A-3", patientId: "MRN-7", appointmentDate: "5/29/2026" }),
    ];
    expect(await practice.judge(rows)).toEqual(["3 invites duplicate_invite warning"]);
  });
});

describe("connections", () => {
  it("report all errors on the invites side if they capture no appointments", async () => {
    const practice = await importPractice({
      connection: { capturesAppointments: false, requireState: true },
      locations: two,
    });
    const rows = [
      anImportRow({ state: "" }),
      anImportRow({ appointmentId: "A-2", location: "L-9" }),
      anImportRow({ state: "" }),
      anImportRow({ appointmentId: "A-4", appointmentDate: "" }),
    ];
    expect(await practice.judge(rows)).toEqual([
      "3 invites location_mismatch error",
      "4 invites duplicate_appointment warning",
      "5 invites appointment_date error",
    ]);
    expect((await readStored(practice)).appointments).toEqual([]);
    expect(await practice.judge(rows.slice(0, 1))).toEqual(["2 invites duplicate_invite warning"]);
  });

  it("report appointments that another connection captured as duplicates", async () => {
    const others = [{ ...defaultConnection, name: "second", capturesAppointments: false }];
    const practice = await importPractice({ others, connection: { sendsInvites: false } });
    expect(await practice.run([anImportRow()])).toMatchObject({ skipped_invites: 0, scheduled_invites: 0 });
    expect(await practice.judge([anImportRow()], { connection: "second" })).toEqual([
      "2 invites duplicate_appointment warning",
    ]);
  });

  it("are selected by name, or by default if there is only one", async () => {
    const practice = await importPractice({ others: [{ ...defaultConnection, name: "second" }] });
    const options = (connection: string) => practice.run([anImportRow()], { connection });
    await expect(options("third")).rejects.toMatchObject({ code: "connection_not_found" });
    const { connection: _, ...none } = { connection: "" };
    await expect(practice.run([], { ...none, connection: undefined as never })).rejects.toMatchObject({
      code: "connection_required",
    });
  });
});

async function readStored({ ports, account }: Awaited<ReturnType<typeof importPractice>>) {
  return ports.storage.read(account, async ({ appointments }) => {
    const id = await appointments.withKeys(account, [{ kind: "patient", value: "MRN-5" }]);
    return {
      appointments: await appointments.byIds(
        account,
        id.filter((one) => one !== undefined),
      ),
    };
  });
}
