import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { readItems } from "../../foundation/lists/read-list.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { BundleLine, LinesByKind } from "../bundle/bundle-format.js";
import { createBundle } from "../bundle/create-bundle.js";
import { classifyConversion, type ConversionLine, judgeImportRow, matchAppointment, widgetAverages } from "./rules.js";

const call: ConversionLine = {
  kind: "call",
  id: 900,
  called_at: "2026-03-02T16:00:00Z",
  from_number: "(801) 555-0142",
  tracking_number: "801-555-0100",
};

const submission: ConversionLine = {
  kind: "submission",
  submission_date: "2026-03-02T16:00:00Z",
  scct_parameter: "spring",
  phone_number: "801-555-0143",
  conversion_type: "Online",
  patient_name: "Cal Reed",
  email: "cal.reed@example.com",
};

type AppointmentLine = LinesByKind["appointment"];

const appointment = (id: number, keys: Partial<AppointmentLine> = {}): AppointmentLine => ({
  id,
  appointment_at: "2026-03-05T15:00:00Z",
  booked_at: "2026-03-02T17:00:00Z",
  ...keys,
});

describe("matchAppointment", () => {
  const sameNumber = appointment(1, { phone: "8015550142" });

  it("finds the appointment with the number of the caller, in any spelling", () => {
    expect(matchAppointment(call, [appointment(2, { phone: "801-555-0199" }), sameNumber])).toBe(sameNumber);
    expect(matchAppointment(call, [appointment(2)])).toBeUndefined();
    expect(matchAppointment(call, [])).toBeUndefined();
  });

  it("prefers a better match to an earlier appointment, and the earliest of equal matches", () => {
    const named = { phone: "801-555-0143", patient_name: "Cal Reed" };
    const early = appointment(3, { phone: "801-555-0143", appointment_at: "2026-03-03T15:00:00Z" });
    const [late, first] = [appointment(5, { ...named, appointment_at: "2026-03-09" }), appointment(4, named)];
    expect(matchAppointment(submission, [early, late, first])).toBe(first);
    expect(matchAppointment(submission, [late, early])).toBe(late);
  });

  it("ignores appointments outside the match window of the settings", () => {
    const later = { ...sameNumber, booked_at: "2026-03-20", appointment_at: "2026-04-05" };
    expect(matchAppointment(call, [later])).toBe(later);
    expect(matchAppointment(call, [later], { match_window_days: 10 })).toBeUndefined();
  });

  it("names the wrong key of a line", () => {
    const wrong = { ...sameNumber, booked_at: "yesterday" };
    expect(() => matchAppointment(call, [wrong])).toThrow(
      expect.objectContaining({ code: "invalid_line", message: expect.stringContaining("appointment.booked_at") }),
    );
  });
});

describe("classifyConversion", () => {
  const campaigns = [
    { id: 50, name: "Spring", channel: "paid search", source: "google", tracking_numbers: ["8015550100"] },
    { id: 51, name: "Web", channel: "Billboards", scct_parameter: "spring" },
  ];

  it("takes the campaign from the tracking number of a call and from the parameter of a submission", () => {
    expect(classifyConversion(call, { campaigns })).toEqual({
      campaign: "Spring",
      channel: "Paid Search",
      source: "google",
      newPatient: true,
    });
    expect(classifyConversion(submission, { campaigns })).toMatchObject({ campaign: "Web", channel: "Billboards" });
  });

  it("derives the channel from the source if there is no campaign", () => {
    expect(classifyConversion({ ...call, source: "google / cpc" }, {})).toMatchObject({
      campaign: null,
      channel: "Paid Search",
    });
    expect(classifyConversion(call, {})).toMatchObject({ channel: "Unassigned", source: null });
  });

  it("recognizes an existing patient by an earlier appointment or invite with the same number", () => {
    const invite = { id: 7, type: "sms" as const, sent_to: "+18015550142", sent_at: "2026-03-02T15:59:59Z" };
    const isNew = (known: Parameters<typeof classifyConversion>[1], zone = "UTC") =>
      classifyConversion(call, known, { time_zone: zone }).newPatient;
    expect(isNew({ invites: [invite] })).toBe(false);
    expect(isNew({ invites: [{ ...invite, sent_at: "2026-03-02T16:00:00Z" }] })).toBe(true);
    const day = appointment(1, { phone: "801-555-0142", appointment_at: "2026-03-01" });
    expect(isNew({ appointments: [day] })).toBe(false);
    expect(isNew({ appointments: [{ ...day, appointment_at: "2026-03-02" }] })).toBe(true);
  });

  it("agrees with the conversions that the service lists for the same lines", async () => {
    const invites = [{ id: 7, type: "sms" as const, sent_to: "8015550142", sent_at: "2026-02-01T00:00:00Z" }];
    const appointments = [appointment(1, { phone: "8015550142", patient_name: "Bo Tran" }), appointment(2)];
    const lines: BundleLine[] = [
      ...campaigns.map((campaign) => ({ kind: "campaign" as const, ...campaign })),
      ...invites.map((invite) => ({ kind: "invite" as const, ...invite })),
      ...appointments.map((one) => ({ kind: "appointment" as const, ...one })),
      call,
      submission,
    ];
    const domain = createDomain(memoryPorts());
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
    await domain.bundle.load(id, createBundle(lines));
    const listed = [];
    for await (const item of readItems(await domain.conversions.list(id, {}))) listed.push(item);
    const ruled = [submission, call].map((line) => {
      const { newPatient, ...origin } = classifyConversion(line, { campaigns, appointments, invites });
      return {
        ...origin,
        new_patient: newPatient,
        patient_name: matchAppointment(line, appointments)?.patient_name ?? null,
      };
    });
    expect(listed).toHaveLength(2);
    expect([...listed].sort((a, b) => (a.type < b.type ? 1 : -1))).toMatchObject(ruled);
  });
});

