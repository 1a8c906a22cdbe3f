import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { fileInTheMaking } from "./output-file.js";

describe("fileInTheMaking", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repute-making-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("replaces the file when everything is written, with access for its owner only", async () => {
    const file = join(folder, "report.html");
    await writeFile(file, "old");
    const making = await fileInTheMaking(file);
    expect(await readFile(file, "utf8")).toBe("old");
    await making.finish(["new", "er"]);
    await making.discard();
    expect(await readFile(file, "utf8")).toBe("newer");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["report.html"]);
  });

  it("leaves no file behind when it is discarded, even during a write or with an earlier file", async () => {
    await writeFile(join(folder, "report.html"), "old");
    const making = await fileInTheMaking(join(folder, "report.html"));
    const failing = (async function* () {
      yield "half";
      throw new Error("no more");
    })();
    await expect(making.finish(failing)).rejects.toThrow("no more");
    await making.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it("rejects a missing folder, or a folder in place of the file, before any work is done", async () => {
    const missing = join(folder, "missing", "report.html");
    await expect(fileInTheMaking(missing)).rejects.toMatchObject({
      code: "file_unwritable",
      message: `cannot write ${missing}: the folder does not exist`,
    });
    await expect(fileInTheMaking(folder)).rejects.toMatchObject({ message: `cannot write ${folder}: it is a folder` });
    expect(await readdir(folder)).toEqual([]);
  });
});
