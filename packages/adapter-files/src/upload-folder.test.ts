import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { uploadFilesContract } from "@repute/domain/testing";
import { uploadFolder } from "./upload-folder.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repute-uploads-"));
});
afterEach(() => rm(folder, { recursive: true }));

uploadFilesContract("a folder", () => uploadFolder(join(folder, "new")));

describe("a folder for uploads", () => {
  async function* zeros(count: number): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < count; sent += 1_000) yield Buffer.alloc(1_000, "0");
  }
  const files = (options = {}) => uploadFolder(folder, { reserve: 0, ...options });

  it("has SHA-256 and SHA-512 of the body, and files that only their owner can read", async () => {
    const { name, sha256, sha512 } = await files().receive(zeros(1_000), { sha512: true });
    expect(sha256).toBe("c31bca45696e0b4765427229a5fdae9a3f8dca1974e9b99229c70cf899a90e68");
    expect(sha512?.slice(0, 32)).toBe("d0cbb26dc647c0e29c72ab7695818a16");
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it("refuses a larger body, and a full disk, and keeps nothing of them", async () => {
    const large = files({ maxBytes: 5_000 }).receive(zeros(6_000), { sha512: false });
    await expect(large).rejects.toMatchObject({ kind: "too_large", code: "upload_too_large" });
    const full = files({ reserve: Number.MAX_SAFE_INTEGER }).receive(zeros(1_000), { sha512: false });
    await expect(full).rejects.toMatchObject({ kind: "unavailable", code: "disk_full" });
    expect(await readdir(folder)).toEqual([]);
  });

  it("loses only its files that are older than a day and that nobody wants", async () => {
    const names = await Promise.all([1, 2, 3].map(() => files().receive(zeros(1_000), { sha512: false })));
    const [wanted = "", old = "", fresh = ""] = names.map(({ name }) => name);
    await writeFile(join(folder, "notes.txt"), "");
    await writeFile(join(folder, `${old}.part`), "");
    const before = new Date(Date.now() - 90_000_000);
    for (const name of [wanted, old, `${old}.part`, "notes.txt"]) await utimes(join(folder, name), before, before);
    await files().tidy(new Set([wanted]));
    expect((await readdir(folder)).sort()).toEqual([wanted, fresh, "notes.txt"].sort());
    await uploadFolder(join(folder, "absent")).tidy(new Set());
  });
});
