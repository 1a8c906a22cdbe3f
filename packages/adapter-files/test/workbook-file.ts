import { crc32, deflateRawSync } from "node:zlib";

/** Contents of a ZIP archive by file name. A file may declare an incorrect size. */
export type Parts = Readonly<Record<string, string | Buffer | { readonly content: Buffer; readonly size: number }>>;

/** Creates a ZIP archive with compressed files. */
export function zipOf(parts: Parts): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const content = Buffer.from(typeof part === "object" && "content" in part ? part.content : part);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(typeof part === "object" && "size" in part ? part.size : content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\0"), common, rest, Buffer.from(name)]));
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, Buffer.from("PK\u0005\u0006"), end]);
}

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relationships = (...all: readonly string[]): string => `<Relationships>${all.join("")}</Relationships>`;

/** Contents of a test workbook. */
export type Workbook = {
  /** Content of the `<worksheet>` element. */
  readonly sheet: string;
  readonly strings?: readonly string[];
  /** Number format codes of the cell styles. The first code belongs to style 1. */
  readonly formats?: readonly string[];
  /** Content of the `<workbook>` element. */
  readonly book?: string;
  readonly parts?: Parts;
};

/** Creates a workbook as Excel writes it. */
export function workbookOf({ sheet, strings = [], formats = [], book = usualBook, parts = {} }: Workbook): Buffer {
  const declared = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`);
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relationships(relationship("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns:r="http://r">${book}</workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(
      relationship("rId1", "worksheet", "worksheets/sheet1.xml"),
      relationship("rId2", "worksheet", "/xl/worksheets/sheet2.xml"),
      relationship("rId3", "sharedStrings", "sharedStrings.xml"),
      relationship("rId4", "styles", "styles.xml"),
      relationship("rId5", "chartsheet", "chartsheets/sheet1.xml"),
    ),
    "xl/worksheets/sheet1.xml": `<worksheet>${sheet}</worksheet>`,
    "xl/worksheets/sheet2.xml": "<worksheet><sheetData/></worksheet>",
    "xl/sharedStrings.xml": `<sst>${strings.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet><numFmts>${declared.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs></styleSheet>`,
    ...parts,
  });
}

const usualBook = `<sheets><sheet name="Visits" sheetId="1" r:id="rId1"/></sheets>`;

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** Creates rows of string cells as spreadsheet libraries write them. */
export const rowsOfTexts = (...rows: readonly (readonly string[])[]): string =>
  `<sheetData>${rows.map((row) => `<row>${row.map(inlineText).join("")}</row>`).join("")}</sheetData>`;

const inlineText = (text: string): string => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
