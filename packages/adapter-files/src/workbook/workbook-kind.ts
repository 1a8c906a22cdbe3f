import type { FileHandle } from "node:fs/promises";
import { unreadableWorkbook } from "./workbook-error.js";

const headerBytes = 512;
const directoryBytes = 4_096;

/**
 * Returns true if a file is a ZIP archive.
 * Throws `file_unreadable` for encrypted workbooks and for workbooks of old Excel versions.
 */
export async function isWorkbook(handle: FileHandle): Promise<boolean> {
  const header = await bytesAt(handle, 0, headerBytes);
  const mark = header.toString("hex", 0, 4);
  if (mark === "d0cf11e0") throw await otherWorkbook(handle, header);
  return mark === "504b0304";
}

/**
 * Distinguishes encrypted workbooks from workbooks of old Excel versions.
 * Both are compound files ([MS-CFB]).
 * The header locates a directory that lists the names of the streams.
 */
async function otherWorkbook(handle: FileHandle, header: Buffer): Promise<Error> {
  const sectorBytes = header.length === headerBytes && header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const sector = header.length === headerBytes ? header.readUInt32LE(48) : 0;
  const directory = await bytesAt(handle, (sector + 1) * sectorBytes, directoryBytes);
  return directory.includes(Buffer.from("EncryptedPackage", "utf16le"))
    ? unreadableWorkbook("it is encrypted: save it without a password")
    : unreadableWorkbook("it is an old Excel workbook (.xls): save it as .xlsx or CSV");
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
