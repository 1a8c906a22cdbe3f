import { posix } from "node:path";
import type { Archive } from "./archive.js";
import { builtInFormat, type NumberFormat, numberFormat } from "./number-format.js";
import { damagedWorkbook, unreadableWorkbook } from "./workbook-error.js";
import { attributeOf, readXml } from "./xml-elements.js";

/** Parts of a workbook and the settings for reading its cells. */
export type WorkbookParts = {
  /** Name of the part that contains the sheet's cells. */
  readonly sheet: string;
  readonly sharedStrings: string | undefined;
  /** Number formats, indexed by cell style. */
  readonly formats: readonly NumberFormat[];
  /** True if the workbook uses the 1904 date system. */
  readonly is1904: boolean;
  /** Number of visible sheets besides the sheet that is read. */
  readonly otherSheets: number;
};

const maxPartLength = 16 * 1_048_576;
/** Maximum number of sheets, and of links between the files inside a workbook. */
const maxItems = 10_000;
const maxFormats = 65_536;

/** Finds the first visible sheet. Throws `file_unreadable` if the archive is not a workbook or has no sheet. */
export async function workbookParts(archive: Archive): Promise<WorkbookParts> {
  const book = await mainPart(archive);
  const { sheets, is1904 } = await readBook(archive, book);
  const related = await relationships(archive, book);
  const tables = sheets.filter(({ id }) => related.get(id)?.type === "worksheet");
  const [first, ...others] = tables.filter(({ isHidden }) => !isHidden);
  const sheet = first && related.get(first.id)?.part;
  if (sheet === undefined) throw unreadableWorkbook("it has no sheet with cells");
  const partOf = (type: string) =>
    [...related.values()].find((one) => one.type === type && archive.has(one.part))?.part;
  const styles = partOf("styles");
  return {
    sheet,
    sharedStrings: partOf("sharedStrings"),
    formats: styles === undefined ? [] : await readFormats(archive, styles),
    is1904,
    otherSheets: others.length,
  };
}

async function mainPart(archive: Archive): Promise<string> {
  const root = archive.has("_rels/.rels") ? await relationships(archive, "") : new Map<string, Related>();
  const part = [...root.values()].find(({ type }) => type === "officeDocument")?.part ?? "xl/workbook.xml";
  if (part.endsWith(".bin")) throw unreadableWorkbook("it is a binary workbook (.xlsb): save it as .xlsx or CSV");
  if (archive.has(part)) return part;
  const isOpenDocument = archive.has("content.xml") && archive.has("mimetype");
  throw unreadableWorkbook(
    `it is ${isOpenDocument ? "an OpenDocument file" : "a ZIP archive"} and not an Excel workbook: save it as .xlsx or CSV`,
  );
}

type Related = { readonly type: string; readonly part: string };

/** Returns the relationships of a part by id. Reduces each relationship type to the last segment of its URI. */
async function relationships(archive: Archive, part: string): Promise<Map<string, Related>> {
  const folder = posix.dirname(part);
  const related = new Map<string, Related>();
  await readXml(archive.read(posix.join(folder, "_rels", `${posix.basename(part)}.rels`), maxPartLength), {
    open(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== "Relationship" || id === undefined || target === undefined || mode === "External") return;
      if (related.size >= maxItems) throw damagedWorkbook();
      const address = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
      related.set(id, { type: posix.basename(type ?? ""), part: address });
    },
  });
  return related;
}

type Sheet = { readonly id: string; readonly isHidden: boolean };

async function readBook(archive: Archive, part: string): Promise<{ sheets: readonly Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  let [is1904, isWorkbook] = [false, false];
  await readXml(archive.read(part, maxPartLength), {
    open(name, attributes) {
      if (name === "workbook") isWorkbook = true;
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      if (sheets.length >= maxItems) throw damagedWorkbook();
      const isHidden = !["visible", undefined].includes(attributes["state"]);
      sheets.push({ id: attributeOf(attributes, "id") ?? "", isHidden });
    },
  });
  if (!isWorkbook) throw unreadableWorkbook("it is another Office document: save the table as .xlsx or CSV");
  return { sheets, is1904 };
}

async function readFormats(archive: Archive, part: string): Promise<readonly NumberFormat[]> {
  const declared = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  await readXml(archive.read(part, maxPartLength), {
    open(name, attributes) {
      const id = Number(attributes["numFmtId"]);
      if (name === "cellXfs") isOfCells = true;
      if (name === "numFmt") declared.set(id, numberFormat(attributes["formatCode"] ?? ""));
      if (name === "xf" && isOfCells) formats.push(declared.get(id) ?? builtInFormat(id));
      if (declared.size + formats.length > maxFormats)
        throw unreadableWorkbook(`it has more than ${maxFormats} formats`);
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}
