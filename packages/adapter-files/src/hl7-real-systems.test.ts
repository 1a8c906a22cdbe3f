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
    ["TQ1 shifted to the left", "", [segment("TQ1", { 6: at })], at],
    ["TQ1-8 if TQ1-7 is no time", "", [segment("TQ1", { 6: "30^min", 7: "ASAP", 8: at })], at],
    ["the second AIS if the first has none", "", ["AIS|1|A|X", `AIS|2|A|Y|${at}`], at],
    ["a resource if SCH-11.4 is no time", "^^^asap", [`AIS|1|A|X|${at}`], at],
    ["a resource if SCH-11 has only the day", "^^^20261118", [`AIS|1|A|X|${at}`], at],
    ["SCH-11 with a time of two digits", "^^^2026111809", [], at],
    [
      "SCH-11 if two times are equally frequent",
      "^^^202611181100",
      [`AIS|1|A|X|${at}`, `AIL|1||L|||${at}`, segment("TQ1", { 7: "20261119" }), "AIP|1||P|||20261119"],
      "202611181100",
    ],
    [
      "the most frequent time of the resources",
      "^^^202611181100",
      ["AIL|1||L|||202611190900", `AIS|1|A|X|${at}`, segment("TQ1", { 7: at }), `AIP|1||P|||${at}`],
      at,
    ],
    ["resources that are not removed", "", [`AIS|1|D|X|20261120`, `AIS|2|A|X|${at}`], at],
  ])("takes the time from %s", async (_, sch11, segments, expected) => {
    const row = await scheduled({ 2: "A1", 11: sch11 }, ...segments);
    expect(row.appointmentDate?.slice(0, 12)).toBe(expected.slice(0, 12));
  });

  it.each([
    ["20261118090000+02:00", "2026-11-18T09:00:00+02:00"],
    ["20261118090000Z", "2026-11-18T09:00:00Z"],
    ["2026111809-0700", "2026-11-18T09:00:00-07:00"],
  ])("reads the offset of the time %s", async (sent, expected) => {
    expect(await scheduled({ 2: "A1", 11: `^^^${sent}` })).toMatchObject({ appointmentDate: expected });
  });

  it("does not mention times that differ only in their precision or offset", async () => {
    const message = [header, segment("SCH", { 2: "A1", 11: "^^^202611180900" }), patient, `AIS|1|A|X|${at}-0700`, ""];
    expect(await read(message.join("\r"))).toMatchObject({
      rows: [{ appointmentDate: "2026-11-18T09:00:00-07:00" }],
      notes: [],
    });
  });

  it("mentions times that differ, once a file", async () => {
    const message = [header, schedule, patient, "AIS|1|A|X|20261119", ""].join("\r");
    const { notes } = await read(message + message);
    expect(notes).toEqual([expect.stringMatching(/^some messages have several times for one appointment/)]);
  });

  it("reads times without an offset with the offset of MSH-7, unless the connection has a zone", async () => {
    const message = [header.replace("20261118080000", "20261118080000.540+0200"), schedule, patient, ""].join("\r");
    expect(await read(message)).toMatchObject({
      rows: [{ appointmentDate: "2026-11-18T09:00:00+02:00" }],
      notes: [expect.stringContaining("offset in MSH-7")],
    });
    const system = { ...unknownSystem, timeZone: "America/Denver" as TimeZone };
    expect(await read(message, system)).toMatchObject({ rows: [{ appointmentDate: at }], notes: [] });
    const accountTimeZone = "America/Denver" as TimeZone;
    const denver = { ...unknownSystem, accountTimeZone };
    expect(await read(message, denver)).toMatchObject({ rows: [{ appointmentDate: "2026-11-18T09:00:00+02:00" }] });
    const summer = message.replace("20261118080000.540+0200", "202610200800-0600");
    expect(await read(summer, denver)).toMatchObject({ rows: [{ appointmentDate: at }], notes: [] });
    expect(await read(summer.replace("-0600", "-0700"), denver)).toMatchObject({
      rows: [{ appointmentDate: "2026-11-18T09:00:00-07:00" }],
    });
    const london = { ...unknownSystem, accountTimeZone: "Europe/London" as TimeZone };
    expect(await read(message.replace("+0200", "+0000"), london)).toMatchObject({ rows: [{ appointmentDate: at }] });
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

  it.each([
    ["D^Doctor", true],
    ["md", true],
    ["X^Attending", true],
    ["^^^SURG^Surgeon", true],
    ["PROVIDER", true],
    ["010^Gastroenterologist", true],
    ["PA^Physician assistant", false],
    ["NP^Nurse practitioner", false],
    ["T^Technician", false],
    ["E^Equipment provider", false],
    ["50", false],
  ])("recognizes a physician by AIP-4: %j", async (type, isFirst) => {
    const row = await only(header, schedule, patient, "AIP|1||N-2", `AIP|2||P-1|${type}`);
    expect(row.provider).toBe(isFirst ? "P-1" : "N-2");
  });

  it("tries the NPI of a person first, then the ids, then the names", async () => {
    const people = "P-1^Quill^Ada~1234567893^Quill^Ada^^^^^^&2.16.840.1.113883.4.6&ISO~77^Ott^Ed";
    expect(await only(header, schedule, patient, `AIP|1||${people}`)).toMatchObject({
      provider: "1234567893",
      others: { provider: ["P-1", "77", "Quill, Ada", "Ott, Ed"] },
    });
  });

  it("tries a physician in AIG after PV1-7", async () => {
    const general = ["AIG|1||G-1^Quill, Ada|D^Doctor", "AIG|2||N-1|N^Nurse", segment("PV1", { 7: "V-7" })];
    expect(await only(header, schedule, patient, ...general)).toMatchObject({
      provider: "V-7",
      others: { provider: ["G-1", "Quill, Ada"] },
    });
  });

  it("ignores resources that the message removes, unless it removes all", async () => {
    expect(await only(header, schedule, patient, "AIL|1|D|L-1", "AIL|2|A|L-2", "AIP|1|D|P-1")).toMatchObject({
      location: "L-2",
      provider: "P-1",
    });
  });

  it("reads only the first of several patients, and mentions the others", async () => {
    const { rows, notes } = await read([header, schedule, patient, "PID|2||M2||Ott^Ed||19700101", ""].join("\r"));
    expect(rows).toEqual([expect.not.objectContaining({ dateOfBirth: "19700101" })]);
    expect(rows).toMatchObject([{ patientId: "M1", lastName: "Reed" }]);
    expect(notes).toEqual([expect.stringContaining("several patients")]);
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
    ["Reed & Cole^Ann & Bo", "Reed & Cole", "Ann & Bo"],
    ["Reed&Cole^Ann", "Reed&Cole", "Ann"],
    ["Berg&van^Ann", "Berg", "Ann"],
    ["Berg&van&Berg^Ann", "Berg", "Ann"],
    ["Berg&&&&Roe^Ann", "Berg", "Ann"],
  ])("reads an unescaped & in the name %j", async (name, lastName, firstName) => {
    expect(await only(header, schedule, `PID|1||M1||${name}`)).toMatchObject({ lastName, firstName });
  });

  it.each([
    ["900112222^^^USA^SS~K7^^^H^PI~M1^^^H^MR", "M1"],
    ["900112222^^^SSA~K7^^^H^PI", "K7"],
    ["D-1^^^UT^DL~900112222^^^USA^SS", undefined],
    ["900-11-2222", undefined],
    ["4711^^^H", "4711"],
    ["K7^^^H^PI~M1^^^H^mrn", "M1"],
    ["A9^^^H^AN~4711^^^H~X2^^^H^PT", "X2"],
    ["A9^^^H^AN~4711^^^H", "4711"],
    ["E5^^^H^PE", "E5"],
    ["M1^^^ODESSA^MR", "M1"],
    ["900112222^^^&2.16.840.1.113883.4.1&ISO", undefined],
    ["900112222^^^^Social Security~900-112222", undefined],
    ["P1^^^^PPN~N1^^^^NNUSA~T1^^^^TAX~S1^^^^SB~C1^^^^MC~C2^^^^MA~V1^^^H^VN~R1^^^^RR", undefined],
  ])("never takes an id of the state as the patient id: %j", async (ids, expected) => {
    expect((await only(header, schedule, `PID|1||${ids}||Reed^Cal`)).patientId).toBe(expected);
  });

  it.each([
    [{ 2: "M2", 3: "900112222^^^^SS" }, "M2"],
    [{ 2: "900112222", 3: "900112222^^^^SS" }, undefined],
    [{ 2: "P1^^^^PPN" }, undefined],
    [{ 3: "900112222", 19: "900-11-2222" }, undefined],
    [{ 3: "D77", 20: "D77^UT" }, undefined],
    [{ 3: "M1", 19: "M1" }, "M1"],
  ])("compares ids with PID-2 and the numbers of the state: %j", async (fields, expected) => {
    expect((await only(header, schedule, segment("PID", { 5: "Reed^Cal", ...fields }))).patientId).toBe(expected);
  });

  it("takes all parts of SCH-25, otherwise AIS-10, without the names of coding systems", async () => {
    const status = "BK^Booked^HL70278~CX^Cancelled by patient^L";
    expect(await scheduled({ 2: "A1", 25: status })).toMatchObject({
      status: "BK | Booked | CX | Cancelled by patient",
    });
    const services = ["Booked", "CX^Cancelled & moved"].map((text) => segment("AIS", { 10: text }));
    expect(await scheduled({ 2: "A1" }, ...services)).toMatchObject({ status: "Booked | CX | Cancelled & moved" });
    expect(await scheduled({ 2: "A1", 25: "^^^^^^^^Left before the visit" })).toMatchObject({
      status: "Left before the visit",
    });
  });

  it("omits the code of a rescheduling too in event S13", async () => {
    const moved = [header.replace("S12", "S13"), segment("SCH", { 2: "A1", 25: "RS^Rescheduled~X^Arrived" }), patient];
    expect(await only(...moved)).toMatchObject({ status: "X | Arrived" });
  });

  it("marks a patient who died", async () => {
    const died = async (fields: Readonly<Record<number, string>>) =>
      (await only(header, schedule, segment("PID", { 3: "M1", 5: "Reed^Cal", ...fields }))).isDeceased;
    expect(await died({ 30: "Y" })).toBe(true);
    expect(await died({ 29: "20261101" })).toBe(true);
    expect(await died({ 29: "20261101", 30: "N" })).toBeUndefined();
    expect(await died({ 29: '""' })).toBeUndefined();
  });

  it("finds phones and emails in PID-13, PID-14 and PID-40", async () => {
    const contacts = async (fields: Readonly<Record<number, string>>) =>
      only(header, schedule, segment("PID", { 3: "M1", 5: "Reed^Cal", ...fields }));
    expect(await contacts({ 40: "8015550100^PRN^CP~8015550101^WPN^PH~^NET^Internet^ann@example.com" })).toMatchObject({
      ...{ mobilePhone: "8015550100", workPhone: "8015550101", email: "ann@example.com" },
    });
    expect(await contacts({ 13: "cell^PRN^cell^^+1^801^5550100~^NET^X.400^ann@example.com" })).toMatchObject({
      ...{ mobilePhone: "+18015550100", email: "ann@example.com" },
    });
    expect(await contacts({ 14: "(801)555-0100 X12^WPN^PH^^^801^5550100^12" })).toMatchObject({
      workPhone: "(801)555-0100 X12",
    });
  });

  it.each([
    ["O\\Neil\\Smith", "O\\Neil\\Smith"],
    ["A\\B \\T\\ C", "A\\B & C"],
    ["Ann\\X0D0A\\Lee\\.br\\M", "Ann Lee M"],
    ["\\Zq\\Lee\\", "\\Zq\\Lee\\"],
    ["Ren\\XC3\\\\XA9\\e", "Ren\u00e9e"],
    ["\\T\\\\X41\\\\X42\\\\T\\x\\", "&AB&x\\"],
    ["Ann\\.BR\\Lee", "Ann Lee"],
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
    const lines = [header, schedule, patient, "NTE|1||one\n\nMRI\nPID later\n\nend", ""];
    expect((await read(lines.join("\r"))).rows).toEqual([await only(header, schedule, patient)]);
    expect((await read(lines.join("\r\n"))).rows).toEqual([await only(header, schedule, patient)]);
    expect((await read(`${[header, schedule, patient].join("\n")}\n  \n\u001a`)).rows).toEqual([
      await only(header, schedule, patient),
    ]);
    expect((await read([header, schedule, patient, note].join("\n"))).rows).toEqual([
      {
        ...{ row: 1, problem: "is not a complete HL7 message" },
        ...{ appointmentId: "A1", patientId: "M1", lastName: "Reed", firstName: "Cal" },
      },
    ]);
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
    ["ISO_8859-1", "latin1", "Ren\u00e9e"],
    ["windows-1252", "latin1", "Ren\u00e9e"],
    ["ASCII~8859/1", "latin1", "Ren\u00e9e"],
    ["KLINGON", "latin1", "Ren\u00e9e"],
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

  it("reads other character sets and the euro sign of ISO 8859-15", async () => {
    const nameIn = async (set: string, bytes: readonly number[]) => {
      const [front = "", back] = [`${header}||||||${set}`, schedule, "PID|1||M1||@^Cal", ""].join("\r").split("@");
      return (await read(Buffer.concat([Buffer.from(front), Buffer.from(bytes), Buffer.from(`${back}`)]))).rows[0];
    };
    expect(await nameIn("8859/15", [0xa4])).toMatchObject({ lastName: "\u20ac" });
    expect(await nameIn("8859/2", [0xa3])).toMatchObject({ lastName: "\u0141" });
    expect(await nameIn("GB 18030-2000", [0xc0, 0xee])).toMatchObject({ lastName: "\u674e" });
    expect(await nameIn("WINDOWS-1251", [0xc0])).toMatchObject({ lastName: "\u0410" });
  });

  it("reports a value as too long even if a part of it is cut", async () => {
    const row = await only(header, schedule, `PID|1||M1||Reed${" ".repeat(9_000)}x^Cal`);
    expect(row.lastName?.length).toBeGreaterThan(500);
  });

  it("copies the values of a long message", async () => {
    const row = await only(header, schedule, patient, `NTE|1||${"x".repeat(20_000)}`);
    expect(row).toEqual(await only(header, schedule, patient));
  });

  it("reads at most 20 segments of a name and 50 repetitions of a field", async () => {
    const places = Array.from({ length: 30 }, (_, index) => `AIL|1||L-${index}`);
    const row = await only(header, schedule, `PID|1||${"~M1".repeat(60)}~M2^^^^MR||Reed^Cal`, ...places);
    expect(row.others?.location).toHaveLength(19);
    expect(row.patientId).toBe("M1");
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
