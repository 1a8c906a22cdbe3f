import { describe, expect, it } from "@jest/globals";
import { type ColumnMap, unknownSystem } from "@repute/domain";
import { all, temporaryFile } from "../test/temporary-file.js";
import { appointmentFile, tableColumns } from "./appointment-file.js";

const columnsOf = (headings: string, own: ColumnMap = {}) =>
  tableColumns(headings.split(","), { ...unknownSystem, columns: own });

describe("the columns of an appointment table", () => {
  it("are found by the headings of scheduling systems", () => {
    const { columns, unread } = columnsOf("Appt #,Pat #,Hm Phone,Wireless,Prov,Appt Date/Time,Clinic,Stat");
    expect(columns.map(({ field }) => field).sort()).toEqual([
      ...[
        "appointmentDate",
        "appointmentId",
        "homePhone",
        "location",
        "mobilePhone",
        "patientId",
        "provider",
        "status",
      ],
    ]);
    expect(unread).toEqual([]);
  });

  it("leave unknown headings, each with the most similar field", () => {
    expect(columnsOf("DOS,Wirless Line,Preferred Provider Name,Balance,,Email,Email Type,Nachname").unread).toEqual([
      { heading: "Wirless Line", meant: "mobilePhone" },
      { heading: "Preferred Provider Name", meant: "provider" },
      { heading: "Balance" },
      { heading: "Email Type" },
      { heading: "Nachname" },
    ]);
  });

  it("come from the connection first", () => {
    const own: ColumnMap = { appointmentDate: "tag", provider: "Doctor 2", patientId: null, email: null };
    const { fields, unread } = columnsOf("Tag,DOS,Provider,Doctor 2,MRN,Email", own);
    expect(Object.fromEntries(fields)).toEqual({ appointmentDate: [0], provider: [3] });
    expect(unread.map(({ heading }) => heading)).toEqual(["DOS", "Provider", "MRN", "Email"]);
  });

  it("are refused if a heading of the connection is missing", () => {
    expect(() => columnsOf("DOS,Email", { status: "State of visit" })).toThrow(
      "cannot read the table: it has no heading State of visit, which the connection names for status",
    );
  });
});

describe("a table with columns of yes and no", () => {
  const written = temporaryFile();
  const table = "DOS,Email,Status,No-show,Cancelled,Deceased\nd,a,Seen,No,,\nd,b,Seen,YES,2026-11-02,\nd,c,,,n/a,Y\n";
  const statusesOf = async (columns: ColumnMap) => {
    const rows = await all(appointmentFile(await written(table)).read({ ...unknownSystem, columns }));
    return rows.map(({ status, isDeceased }) => (isDeceased ? "died" : status));
  };

  it("adds their headings to the status of a row", async () => {
    expect(await statusesOf({})).toEqual(["Seen", "Seen | No-show | Cancelled", "died"]);
  });

  it("reads further columns whose headings are status words of the connection", async () => {
    const file = appointmentFile(await written("DOS,Email,Stat,Absent,Missed\nd,a,K,N,\nd,b,K,Y,\nd,c,K,,x\n"));
    const statuses = { K: "takes_place", Absent: "no_show" } as const;
    const rows = await all(file.read({ ...unknownSystem, statuses }));
    expect(rows.map(({ status }) => status)).toEqual(["K", "K | Absent", "K | Missed"]);
    const replaced = columnsOf("DOS,Email,Stat,Missed", { status: "Missed" });
    expect(replaced.unread).toEqual([{ heading: "Stat", replaced: "status" }]);
  });

  it("reads such a column as the status of the connection", async () => {
    expect(await statusesOf({ status: "No-show" })).toEqual(["No", "YES", "died"]);
  });
});
