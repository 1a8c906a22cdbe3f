import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { tokenKeysOf } from "./keys.js";
import { readConfig } from "./settings/config.js";

describe("token keys", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repute-keys-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const embedded = () => readConfig({ DATABASE_URL: `sqlite:${join(folder, "deep", "repute.db")}` });
  const stored = () => join(folder, "deep", "repute.db.token-keys");

  it("come from the configuration", async () => {
    expect(await tokenKeysOf({ ...embedded(), tokenKeys: "a:b" })).toBe("a:b");
    expect(await readdir(folder)).toEqual([]);
  });

  it("are created once beside an embedded database, with access for its owner only", async () => {
    const made = await tokenKeysOf(embedded());
    expect(made).toMatch(/^\d{4}-\d\d-\d\d:[A-Za-z0-9+/]{43}=$/);
    expect(await readFile(stored(), "utf8")).toBe(`${made}\n`);
    expect((await stat(stored())).mode & 0o777).toBe(0o600);
    expect(await tokenKeysOf(embedded())).toBe(made);
  });

  it("are identical for processes that start at the same time, and leave no other file behind", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => tokenKeysOf(embedded())));
    expect(new Set(made).size).toBe(1);
    expect(await readdir(join(folder, "deep"))).toEqual(["repute.db.token-keys"]);
  });

  it("are required with PostgreSQL, where many processes share them", async () => {
    const config = readConfig({ DATABASE_URL: "postgres://repute:hunter2@db/repute" });
    await expect(tokenKeysOf(config)).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringMatching(/^TOKEN_KEYS is required with PostgreSQL[^\n]*$/),
    });
  });
});
