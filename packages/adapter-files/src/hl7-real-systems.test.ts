import { describe, expect, it } from "@jest/globals";
import { type ImportRow, type TimeZone, unknownSystem } from "@repute/domain";
import { all, temporaryFile } from "../test/temporary-file.js";
import { appointmentFile } from "./appointment-file.js";

const header = "MSH|^~\\&|S|F|R|F|20261118080000||SIU^S12|M1|P|2.5";
const at = "20261118090000";
/** A segment with fields by number. */
const segment = (name: string, fields: Readonly<Record<number, string>>) => {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [name, ...Array.from({ length: last }, (_, index) => fields[index + 1] ?? "")].join("|");
};
const schedule = segment("SCH", { 2: "A1", 11: `^^^${at}` });
const patient = "PID|1||M1^^^H^MR||Reed^Cal";

describe("HL7 v2 messages of real systems", () => {
  const written = temporaryFile();
  const read = async (content: string | Buffer, system = unknownSystem) => {
    const notes: string[] = [];
    const file = appointmentFile(await written(content), { onNotice: (text) => notes.push(text) });
    return { rows: await all(file.read(system)), notes };
  };
  const only = async (...segments: readonly string[]): Promise<ImportRow> => {
    const [row] = (await read(segments.map((one) => `${one}\r`).join(""))).rows;
    if (!row) throw new Error("the file has no rows");
    return row;
  };
  const scheduled = (fields: Readonly<Record<number, string>>, ...more: readonly string[]) =>
    only(header, segment("SCH", fields), patient, ...more);

  it.each([
    [{ 1: "P", 27: "O27", 26: "O26" }, "P"],
    [{ 27: "O27", 26: "O26" }, "O27"],
    [{ 2: '""', 26: "O26" }, "O26"],
  ])("takes the appointment id from SCH-2, SCH-1, SCH-27 or SCH-26: %j", async (fields, id) => {
    expect(await scheduled(fields)).toMatchObject({ appointmentId: id });
  });

  it.each([
    ["SCH-11.1", at, [], at],
    ["AIP-6", "", [`AIP|1||P-1|||${at}`], at],
    ["TQ1 shifted by one field", "", [segment("TQ1", { 8: at })], at],
    ["the resources that agree", "^^^20261001112600", [segment("TQ1", { 7: "202611180900" }), `AIL|1||L|||${at}`], at],
    ["SCH-11 if only one resource differs", `^^^${at}`, ["AIS|1|A|X|20261119"], at],
    ["SCH-11.4 with a blank", "^^^202611180900 ", [], "202611180900"],
  ])("takes the time from %s", async (_, sch11, segments, expected) => {
    const row = await scheduled({ 2: "A1", 11: sch11 }, ...segments);
    expect(row.appointmentDate?.slice(0, 12)).toBe(expected.slice(0, 12));
  });

  it("mentions times that differ, once a file", async () => {
    const message = [header, schedule, patient, "AIS|1|A|X|20261119", ""].join("\r");
    const { notes } = await read(message + message);
    expect(notes).toEqual([expect.stringMatching(/^some messages have several times for one appointment/)]);
  });

  it("reads times without an offset with the offset of MSH-7, unless the connection has a zone", async () => {
    const message = [header.replace("20261118080000", "20261118080000.540+0200"), schedule, patient, ""].join("\r");
    expect((await read(message)).rows).toMatchObject([{ appointmentDate: "2026-11-18T09:00:00+02:00" }]);
    const system = { ...unknownSystem, timeZone: "America/Denver" as TimeZone };
    expect((await read(message, system)).rows).toMatchObject([{ appointmentDate: at }]);
    const day = message.replace(at, "20261118");
    expect((await read(day)).rows).toMatchObject([{ appointmentDate: "20261118" }]);
  });

  it("prefers the physician, then the other people, then PV1-7, each with id and name", async () => {
    const people = ["AIP|1||N-2^Nurse^Bea|N^Nurse", "AIP|2||P-1^Quill^Ada|D^Doctor", segment("PV1", { 7: "V-7^Ott" })];
    expect(await only(header, schedule, patient, ...people)).toMatchObject({
      provider: "P-1",
      others: { provider: ["Quill, Ada", "N-2", "Nurse, Bea", "V-7", "Ott"] },
    });
  });

  it("tries every place: each AIL, then PV1-3, then a room in AIG", async () => {
    const places = ["AIL|1||R5^Room 5^^FAC", "AIL|2||L-1", segment("PV1", { 3: "WARD" })];
    const rooms = ["AIG|1||L-2^Oak Hill|ROOM^Examination room", "AIG|2||X^Scanner|101^Equipment"];
    expect(await only(header, schedule, patient, ...places, ...rooms)).toMatchObject({
      location: "R5",
      others: { location: ["FAC", "Room 5", "L-1", "WARD", "L-2", "Oak Hill"] },
    });
    expect((await only(header, schedule, patient, "AIL|1||WARD^1^2")).others).toBeUndefined();
  });

  it("first tries an unescaped & as a part of the value", async () => {
    expect(await only(header, schedule, patient, "AIL|1||^^^Main & Oak")).toMatchObject({
      location: "Main & Oak",
      others: { location: ["Main"] },
    });
  });

  it.each([
    ["900112222^^^USA^SS~K7^^^H^PI~M1^^^H^MR", "M1"],
    ["900112222^^^SSA~K7^^^H^PI", "K7"],
    ["D-1^^^UT^DL~900112222^^^USA^SS", undefined],
    ["900-11-2222", undefined],
    ["4711^^^H", "4711"],
  ])("never takes an id of the state as the patient id: %j", async (ids, expected) => {
    expect((await only(header, schedule, `PID|1||${ids}||Reed^Cal`)).patientId).toBe(expected);
  });

  it("takes all parts of SCH-25, otherwise AIS-10, without the names of coding systems", async () => {
    const status = "BK^Booked^HL70278~CX^Cancelled by patient^L";
    expect(await scheduled({ 2: "A1", 25: status })).toMatchObject({
      status: "BK | Booked | CX | Cancelled by patient",
    });
    expect(await scheduled({ 2: "A1" }, segment("AIS", { 10: "Noshow" }))).toMatchObject({ status: "Noshow" });
  });

  it("marks a patient who died", async () => {
    expect(await only(header, schedule, segment("PID", { 3: "M1", 5: "Reed^Cal", 30: "Y" }))).toMatchObject({
      isDeceased: true,
    });
  });

  it.each([
    ["O\\Neil\\Smith", "O\\Neil\\Smith"],
    ["A\\B \\T\\ C", "A\\B & C"],
    ["Ann\\X0D0A\\Lee\\.br\\M", "Ann Lee M"],
    ["\\Zq\\Lee\\", "\\Zq\\Lee\\"],
  ])("keeps unknown escape sequences: %j", async (name, expected) => {
    expect(await only(header, schedule, `PID|1||M1||${name}^Cal`)).toMatchObject({ lastName: expected });
  });

  it.each(["^~\\", "^~\\&#"])("accepts the separators %j", async (separators) => {
    expect(await only(header.replace("^~\\&", separators), schedule, patient)).toMatchObject({ firstName: "Cal" });
  });

  it("continues a segment after a line feed if segments end with a carriage return", async () => {
    const note = "NTE|1||Phoned\nplease cancel";
    expect(await only(header, schedule, patient, note)).not.toHaveProperty("problem");
    const { rows } = await read(`${[header, schedule, patient, "NTE|1||Phoned"].join("\r")}\n${header}\r${schedule}\r`);
    expect(rows).toMatchObject([{ patientId: "M1" }, { problem: "has no segment PID" }]);
    expect((await read([header, note].join("\n"))).rows).toMatchObject([{ problem: "is not a complete HL7 message" }]);
  });

  it.each(["\r", "\n", "\r\n"])(
    "reads only the segment with a bad byte as Windows-1252, with the line end %j",
    async (end) => {
      const lines = [header, schedule, "PID|1||M1||Reed^Jos\u00e9", "NTE|1||caf@", ""].join(end);
      const bytes = Buffer.from(lines);
      bytes[bytes.indexOf("@")] = 0xe9;
      expect((await read(bytes)).rows).toMatchObject([{ firstName: "Jos\u00e9" }]);
    },
  );

  it.each([
    ["8859/1", "latin1", "Ren\u00e9e"],
    ["8859/15", "latin1", "Ren\u00e9e"],
    ["UNICODE UTF-8", "utf8", "Ren\u00e9e"],
  ] as const)("decodes bytes and hexadecimal escapes by MSH-18 %s", async (set, encoding, name) => {
    const message = [
      `${header}||||||${set}`,
      schedule,
      `PID|1||M1||\\X${Buffer.from("\u00e9", encoding).toString("hex")}\\^${name}`,
      "",
    ];
    const { rows } = await read(Buffer.from(message.join("\r"), encoding));
    expect(rows).toMatchObject([{ firstName: name, lastName: "\u00e9" }]);
  });

  it("mentions an unknown character set", async () => {
    const { notes } = await read([`${header}||||||KLINGON`, schedule, patient, ""].join("\r"));
    expect(notes).toEqual([expect.stringContaining("character set in MSH-18 is not known")]);
  });

  it("says that a batch has no messages", async () => {
    await expect(read("FHS|^~\\&|A\rBHS|^~\\&|B\rBTS|0\rFTS|1\r")).rejects.toMatchObject({
      code: "empty_file",
      message: "the batch has no messages; nothing was imported",
    });
  });
});
