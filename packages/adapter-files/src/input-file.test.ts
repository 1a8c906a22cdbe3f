import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { spoolToFile } from "./input-file.js";
import { ndjsonBundle } from "./ndjson.js";

describe("spoolToFile", () => {
  const usual = process.env["TMPDIR"];
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repute-spool-"));
    process.env["TMPDIR"] = folder;
  });

  afterEach(async () => {
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
    await rm(folder, { recursive: true });
  });

  it("makes a stream readable more than once", async () => {
    const spool = await spoolToFile(Readable.from([Buffer.from('{"a":1}\n{"b"'), Buffer.from(":2}\n")]));
    const bundle = ndjsonBundle(spool.file);
    for (const reading of [bundle.read(), bundle.read()]) {
      const chunks: unknown[] = [];
      for await (const chunk of reading) chunks.push(chunk);
      expect(chunks).toEqual([
        [
          { line: 1, value: { a: 1 } },
          { line: 2, value: { b: 2 } },
        ],
      ]);
    }
    await spool.close();
  });

  it("makes the file accessible only to its owner", async () => {
    const spool = await spoolToFile(Readable.from(["1\n"]));
    expect((await spool.file.stat()).mode & 0o777).toBe(0o600);
    await spool.close();
  });

  it("leaves no file name behind even while the file is in use", async () => {
    const spool = await spoolToFile(Readable.from(["1\n"]));
    expect(await readdir(folder)).toEqual([]);
    await spool.close();
  });

  it("passes on stream errors and leaves nothing behind", async () => {
    const failing = new Readable({
      read() {
        this.destroy(new Error("the pipe broke"));
      },
    });
    await expect(spoolToFile(failing)).rejects.toThrow("the pipe broke");
    expect(await readdir(folder)).toEqual([]);
  });
});
