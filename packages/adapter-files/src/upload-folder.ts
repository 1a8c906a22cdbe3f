import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { tooLarge, unavailable, type UploadFiles } from "@repute/domain";
import { appointmentFile } from "./appointment-file.js";
import { callFile } from "./call-file.js";
import { ndjsonBundle } from "./ndjson.js";
import { patientFile } from "./patient-file.js";
import { reviewFile } from "./review-file.js";

type FolderOptions = {
  /** Maximum size of a file in bytes, as it is sent. Default: 1 GiB. */
  readonly maxBytes?: number;
  /** Free space in bytes that uploads leave for other files. Default: 256 MiB. */
  readonly reserve?: number;
};

const name = /^[0-9a-f-]{36}$/;

/** Ending of a file that is not complete yet. */
const unfinished = ".part";

const day = 86_400_000;

/** Number of received bytes after which the free space is checked again. */
const checkEvery = 67_108_864;

/**
 * Keeps uploads in a folder that only the user of this process can read. All processes that receive uploads, or work on
 * them, need the same folder. Otherwise, each process works only on the uploads that it can find.
 */
export function uploadFolder(
  folder: string,
  { maxBytes = 1_073_741_824, reserve = 268_435_456 }: FolderOptions = {},
): UploadFiles {
  const pathOf = (content: string) => join(folder, content);

  async function checkSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < reserve) throw diskFull();
  }

  async function copy(body: AsyncIterable<Uint8Array>, file: FileHandle, hashes: readonly Hash[]): Promise<number> {
    let [bytes, checked] = [0, 0];
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge("upload_too_large", `the file must have at most ${maxBytes} bytes`);
      if (bytes - checked > checkEvery) {
        await checkSpace();
        checked = bytes;
      }
      for (const hash of hashes) hash.update(piece);
      await file.writeFile(piece);
    }
    return bytes;
  }

  return {
    async receive(body, { sha512 }) {
      const content = randomUUID();
      const path = pathOf(content) + unfinished;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await checkSpace();
        const hashes = [createHash("sha256"), ...(sha512 ? [createHash("sha512")] : [])];
        const file = await open(path, "wx", 0o600);
        let bytes: number;
        try {
          bytes = await copy(body, file, hashes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(path, pathOf(content));
        await syncFolder(folder);
        const [first = "", second] = hashes.map((hash) => hash.digest("hex"));
        return { name: content, bytes, sha256: first, ...(second !== undefined && { sha512: second }) };
      } catch (error) {
        await rm(path, { force: true });
        throw codeOf(error) === "ENOSPC" ? diskFull() : error;
      }
    },
    async open(content) {
      const file = name.test(content) ? await open(pathOf(content), "r").catch(ifAbsent) : undefined;
      return (
        file && {
          bundle: () => ndjsonBundle(file),
          appointments: (onNotice) => appointmentFile(file, { onNotice }),
          calls: (onNotice) => callFile(file, { onNotice }),
          patients: (type, onNotice) => patientFile(file, type, { onNotice }),
          reviews: (onNotice) => reviewFile(file, { onNotice }),
          close: () => file.close(),
        }
      );
    },
    remove: async (content) => void (name.test(content) && (await rm(pathOf(content), { force: true }))),
    async tidy(wanted) {
      for (const entry of (await readdir(folder).catch(ifAbsent)) ?? []) {
        const isOurs = name.test(entry.replace(unfinished, "")) && !wanted.has(entry);
        const found = isOurs && (await stat(pathOf(entry)).catch(ifAbsent));
        if (found && found.mtimeMs < Date.now() - day) await rm(pathOf(entry), { force: true });
      }
    },
  };
}

type Hash = ReturnType<typeof createHash>;

/** Makes a renamed file survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | null)?.code;

function ifAbsent(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

const diskFull = () => unavailable("disk_full", "the server has no space for the file; try again later");