describe("judgeImportRow", () => {
  const row = {
    row: 2,
    firstName: "Cal",
    lastName: "Reed",
    mobilePhone: "801-555-0142",
    appointmentDate: "2026-05-28",
    location: "Main",
  };
  const context = {
    uploadedAt: "2026-06-01T12:00:00Z",
    locations: [{ id: 1, location_name: "Main", external_location_ids: ["L-1"] }],
  };

  it("captures and invites for a complete row", () => {
    expect(judgeImportRow(row, context)).toEqual({ withdrawn: null, isCaptured: true, isInvited: true, findings: [] });
  });

  it("reports a row that cannot be imported", () => {
    expect(judgeImportRow({ ...row, location: "Oak" }, context)).toEqual({
      ...{ withdrawn: null, isCaptured: false, isInvited: false },
      findings: [
        {
          ...{ side: "appointments", error_type: "location_mismatch", error_level: "error" },
          match_info: { field: "location", value: "Oak" },
        },
      ],
    });
    expect(judgeImportRow({ ...row, appointmentDate: "2026-01-01" }, context).findings).toMatchObject([
      { error_type: "appointment_day_rule", match_info: { allowed_from: "2026-05-18", allowed_to: "2026-06-01" } },
    ]);
  });

  it("reports why a row gets no invite", () => {
    const { mobilePhone: _, ...silent } = row;
    expect(judgeImportRow(silent, context)).toMatchObject({
      ...{ isCaptured: true, isInvited: false },
      findings: [{ side: "invites", error_type: "missing_contact", error_level: "error" }],
    });
    expect(judgeImportRow(row, { ...context, stops: [{ contact: "8015550142" }] })).toMatchObject({
      isInvited: false,
      findings: [{ error_type: "stops", match_info: { contact: "+18015550142", since: null } }],
    });
  });

  it("applies the settings of the connection and of the account", () => {
    const connection = { name: "Desk", sends_invites: false };
    expect(judgeImportRow(row, { ...context, connection })).toMatchObject({ isCaptured: true, isInvited: false });
    const settings = { monitoring_only: true };
    expect(judgeImportRow(row, { ...context, settings })).toMatchObject({
      isInvited: false,
      findings: [{ error_type: "monitoring_only" }],
    });
    const watching = { ...connection, sends_invites: true, captures_appointments: false };
    expect(judgeImportRow(row, { ...context, connection: watching })).toMatchObject({
      ...{ isCaptured: false, isInvited: true },
    });
  });

  it("applies no rule to a row that withdraws an appointment", () => {
    expect(judgeImportRow({ ...row, status: "No-show", location: "Oak" }, context)).toEqual({
      ...{ withdrawn: "no_show", isCaptured: false, isInvited: false },
      findings: [],
    });
  });

  it("requires a timestamp with an offset", () => {
    expect(() => judgeImportRow(row, { ...context, uploadedAt: "2026-06-01" })).toThrow(
      expect.objectContaining({ code: "invalid_date" }),
    );
  });
});

describe("widgetAverages", () => {
  it("returns the average, rounded and unrounded, and the number of ratings by number of stars", () => {
    expect(widgetAverages([5, 4, 4.5, 1])).toEqual({
      ...{ total: 4, average: 3.625, rating: 3.6 },
      stars: { "1": 1, "2": 0, "3": 0, "4": 1, "5": 2 },
    });
  });

  it("returns zeros if there are no ratings", () => {
    expect(widgetAverages([])).toMatchObject({ total: 0, average: 0, rating: 0 });
  });

  it.each([0, 5.1, Number.NaN])("rejects the rating %p", (rating) => {
    expect(() => widgetAverages([5, rating])).toThrow(
      expect.objectContaining({ code: "invalid_rating", message: "ratings[1] must be a number from 1 to 5" }),
    );
  });
});
