import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { scaled } from "../../../../../test/torture.js";
import { aLocation, anImportRow, anInvite, at, locationId } from "../../testing/builders.js";
import { importPractice } from "../../testing/practices.js";
import type { ImportErrorCounts } from "./import-run.js";
import type { ImportRow } from "./source-system.js";
import { withdrawalsOfRun } from "./withdrawals.js";

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);

/** Rows that often share values and often contain errors. */
const arbitraryRow: fc.Arbitrary<Partial<ImportRow>> = fc
  .record(
    {
      appointmentId: oneOf("A-1", "A-2", "A-3", ""),
      patientId: oneOf("MRN-5", "MRN-6", ""),
      firstName: oneOf("Cal", "J.", "Test"),
      mobilePhone: oneOf("801-555-0142", "801-555-0143", "555"),
      email: oneOf("cal.reed@example.com", "none@example.com", ""),
      dateOfBirth: oneOf("1980-05-01", "2015-01-01", "tomorrow"),
      state: oneOf("UT", "?"),
      appointmentDate: oneOf("2026-05-28", "5/29/2026 14:30", "2026-01-01", "2026-09-01", "", "1999-01-01"),
      location: oneOf("L-1", "L-2", "L-9", "Depot", ""),
      provider: oneOf("P-10", "P-9", ""),
      status: oneOf("Arrived", "No Show", ""),
      problem: fc.constant("has 17 cells, expected 16"),
    },
    { requiredKeys: [] },
  )
  .map((row) => anImportRow(row));

const arbitraryConnection = fc.record({
  capturesAppointments: fc.boolean(),
  sendsInvites: fc.boolean(),
  requireProvider: fc.boolean(),
  requireDateOfBirth: fc.boolean(),
  requireState: fc.boolean(),
  requireStateForInvites: fc.boolean(),
  minimumInviteAge: fc.constantFrom(null, 18),
  inviteIntervalDays: fc.constantFrom(0, 30),
  inviteIntervalScope: fc.constantFrom("account" as const, "provider" as const),
  monitoringOnly: fc.boolean(),
});

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0);
const unplaced = ({ appointments, invites }: ImportErrorCounts) =>
  [appointments, invites].flatMap((side) => [side.location_mismatch ?? 0, side.provider_mismatch ?? 0]);

describe("an import of any file with any connection", () => {
  it("has consistent counters, in test runs too", async () => {
    const rows = fc.array(arbitraryRow, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rows, arbitraryConnection, async (file, connection) => {
        const practice = await importPractice({
          connection: { ...connection, silencedLocationRefs: ["depot"] },
          locations: [aLocation(), aLocation({ id: locationId(2), name: "Elm Street", externalIds: ["L-2"] })],
          stops: [{ contact: "+18015550143" as never, since: null }],
          invites: [anInvite({ sentAt: at("2026-05-20") })].slice(Number(connection.requireState)),
        });
        const test = await practice.run(file, { isTest: true });
        const run = await practice.run(file);
        expect({ ...run, is_test: true, import_id: 1 }).toEqual(test);

        const { capturesAppointments: captures, sendsInvites: sends } = connection;
        const counted = file.filter(({ status }) => status !== "No Show").length;
        expect(run.rows_processed).toBe(counted);
        expect(run.appointment_captured + run.skipped_appointments).toBe(captures ? counted : 0);
        expect(run.scheduled_invites + run.skipped_invites).toBe(sends ? counted : 0);
        expect(run.mismatches).toBe(unplaced(run.errors).reduce((all, one) => all + one, 0));
        expect(run.new_patients).toBeLessThanOrEqual(run.appointment_captured);
        expect(practice.ports.inviteSender.scheduled).toHaveLength(run.scheduled_invites);
        expect(run.start_date <= run.end_date).toBe(true);

        const errors = await practice.errorsOf(run.import_id);
        expect(errors.filter(({ item }) => item.error_level === "warning")).toHaveLength(run.warnings);
        for (const side of ["appointments", "invites"] as const) {
          const reported = errors.filter((one) => one.side === side);
          expect(reported).toHaveLength(sum(run.errors[side]));
          for (const [type, count] of Object.entries(run.errors[side])) {
            expect(reported.filter(({ item }) => item.error_type === type)).toHaveLength(count);
          }
        }
        if (!captures) expect(run.errors.appointments).toEqual({});
        if (!sends && captures) expect(run.errors.invites).toEqual({});
      }),
      { numRuns: scaled(60, 5_000) },
    );
  });

  it("adds no invite and no new patient when the file is imported again", async () => {
    const rows = fc.array(arbitraryRow, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rows, async (file) => {
        const practice = await importPractice();
        await practice.run(file);
        const again = await practice.run(file);
        // A row that restores an appointment plans its invite again. A "No Show" row below it withdraws this invite.
        const { invites: withdrawn } = await withdrawalsOfRun(practice.ports)(practice.account, again.import_id);
        expect([again.new_patients, again.scheduled_invites - withdrawn]).toEqual([0, 0]);
      }),
      { numRuns: scaled(40, 3_000) },
    );
  });
});
