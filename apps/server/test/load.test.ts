import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const reviews = [aReview(501, "2026-03-01T17:05:00Z"), aReview(502, "2026-03-03T09:00:00-07:00", { rating: 2 })];

describe.each(engines)("repute load on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  let token: string;

  const load = (...args: string[]) => repute(["load", "--account", "acme", ...args], { env: workspace().env });
  const published = async (path = "/v2/reviews") => {
    const { baseUrl } = await workspace().serve();
    return items(baseUrl, path, token);
  };

  beforeEach(async () => {
    const { env } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme Dental"], env);
    const kind = ["--kind", "api-token"];
    token = (await reputeJson<{ token: string }>(["token", "create", "--account", "acme", ...kind], env)).token;
  });

  it("makes a bundle's reviews available over HTTP, newest first", async () => {
    const { code, stderr } = await load(await workspace().bundle([...practiceLines, ...reviews]));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const found = await published();
    expect(found.map(({ review_id }) => review_id)).toEqual([502, 501]);
    expect(found[1]).toMatchObject({
      comment: "Kind and quick",
      create_time: "2026-03-01T17:05:00+00:00",
      location: "Main Street",
      platform: "Google",
      provider: "Dr. Ada Quill",
      groups: [5],
      rating: 5,
    });
  });

  it("counts lines and changes by kind, as text and as JSON", async () => {
    const file = await workspace().bundle([...practiceLines, ...reviews]);
    expect((await load(file)).stdout).toMatch(/^kind +lines +changed\naccount +1 +1\n[\s\S]*review +2 +2\ntotal +7\n$/);
    expect(await reputeJson(["load", "--account", "acme", file], workspace().env)).toEqual({
      stored: true,
      lines: 7,
      kinds: {
        account: { lines: 1, changed: 0 },
        location: { lines: 1, changed: 0 },
        provider: { lines: 1, changed: 0 },
        platform: { lines: 1, changed: 0 },
        group: { lines: 1, changed: 0 },
        review: { lines: 2, changed: 0 },
      },
    });
  });

  it("checks the bundle and stores nothing in a dry run", async () => {
    const { code, stdout } = await load("--dry-run", await workspace().bundle([...practiceLines, ...reviews]));
    expect(code).toBe(0);
    expect(stdout).toMatch(/review +2\ntotal +7\nDry run: no errors found, nothing was stored.\n$/);
    expect(await published("/v2/locations")).toEqual([]);
  });

  it("reads standard input if the file is -", async () => {
    const stdin = [...practiceLines, ...reviews].map((line) => JSON.stringify(line)).join("\n");
    const { code } = await repute(["load", "--account", "acme", "-"], { env: workspace().env, stdin });
    expect(code).toBe(0);
    expect(await published()).toHaveLength(2);
  });

  it("lists the line, kind and key of every problem, and stores nothing", async () => {
    const faulty = await workspace().bundle([
      ...practiceLines,
      aReview(501, "2026-03-01T17:05:00Z", { rating: "five" }),
      aReview(502, "2026-03-01T17:05:00Z", { provider_id: 99, colour: "red" }),
      aReview(503, "2026-03-01T17:05:00Z", { location_id: 77 }),
      { kind: "invoice" },
    ]);
    await writeFile(faulty, `${await readFile(faulty, "utf8")}{"kind":"review","comment":"Ann Example was h`);
    const { code, stdout, stderr } = await load(faulty);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.split("\n")).toEqual([
      "error: The bundle has errors, so nothing was stored.",
      "line 6: review.rating: expected a number from 1 to 5, found a string of 4 characters",
      "line 7: review.colour is not a known key",
      "line 7: review.provider_id: provider 99 exists neither in the account nor in this file",
      "line 8: review.location_id: location 77 exists neither in the account nor in this file",
      expect.stringMatching(/^line 9: kind: .*is not a known kind: /),
      expect.stringMatching(/^line 10 is not valid JSON: expected /),
      "",
    ]);
    expect(await published("/v2/locations")).toEqual([]);
  });

  it("lists the first hundred problems and the total number of problems", async () => {
    const lines = Array.from({ length: 250 }, () => ({ kind: "invoice" }));
    const { stderr } = await load(await workspace().bundle(lines));
    const messages = stderr.trimEnd().split("\n");
    expect(messages[0]).toContain("the first 100 of 250 follow");
    expect(messages).toHaveLength(101);
  });

  it("prints its problems as JSON with --json", async () => {
    const { env, bundle } = workspace();
    const { code, stdout } = await repute(
      ["load", "--account", "acme", "--json", await bundle([{ kind: "location" }])],
      { env },
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: "bundle_invalid",
        errors: expect.arrayContaining([{ line: 1, kind: "location", key: "id", message: expect.any(String) }]),
      },
    });
  });

  it("deletes the records that a complete list does not name, after a check", async () => {
    const { bundle } = workspace();
    const reviews25 = Array.from({ length: 25 }, (_, index) => aReview(index + 1, "2026-03-01T17:05:00Z"));
    await load(
      await bundle([...practiceLines, ...reviews25, aReview(99, "2026-03-01T17:05:00Z", { location_id: null })]),
    );
    const file = await bundle([...reviews25.slice(0, 5), { kind: "complete", of: "review", location_id: 1 }]);
    const dry = await load("--dry-run", file);
    expect(dry.stdout).toMatch(
      /^kind +lines +missing\nreview +5 +20\ncomplete +1 *\ntotal +6 *\nRecords that the complete lists do not name: 20\. The load/,
    );
    expect(dry.stderr).toMatch(/^warning: line 6: complete\.of: would delete 20 of 25 .*--allow-deletions 20/);
    expect(await load(file)).toMatchObject({ code: 1, stderr: expect.stringContaining("--allow-deletions 20") });
    expect((await load("--allow-deletions", "19", file)).code).toBe(1);
    expect(await published()).toHaveLength(26);
    expect((await load("--allow-deletions", "20", file)).stdout).toMatch(/review +5 +20 +0 +20\n/);
    expect((await published()).map(({ review_id }) => review_id)).toEqual([99, 5, 4, 3, 2, 1]);
    expect((await load(file)).stdout).toMatch(/review +5 +0 +0 +0\n/);
  });

  it("shows its progress only on a terminal", async () => {
    const { env, bundle } = workspace();
    const args = ["load", "--account", "acme", await bundle([...practiceLines, ...reviews])];
    expect((await repute(args, { env, watched: true })).stderr).toMatch(/(checking|storing)/);
    expect((await repute(args, { env })).stderr).toBe("");
  });

  it.each([
    ["missing.ndjson", "the file does not exist"],
    ["inner", "it is a folder"],
  ])("prints one line if %s cannot be read", async (name, reason) => {
    const file = join(workspace().folder, name);
    if (name === "inner") await mkdir(file);
    expect(await load(file)).toEqual({ code: 1, stdout: "", stderr: `error: Cannot read ${file}: ${reason}.\n` });
  });

  it("requires either a file or --discard", async () => {
    expect((await load("--discard")).stdout).toBe("The account has no unfinished load.\n");
    const stderr: unknown = expect.stringMatching(/^error: use either a bundle file or --discard\n/);
    const refused = { code: 2, stderr };
    expect(await load()).toMatchObject(refused);
    expect(await load("x.ndjson", "--discard")).toMatchObject(refused);
    expect(await load("--discard", "--dry-run")).toMatchObject(refused);
  });

  it("checks the account before it reads the file", async () => {
    const { env, folder } = workspace();
    const { code, stderr } = await repute(["load", "--account", "nobody", join(folder, "missing.ndjson")], { env });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: No account has the key "nobody".\n' });
  });

  it("does not create a database", async () => {
    const { folder } = workspace();
    const file = join(folder, "elsewhere", "repute.db");
    const { code, stderr } = await repute(["load", "--account", "acme", "x.ndjson"], {
      env: { DATABASE_URL: `sqlite:${file}` },
    });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `error: The database file ${file} does not exist; set DATABASE_URL to an existing database, or create this database with \`repute migrate\`.\n`,
    );
    await expect(readFile(file)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
