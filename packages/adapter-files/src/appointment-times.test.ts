import { describe, expect, it } from "@jest/globals";
import { all, temporaryFile } from "../test/temporary-file.js";
import { appointmentFile } from "./appointment-file.js";

describe("the times of an appointment table", () => {
  const written = temporaryFile();

  async function read(content: string) {
    const notices: string[] = [];
    const file = appointmentFile(await written(content), { onNotice: (text) => notices.push(text) });
    const rows = await all(file.read());
    expect(await all(file.read())).toEqual(rows);
    return { rows: rows.map(({ appointmentDate, appointmentTime }) => [appointmentDate, appointmentTime]), notices };
  }
  const dates = (...texts: readonly string[]) =>
    read(`MRN,Visit Date\n${texts.map((text) => `M1,"${text}"\n`).join("")}`);
  const readAsDays = "all times in the column Visit Date are midnight, so its values were read as days";

  it.each([
    ["2026-11-18 00:00", "2026-11-18"],
    ["2026-11-18 00:00:00", "2026-11-18"],
    ["2026-11-18 00:00:00.000", "2026-11-18"],
    ["2026-11-18T00:00:00Z", "2026-11-18"],
    ["2026-11-18T00:00:00.0000000+00:00", "2026-11-18"],
    ["2026-11-18 00:00:00 -0700", "2026-11-18"],
    ["2026-11-18 00:00 MST", "2026-11-18"],
    ["11/18/2026 0:00", "11/18/2026"],
    ["11/18/2026 12:00:00 AM", "11/18/2026"],
    ["18.11.2026 00:00", "18.11.2026"],
    ["Nov 18 2026 12:00AM", "Nov 18 2026"],
    ["Nov 18, 2026, 12:00 a.m.", "Nov 18, 2026"],
    ["20261118000000-0700", "20261118"],
    ["202611180000", "20261118"],
  ])("are dropped if all are midnight, such as %j", async (text, day) => {
    expect(await dates(text, "2026-11-19", text)).toEqual({
      rows: [
        [day, undefined],
        ["2026-11-19", undefined],
        [day, undefined],
      ],
      notices: [readAsDays],
    });
  });

  it.each(["2026-11-18 09:00", "11/18/2026 12:00 PM", "2026-11-18T00:00:01Z", "202611180030", "46344.375"])(
    "are kept if one is another time, such as %j",
    async (other) => {
      const rows = [
        ["2026-11-18 00:00", undefined],
        [other, undefined],
      ];
      expect(await dates("2026-11-18 00:00", other)).toEqual({ rows, notices: [] });
    },
  );

  it("are kept if the only other time is at the end of a long table", async () => {
    const midnights = Array<string>(1_500).fill("2026-11-18 00:00");
    expect((await dates(...midnights, "2026-11-18 09:00")).rows[0]).toEqual(["2026-11-18 00:00", undefined]);
    expect((await dates(...midnights, "2026-11-18")).rows[0]).toEqual(["2026-11-18", undefined]);
  });

  it("count in their own column if the column of the date has only midnights", async () => {
    const table = "MRN,Visit Date,Visit Time\nM1,2026-11-18 00:00,09:00\nM2,2026-11-18 00:00,0:00\n";
    expect(await read(table)).toEqual({
      rows: [
        ["2026-11-18", "09:00"],
        ["2026-11-18", "0:00"],
      ],
      notices: [],
    });
  });

  it("are dropped from their own column if all are midnight", async () => {
    expect(await read("MRN,Visit Date,Visit Time\nM1,2026-11-18,12:00 AM\nM2,2026-11-18,\n")).toEqual({
      rows: [
        ["2026-11-18", undefined],
        ["2026-11-18", undefined],
      ],
      notices: [readAsDays],
    });
    expect((await read("MRN,Visit Date,Visit Time\nM1,2026-11-18 09:00,0:00\n")).rows).toEqual([
      ["2026-11-18 09:00", "0:00"],
    ]);
  });

  it("are reported once for each time zone name", async () => {
    const zones = ["MST", "PDT", "MST", "America/Denver"].map((zone) => `2026-11-18 09:00 ${zone}`);
    const { notices } = await dates(...zones, "2026-11-18 9:00 AM", "2026-11-18 9:00 Ann", "2026-11-18 09:00 UTC");
    expect(notices).toEqual(
      ["MST", "PDT", "America/Denver"].map(
        (zone) => `times with the time zone name ${zone} were not read; write an offset such as -07:00 instead`,
      ),
    );
  });
});
