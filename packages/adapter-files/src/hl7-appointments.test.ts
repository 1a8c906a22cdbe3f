import { describe, expect, it } from "@jest/globals";
import type { ImportRow } from "@repute/domain";
import { all, temporaryFile } from "../test/temporary-file.js";
import { appointmentFile } from "./appointment-file.js";

const header = "MSH|^~\\&|SCHED|OGDEN|REPUTE|ACME|20260302061611||SIU^S12^SIU_S12|1|P|2.5.1";
const schedule =
  "SCH|P-1^EHR|F-9^EHR|||||OFFICE^Office visit|NORMAL|30|min|^^30^20260302090000^20260302093000||||||||||||||BOOKED";
const patient =
  "PID|1||998^^^EHR^PI~M1^^^EHR^MR||Lee&van^Ann^M^^^^L||19800102|F|||1 Main St^^Ogden^UT^84401||801-555-0100^PRN^CP~801-555-0101^PRN^PH~^NET^Internet^ann@example.com|801-555-0102^WPN^PH";
const place = "AIL|1|A|OG-1^^^OGDEN|CLINIC";
const person = "AIP|1|A|D7^Bo^Cy^^^Dr.^^^EHR~1234567893^Bo^Cy^^^Dr.^^^NPI|ATTENDING";
const message = (...segments: readonly string[]) => segments.map((segment) => `${segment}\r`).join("");
const whole = message(header, schedule, patient, "PV1|1|O|WARD^1^2||||77^Ott^Ed", "RGS|1", place, person);

