import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readConfig } from "../src/config.js";
import { repute, reputeJson } from "./support/command-line.js";
import { freshWorkspace } from "./support/workspace.js";

type Checked = { readonly settings: readonly { variable: string; value: string | null; source: string }[] };

describe("repute config check", () => {
  const workspace = freshWorkspace();
  const fileWith = async (content: string) => {
    const file = join(workspace().folder, "secret");
    await writeFile(file, content);
    return file;
  };

  it("prints each setting with its source, and hides secrets", async () => {
    const DATABASE_URL_FILE = await fileWith("postgres://app:hunter2@db/repute\n");
    const env = { DATABASE_URL_FILE, TOKEN_KEYS: `1:${"A".repeat(43)}=`, PORT: "9000" };
    const checked = await reputeJson<Checked>(["config", "check"], env);
    expect(checked.settings).toEqual(
      expect.arrayContaining([
        { variable: "DATABASE_URL", value: "db/repute", source: "file" },
        { variable: "TOKEN_KEYS", value: "(hidden)", source: "environment" },
        { variable: "PORT", value: "9000", source: "environment" },
        { variable: "METRICS", value: "off", source: "default" },
      ]),
    );
    expect(JSON.stringify(checked)).not.toMatch(/hunter2|AAAA/);
  });

  it("reports every error and exits with 1", async () => {
    const env = { PORT: "x", METRICS: "maybe", METRIC: "on" };
    const { code, stdout, stderr } = await repute(["config", "check"], { env });
    expect(code).toBe(1);
    expect(stdout).toContain("Unknown environment variable METRIC. Did you mean METRICS?");
    expect(stderr).toMatch(/^error: METRICS must be on or off; PORT must be .*\n$/);
  });

  it("rejects PostgreSQL without token keys", async () => {
    const { code, stderr } = await repute(["config", "check"], { env: { DATABASE_URL: "postgres://a:b@db/repute" } });
    expect([code, stderr]).toEqual([1, expect.stringContaining("TOKEN_KEYS is required with PostgreSQL")]);
  });

  it("reads a secret from a file without its trailing newline", async () => {
    const TOKEN_KEYS_FILE = await fileWith("1:key\n");
    expect(readConfig({ TOKEN_KEYS_FILE }).tokenKeys).toBe("1:key");
    expect(() => readConfig({ TOKEN_KEYS_FILE, TOKEN_KEYS: "1:other" })).toThrow(
      "TOKEN_KEYS and TOKEN_KEYS_FILE must not both be set",
    );
    expect(() => readConfig({ TOKEN_KEYS_FILE: "/nowhere" })).toThrow(
      "TOKEN_KEYS_FILE must name a file that can be read (ENOENT)",
    );
    await fileWith("\n");
    expect(() => readConfig({ TOKEN_KEYS_FILE })).toThrow("TOKEN_KEYS_FILE must name a file that is not empty");
    await fileWith("mysql://hunter2");
    expect(() => readConfig({ DATABASE_URL_FILE: TOKEN_KEYS_FILE })).toThrow(/^DATABASE_URL must be (?!.*hunter2)/);
  });
});
