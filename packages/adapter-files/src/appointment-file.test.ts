import { describe, expect, it } from "@jest/globals";
import type { ImportRow } from "@repute/domain";
import { all, temporaryFile } from "../test/temporary-file.js";
import { appointmentFile } from "./appointment-file.js";

describe("appointmentFile with a table", () => {
  const written = temporaryFile();
  const rowsOf = async (content: string | Buffer): Promise<ImportRow[]> =>
    all(appointmentFile(await written(content)).read());

  it("maps cells to fields without changing their strings", async () => {
    const headings =
      "APPT_GUID,chart-id,First Name,last_name,birth date,Cell,Home Phone,work phone,E-Mail,Patient State";
    const table = `${headings},DOS,Time,Booked At,ApptStatus,Facility,Doctor,Balance
A1,M1,Ann,Lee,1/2/1980,801-555-0100,801-555-0101,801-555-0102, ann@example.com ,Utah,3/2/2026,2:30 PM,2026-02-01,No Show,Ogden,Dr. Bo,$9.00
`;
    expect(await rowsOf(table)).toEqual([
      {
        row: 2,
        appointmentId: "A1",
        patientId: "M1",
        firstName: "Ann",
        lastName: "Lee",
        dateOfBirth: "1/2/1980",
        mobilePhone: "801-555-0100",
        homePhone: "801-555-0101",
        workPhone: "801-555-0102",
        email: "ann@example.com",
        state: "Utah",
        appointmentDate: "3/2/2026",
        appointmentTime: "2:30 PM",
        bookedAt: "2026-02-01",
        status: "No Show",
        location: "Ogden",
        provider: "Dr. Bo",
      },
    ]);
  });

  it("omits fields that are empty or have no column", async () => {
    expect(await rowsOf("Patient Name;Visit Date;Email\nLee, Ann;2026-03-02; \nBo;\n")).toEqual([
      { row: 2, fullName: "Lee, Ann", appointmentDate: "2026-03-02" },
      { row: 3, fullName: "Bo" },
    ]);
  });

  it("treats a phone as the mobile phone unless the table has a mobile phone column", async () => {
    expect(await rowsOf("DOS,Phone\nd,1\n")).toEqual([{ row: 2, appointmentDate: "d", mobilePhone: "1" }]);
    const table = "DOS,Phone,Mobile,Home Phone\nd,1,,\nd,1,2,3\n";
    expect(await rowsOf(table)).toEqual([
      { row: 2, appointmentDate: "d", homePhone: "1" },
      { row: 3, appointmentDate: "d", mobilePhone: "2", homePhone: "3" },
    ]);
  });

  it("prefers the more specific of two columns for a field, and keeps the other as an alternative", async () => {
    const table = "DOS,Provider,NPI,Location,Clinic ID\nd,Dr. Bo,1234567893,Ogden,C1\nd,Dr. Bo,,Ogden,\n";
    expect(await rowsOf(table)).toEqual([
      {
        ...{ row: 2, appointmentDate: "d", provider: "1234567893", location: "C1" },
        others: { provider: ["Dr. Bo"], location: ["Ogden"] },
      },
      { row: 3, appointmentDate: "d", provider: "Dr. Bo", location: "Ogden" },
    ]);
  });

  it("reports a row with too many cells together with only its ids and names", async () => {
    expect(await rowsOf("Appointment ID,Patient Name,DOB,DOS\nA1,Lee, Ann,1/2/1980,3/2/2026\nA2,Bo,,d,, \n")).toEqual([
      { row: 2, problem: "has 5 cells, expected 4", appointmentId: "A1", fullName: "Lee" },
      { row: 3, appointmentId: "A2", fullName: "Bo", appointmentDate: "d" },
    ]);
  });

  it("rejects a table without a date column", async () => {
    await expect(rowsOf("Appointment ID,Patient Name\nA1,Ann Lee\n")).rejects.toMatchObject({
      code: "file_unreadable",
      message: expect.stringContaining(
        "it has no column for the appointment date; use one of these headings: Start DateTime",
      ),
    });
  });
});
