import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import type { CahpsType, PatientRow, SurveyField } from "@repute/domain";
import fc from "fast-check";
import { scaled } from "../../../test/torture.js";
import { temporaryFile } from "../test/temporary-file.js";
import { patientFile } from "./patient-file.js";

const who = "First Name,Last Name,Address 1,City,State,ZIP Code,Date of Birth,Gender,MRN,Unique ID,CCN";
const surgery = `${who},Surgery Date,Procedure Code 1`;
const stay = `${who},Language,Visit or Admit Date,Discharge Date,Patient Admission Source,Patient Discharge Status`;
const ann = "Ann,Lee,1 Elm St,Provo,UT,84601,1980-05-01,F,M1,V1,05C9Y7";
const annsSurgery = `${ann},5/10/2026,66984`;
const annsStay = `${ann},English,5/10/2026,5/12/2026,1,01`;

describe("patientFile", () => {
  const written = temporaryFile();

  async function read(content: string | Buffer, type: CahpsType = "OASCAHPS") {
    const rows: PatientRow[] = [];
    let fields: readonly SurveyField[] = [];
    for await (const some of patientFile(await written(content), type).read()) {
      rows.push(...some.rows);
      fields = [...some.fields];
    }
    return { rows, fields };
  }
  const refusal = async (content: string | Buffer, type: CahpsType = "OASCAHPS"): Promise<string> => {
    const error = await read(content, type).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "invalid", code: "file_unreadable" });
    return (error as Error).message;
  };

  it("returns cells by field, and cells of unknown columns by heading", async () => {
    const { rows, fields } = await read(`${surgery},Ward,,Ward\n${annsSurgery},7,x,8\n`);
    expect(fields).toEqual([
      ...["first_name", "last_name", "address_1", "city", "state", "zip", "date_of_birth", "sex", "patient_id"],
      ...["visit_id", "facility_ccn", "service_date", "procedure_code_1"],
    ]);
    expect(rows).toEqual([
      {
        row: 2,
        texts: {
          ...{ first_name: "Ann", last_name: "Lee", address_1: "1 Elm St", city: "Provo", state: "UT", zip: "84601" },
          ...{ date_of_birth: "1980-05-01", sex: "F", patient_id: "M1", visit_id: "V1", facility_ccn: "05C9Y7" },
          ...{ service_date: "5/10/2026", procedure_code_1: "66984" },
        },
        others: [
          ["Ward", "7"],
          ["column 15", "x"],
          ["Ward (2)", "8"],
        ],
      },
    ]);
  });

  it.each<[SurveyField, CahpsType, readonly string[]]>([
    ["patient_id", "OASCAHPS", ["Medical Record Number", "MRN", "PATIENT_ID"]],
    ["visit_id", "HCAHPS", ["Unique ID", "Visit Number", "Case ID", "visit-id"]],
    ["facility_ccn", "OASCAHPS", ["CCN", "Provider ID", "Provider Number"]],
    ["location_name", "OASCAHPS", ["Location Name", "Facility"]],
    ["location_code", "OASCAHPS", ["Location Code"]],
    ["date_of_birth", "OASCAHPS", ["Date of Birth", "DOB"]],
    ["sex", "OASCAHPS", ["Gender", "Sex"]],
    ["service_date", "OASCAHPS", ["Visit or Admit Date", "Surgery Date", "DOS"]],
    ["admit_date", "HCAHPS", ["Visit or Admit Date"]],
    ["procedure_code_1", "OASCAHPS", ["Procedure Code 1", "CPT"]],
    ["procedure_code_6", "OASCAHPS", ["Procedure Code 6"]],
    ["ms_drg", "HCAHPS", ["MS-DRG", "DRG"]],
    ["attending_npi", "OASCAHPS", ["Attending Physician NPI"]],
    ["attending_name", "OASCAHPS", ["Attending Physician Name"]],
    ["er_admit", "HCAHPS", ["ER_ADMIT"]],
    ["deceased", "OASCAHPS", ["Deceased Flag"]],
    ["no_publicity", "OASCAHPS", ["No Publicity Flag"]],
    ["prisoner", "OASCAHPS", ["Prisoner Flag"]],
    ["state_regulation", "OASCAHPS", ["State Regulation Flag"]],
    ["newborn", "OASCAHPS", ["Newborn Flag"]],
    ["admitted_inpatient", "OASCAHPS", ["Transferred/admitted to inpatient"]],
    ["middle_initial", "OASCAHPS", ["Middle Initial"]],
    ["phone", "OASCAHPS", ["Telephone Number"]],
    ["mobile", "OASCAHPS", ["Mobile Number"]],
    ["email", "OASCAHPS", ["Email"]],
  ])("finds %s of %s under its headings", async (field, type, headings) => {
    const [head, row] = type === "HCAHPS" ? [stay, annsStay] : [surgery, annsSurgery];
    const own = head.split(",");
    for (const heading of headings) {
      // Remove columns with another heading of the field.
      const others = own.filter((one) => !headings.includes(one));
      const cells = others.map((one) => row.split(",")[own.indexOf(one)]);
      const { rows } = await read(`${heading},${others.join()}\nfound,${cells.join()}\n`, type);
      expect(rows[0]?.texts[field]).toBe("found");
    }
  });

  it("ignores an end-of-row mark", async () => {
    for (const mark of ["EOR", "$"]) {
      const table = `${surgery},${mark}\n${annsSurgery},${mark}\n`;
      expect((await read(table)).rows).toMatchObject([{ others: [] }]);
      const [row] = (await read(`${surgery}\n${annsSurgery},${mark}\n`)).rows;
      expect([row?.others, row?.cells]).toEqual([[], undefined]);
    }
  });

  it("reports the cell count of rows that do not match the headings", async () => {
    const { rows } = await read(`${surgery},EOR\n${annsSurgery},EOR,extra\n${ann}\n${annsSurgery},EOR\n`);
    expect(rows.map(({ cells }) => cells)).toEqual([
      { count: 15, expected: 14 },
      { count: 11, expected: 14 },
      undefined,
    ]);
    expect(rows[0]?.others).toEqual([["column 15", "extra"]]);
  });

  it("reads tabs, bars, gzip, Windows-1252 and a byte order mark", async () => {
    const table = `${surgery}\n${annsSurgery.replace("Ann", "Zoë")}\n`;
    for (const content of [
      ...[table.replaceAll(",", "\t"), table.replaceAll(",", "|"), `\ufeff${table}`],
      ...[gzipSync(table), Buffer.from(table, "latin1")],
    ]) {
      expect((await read(content)).rows).toMatchObject([{ texts: { first_name: "Zoë" } }]);
    }
  });

  it("skips blank lines and repeated headings", async () => {
    const { rows } = await read(`${surgery}\n\n${annsSurgery}\n,,,\n${surgery}\n${annsSurgery}\n`);
    expect(rows.map(({ row }) => row)).toEqual([3, 6]);
  });

  it("prefers the better of two columns for a field and keeps the other under its heading", async () => {
    const { rows } = await read(`${surgery},Case ID\n${annsSurgery},C1\n`);
    expect(rows).toMatchObject([{ texts: { visit_id: "V1" }, others: [["Case ID", "C1"]] }]);
  });

  it("accepts a table without a column for procedure codes", async () => {
    expect((await read(`${who},DOS\n${ann},5/10/2026\n`)).fields).not.toContain("procedure_code_1");
  });

  it("returns no rows for a table with only headings", async () => {
    expect((await read(surgery)).rows).toEqual([]);
  });

  it.each([
    ["nothing", "", "cannot read the table: it is empty"],
    [
      "no headings",
      `${annsSurgery}\n`,
      /none of its first 20 rows has at least two known headings, such as First Name, Last Name/,
    ],
    [
      "missing columns",
      "First Name,Last Name,CCN\nAnn,Lee,1\n",
      /no column for address_1, city, state, zip \(ZIP Code\), date_of_birth \(DOB\)/,
    ],
    [
      "no facility",
      `${surgery.replace(",CCN", "")}\n`,
      /no column for facility_ccn \(CCN, Provider ID, Provider Number\) or location_code or location_name \(Facility\)$/,
    ],
    [
      "a duplicate column",
      `${surgery},Last Name\n`,
      "cannot read the table: columns 2 and 14 have the same heading Last Name; remove one of them",
    ],
    ["zeros", Buffer.from(`${surgery}\n\0`), "cannot read the file: it is not a text file"],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), "cannot read the file: it is not a text file"],
    ["a workbook", Buffer.from("504b030400", "hex"), /cannot read the workbook: it is damaged/],
    [
      "a cell of 10 MB",
      `${surgery}\n${"x".repeat(10_000_000)},${annsSurgery}\n`,
      /the row at line 2 is longer than 1 MB/,
    ],
    ["an unclosed cell", `${surgery}\n"${annsSurgery}\n`, "cannot read the table: a quoted cell has no closing quote"],
    [
      "half of a gzip file",
      gzipSync(`${surgery}\n${`${annsSurgery}\n`.repeat(2_000)}`).subarray(0, -20),
      /gzip data is damaged or incomplete/,
    ],
    [
      "a long heading",
      `${surgery},${"x".repeat(201)}\n`,
      "cannot read the table: the heading of column 14 is longer than 200 characters",
    ],
  ])("rejects a table with a one-line error: %s", async (_, content, expected) => {
    expect(await refusal(content)).toMatch(expected);
  });

  it("rejects a file for the other survey", async () => {
    expect(await refusal(`${surgery}\n${annsSurgery}\n`, "HCAHPS")).toMatch(
      /no column for language, admit_date .*, so it is probably a file for OASCAHPS$/,
    );
    expect(await refusal(`${stay},MS-DRG\n${annsStay},291\n`)).toMatch(/it is probably a file for HCAHPS$/);
  });

  it("returns rows of strings or fails with a one-line error when the file is damaged", async () => {
    const files = [Buffer.from(`${surgery}\n${annsSurgery}\n`), gzipSync(`${surgery},EOR\n${annsSurgery},EOR\n`)];
    const damaged = fc
      .tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }))
      .map(([file, changes]) => {
        const bytes = Buffer.from(file);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        return bytes;
      });
    await fc.assert(
      fc.asyncProperty(damaged, async (content) => {
        const found = await read(content).catch((error: unknown) => error);
        if (found instanceof Error) return expect(found).toMatchObject({ kind: "invalid", code: "file_unreadable" });
        for (const { texts } of (found as Awaited<ReturnType<typeof read>>).rows) {
          for (const text of Object.values(texts)) expect(typeof text).toBe("string");
        }
      }),
      { numRuns: scaled(200, 20_000) },
    );
  });
});