describe("appointmentFile with HL7 v2 scheduling messages", () => {
  const written = temporaryFile();
  const rowsOf = async (content: string | Buffer): Promise<ImportRow[]> =>
    all(appointmentFile(await written(content)).read());
  const only = async (...segments: readonly string[]) => (await rowsOf(message(...segments)))[0];
  const withField = (segment: string, number: number, value: string) =>
    segment
      .split("|")
      .map((field, index) => (index === number ? value : field))
      .join("|");

  it("returns the patient, time, location and provider", async () => {
    expect(await rowsOf(whole)).toEqual([
      {
        row: 1,
        appointmentId: "F-9",
        patientId: "M1",
        firstName: "Ann",
        lastName: "Lee",
        dateOfBirth: "19800102",
        mobilePhone: "801-555-0100",
        homePhone: "801-555-0101",
        workPhone: "801-555-0102",
        email: "ann@example.com",
        state: "UT",
        appointmentDate: "20260302090000",
        status: "BOOKED",
        location: "OG-1",
        provider: "1234567893",
        others: { location: ["OGDEN", "WARD"], provider: ["D7", "Bo, Cy", "77", "Ott, Ed"] },
      },
    ]);
  });

  it.each([
    ["line feeds", whole.replaceAll("\r", "\n")],
    ["carriage returns and line feeds", whole.replaceAll("\r", "\r\n")],
    ["a byte order mark", `\ufeff${whole}`],
    ["MLLP framing", `\u000b${whole}\u001c\r\u000b`],
    ["an enclosing batch", message("FHS|^~\\&|A", "BHS|^~\\&|B") + whole + message("BTS|1", "FTS|1")],
    ["other separators", whole.replaceAll("|", "!").replaceAll("^", "*")],
  ])("accepts %s", async (_, content) => {
    expect(await rowsOf(content)).toEqual(await rowsOf(whole));
  });

  it("numbers messages from 1", async () => {
    const rows = await rowsOf(Buffer.from(whole.replace("Lee", "L\u00e9e") + whole.replace("F-9", "F-10"), "latin1"));
    expect(rows).toMatchObject([
      { row: 1, appointmentId: "F-9", lastName: "Lée" },
      { row: 2, appointmentId: "F-10" },
    ]);
  });

  it("falls back to other fields if the usual ones are empty", async () => {
    const early = withField(withField(schedule, 2, ""), 11, "");
    const bare = [header, early, "PID|1||||Lee^Ann"];
    expect(
      await only(
        ...bare,
        "PV1|1|O|WARD^1^2||||77^Ott^Ed",
        "AIS|1|A|OFFICE|20260303090000",
        "AIL|1|A|^^^OGDEN||0|20260304",
      ),
    ).toEqual({
      ...{ row: 1, appointmentId: "P-1", firstName: "Ann", lastName: "Lee", status: "BOOKED" },
      ...{ appointmentDate: "20260304", location: "OGDEN", provider: "77" },
      others: { location: ["WARD"], provider: ["Ott, Ed"] },
    });
    expect(await only(...bare, "AIS|1|A|OFFICE|20260303090000", "AIP|1|A|^Bo^Cy")).toMatchObject({
      appointmentDate: "20260303090000",
      provider: "Bo, Cy",
    });
  });

  it.each([
    ["20260302090000-0700", "2026-03-02T09:00:00-07:00"],
    ["202603020900+0000", "2026-03-02T09:00:00+00:00"],
    ["20260302090000.1250-0700", "2026-03-02T09:00:00-07:00"],
    ["20260302090000.1250", "20260302090000"],
    ["20260302", "20260302"],
    ["next week", "next week"],
  ])("reads the time %s as %s", async (sent, expected) => {
    expect(await only(header, withField(schedule, 11, `^^30^${sent}`), patient)).toMatchObject({
      appointmentDate: expected,
    });
  });

  it("reads escape sequences, subcomponents and deleted values", async () => {
    const odd = withField(
      withField(patient, 5, "O\\T\\M \\X41E9\\\\H\\Lee\\N\\\\constructor\\ \\ok^A\\.br\\nn"),
      7,
      '""',
    );
    const row = await only(header, schedule, odd);
    expect(row).toMatchObject({ lastName: "O&M AéLee\\constructor\\ \\ok", firstName: "A nn" });
    expect(row).not.toHaveProperty("dateOfBirth");
  });

  it("treats an unmarked phone as the mobile phone unless another phone is marked mobile", async () => {
    const phones = async (home: string, work = "") => {
      const { mobilePhone, homePhone, workPhone } =
        (await only(header, schedule, withField(withField(patient, 13, home), 14, work))) ?? {};
      return [mobilePhone, homePhone, workPhone];
    };
    expect(await phones("1~2")).toEqual(["1", "2", undefined]);
    expect(await phones("1~2^PRS^CP")).toEqual(["2", "1", undefined]);
    expect(await phones("1^PRN^FX~2^PRN^PH", "3^WPN^CP~4")).toEqual(["3", "2", "4"]);
    expect(await phones("^PRN^PH^^1^801^5550100")).toEqual([undefined, "+18015550100", undefined]);
    expect(await phones("^PRN^PH^^^^^^^^^8015550100")).toEqual([undefined, "8015550100", undefined]);
  });

  it.each([
    ["S15", "cancelled"],
    ["S16", "cancelled"],
    ["S17", "deleted"],
    ["S26", "noshow"],
    ["S13", "BOOKED"],
    ["constructor", "BOOKED"],
  ])("maps event %s to the status %s", async (event, status) => {
    expect(await only(header.replace("S12^SIU_S12", event), schedule, patient)).toMatchObject({ status });
  });

  it('omits the status "rescheduled" of event S13, because the message has the new time', async () => {
    const rescheduled = withField(schedule, 25, "Rescheduled");
    expect(await only(header.replace("S12^SIU_S12", "S13"), rescheduled, patient)).not.toHaveProperty("status");
    expect(await only(header.replace("S12^SIU_S12", "S14"), rescheduled, patient)).toMatchObject({
      status: "Rescheduled",
    });
  });

  it("skips messages that block or open time slots", async () => {
    expect(
      await rowsOf(
        message(header.replace("S12", "S23"), schedule) + message(header.replace("S12", "S24"), schedule) + whole,
      ),
    ).toMatchObject([{ row: 3 }]);
  });

  it.each([
    ["a truncated header", ["MSH|^~"], { problem: "is not a complete HL7 message" }],
    ["a truncated segment", [header, schedule, "PI"], { problem: "is not a complete HL7 message" }],
    ["a line that is not a segment", [header, schedule, "Ann Lee"], { problem: "is not a complete HL7 message" }],
    [
      "a cancellation with a truncated segment",
      [header.replace("S12", "S15"), schedule, "PI"],
      { problem: "is not a complete HL7 message", appointmentId: "F-9", status: "cancelled" },
    ],
    [
      "a cancellation without an appointment",
      [header.replace("S12", "S15"), patient, "NT"],
      { problem: "is not a complete HL7 message", patientId: "M1" },
    ],
    ["no SCH", [header, patient], { problem: "has no segment SCH", patientId: "M1" }],
    ["no PID", [header, schedule], { problem: "has no segment PID", appointmentId: "F-9" }],
    [
      "another message type",
      [header.replace("SIU^S12", "ADT^A04"), patient],
      { problem: "is a message of type ADT, expected SIU" },
    ],
    [
      "an invalid message type",
      [header.replace("SIU^S12", "Ann Lee")],
      { problem: "is a message of another type, expected SIU" },
    ],
  ])("reports a message with %s and reads the other messages", async (_, segments, expected) => {
    expect(await rowsOf(message(...segments) + whole)).toEqual([
      expect.objectContaining({ row: 1, ...expected }),
      expect.objectContaining({ row: 2, appointmentId: "F-9" }),
    ]);
  });

  it("keeps the fields of a message that ends within a segment", async () => {
    expect(await only(header, schedule, "PID|1||M1^^^EHR")).toMatchObject({ appointmentId: "F-9", patientId: "M1" });
  });

  it("yields 500 rows per chunk", async () => {
    const sizes: number[] = [];
    for await (const chunk of appointmentFile(await written(whole.repeat(1_100))).read()) sizes.push(chunk.length);
    expect(sizes).toEqual([500, 500, 100]);
  });

  it.each(["\r", ""])("rejects a message over 1 MB", async (end) => {
    const content = whole + message(header) + `NTE|1||${"Ann".repeat(200_000)}${end}`.repeat(2);
    await expect(rowsOf(content)).rejects.toMatchObject({
      code: "file_unreadable",
      message: "cannot read the file: message 2 is longer than 1 MB",
    });
  });
});
