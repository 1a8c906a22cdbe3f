import { mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { begin, repute, reputeJson } from "./support/command-line.js";
import { practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Line = Readonly<Record<"account" | "kind" | "state" | "place", string>> & { readonly id: number | null };
type Load = { readonly id: number; readonly state: string; readonly file_name: string; readonly counts: object };

const bundle = `${practiceLines.map((line) => JSON.stringify(line)).join("\n")}\n`;
const patients =
  "First Name,Last Name,Address 1,City,State,ZIP Code,DOB,Sex,MRN,Unique ID,CCN,Facility,Surgery Date,CPT\n" +
  "Bo,Lee,2 Elm St,Ogden,UT,84401,5/1/1980,F,M2,V2,05C9Y7,Odgen,5/11/2026,66984\n";
const token = "20260302T170500Z-0123456789abcdef";

describe.each(engines)("repute watch on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const create = (key: string) =>
    reputeJson(["account", "create", "--key", key, "--name", "Practice"], workspace().env);
  const inbox = (...path: readonly string[]) => join(workspace().folder, "in", ...path);

  async function place(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
    await mkdir(inbox(folder), { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(inbox(folder, name), text);
  }

  async function pass(...options: readonly string[]) {
    const args = ["watch", inbox(), "--once", "--json", ...options];
    const { code, stdout, stderr } = await repute(args, { env: workspace().env });
    const lines = stdout.split("\n").filter(Boolean);
    return { code, stderr, stdout, results: lines.map((line) => JSON.parse(line) as Line) };
  }
  const now = ["--settle", "0"];
  const loads = async (key: string) =>
    (await reputeJson<{ items: Load[] }>(["loads", "list", "--account", key], workspace().env)).items;
  const namesIn = async (folder: string) => (await readdir(inbox(folder))).sort();

  it("imports files in the order of their changes, and moves each with its report", async () => {
    await create("acme");
    await create("beta");
    await place("acme/bundle", { "Ann Lee.ndjson": bundle, "wrong.ndjson": '{"kind":"review"}' });
    await place("acme/calls", { empty: "" });
    await place("beta/bundle", { "b.ndjson": bundle });
    await utimes(inbox("acme/bundle/wrong.ndjson"), 1, 1);
    const { code, stdout, stderr, results } = await pass(...now);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).not.toMatch(/Ann|wrong|empty\b(?!_load)(?! *")/);
    expect(results.map(({ account, kind, id, state }) => [account, kind, id, state])).toEqual([
      ["acme", "calls", null, "failed"],
      ["acme", "bundle", 1, "failed"],
      ["acme", "bundle", 2, "succeeded"],
      ["beta", "bundle", 1, "succeeded"],
    ]);
    const { place: done = "" } = results[2] ?? {};
    expect(await namesIn("acme/bundle")).toEqual(["done", "failed"]);
    expect(await namesIn("acme/bundle/done")).toEqual(
      ["-Ann Lee.ndjson", ".html", ".json"].map((ending) => `${done.replace("done/", "")}${ending}`),
    );
    expect(JSON.parse(await readFile(inbox(`acme/bundle/${done}.json`), "utf8"))).toMatchObject({
      ...{ account: "acme", kind: "bundle", id: 2, file_name: "Ann Lee.ndjson", state: "succeeded", problems: [] },
    });
    expect(await readFile(inbox(`acme/bundle/${done}.html`), "utf8")).toContain("Account bundle, load 2");
    expect((await stat(inbox("acme/bundle/done"))).mode & 0o777).toBe(0o700);
    expect((await stat(inbox(`acme/bundle/${done}.html`))).mode & 0o777).toBe(0o600);
    const refused = (await namesIn("acme/calls/failed")).find((name) => name.endsWith(".json")) ?? "";
    expect(JSON.parse(await readFile(inbox("acme/calls/failed", refused), "utf8"))).toMatchObject({
      ...{ file_name: "empty", id: null, problems: [{ code: "empty_load", message: "the file is empty" }] },
    });
    expect(await pass(...now)).toMatchObject({ code: 0, results: [] });
  });

  it("leaves files that are not complete, and opens no database for them", async () => {
    await place("acme/bundle", { "a.ndjson": bundle, "b.ndjson.part": bundle, ".c.ndjson": bundle });
    const args = ["watch", inbox(), "--once", "--settle", "1000"];
    const { code, stdout, stderr } = await repute(args, { env: { DATABASE_URL: "sqlite:/absent/repute.db" } });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await namesIn("acme/bundle")).toEqual([".c.ndjson", "a.ndjson", "b.ndjson.part", "done", "failed"]);
  });

  it("continues after each rename, and stores nothing twice", async () => {
    await create("acme");
    await place("acme/bundle", { [`.${token}-a.ndjson`]: bundle });
    const path = (state: string) => inbox("acme/bundle", `${state}${token}-a.ndjson`);
    const expected = [{ id: 1, state: "succeeded", place: `done/1-${token}` }];
    expect((await pass(...now)).results).toMatchObject(expected);
    for (const state of [".", ".1-"]) {
      await rename(path("done/1-"), path(state));
      expect((await pass(...now)).results).toMatchObject(expected);
    }
    expect(await loads("acme")).toMatchObject([{ id: 1, file_name: "a.ndjson" }]);
    await rename(path("done/1-"), path("."));
    await writeFile(path("."), `${bundle}\n`);
    expect(await pass(...now)).toMatchObject({
      results: [{ id: null, state: "failed", problems: [{ code: "file_replaced" }] }],
    });
    await place("acme/bundle", { [`.9-${token}-b.ndjson`]: bundle });
    expect((await pass(...now)).results).toMatchObject([{ state: "failed", problems: [{ code: "load_not_found" }] }]);
  });

  it("can import the same folder in two processes", async () => {
    await create("acme");
    const names = Array.from({ length: 12 }, (_, index) => `${index}.ndjson`);
    await place(
      "acme/bundle",
      Object.fromEntries(names.map((name) => [name, bundle + "\n".repeat(Number.parseInt(name))])),
    );
    const both = await Promise.all([pass(...now), pass(...now)]);
    const { results } = await pass(...now);
    const all = [...both.flatMap((one) => one.results), ...results];
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(all.map(({ id }) => id).sort()).toEqual(names.map((_, index) => index + 1).sort());
    expect((await loads("acme")).map(({ file_name: name }) => name).sort()).toEqual([...names].sort());
    expect(await namesIn("acme/bundle")).toEqual(["done", "failed"]);
  });

  it("reads the options of a folder, and refuses others", async () => {
    await create("acme");
    await place("acme/patients", { "a.csv": patients });
    expect(await pass(...now)).toMatchObject({
      ...{
        code: 1,
        results: [],
        stderr: expect.stringMatching(/^warning: acme\/patients: options\.json has wrong options: type is required/),
      },
    });
    for (const [text, problem] of [
      ["[]", "must contain a JSON object"],
      ['{"typ":"OASCAHPS"}', "has an unknown option"],
      ['{"type":"OASCAHPS","test":{}}', "must have a string, number or boolean as test"],
      ['{"type":"OASCAHPS","dry_run":true}', "dry_run is not a parameter for files of the kind patients"],
    ] as const) {
      await place("acme/patients", { "options.json": text });
      const { results, stderr } = await pass(...now);
      expect([results, stderr]).toEqual([[], expect.stringContaining(problem)]);
    }
    await place("acme/patients", { "options.json": '{"type":"OASCAHPS","test":true,"by":"ann@example.com"}' });
    expect((await pass(...now)).results).toMatchObject([{ state: "succeeded" }]);
    expect(await loads("acme")).toMatchObject([{ counts: { is_test: true, created_by: "ann@example.com" } }]);
    expect(await namesIn("acme/patients")).toEqual(["done", "failed", "options.json"]);
  });

  it("warns about what it does not import", async () => {
    for (const key of ["acme", "shut"]) await create(key);
    await reputeJson(["account", "disable", "--key", "shut"], workspace().env);
    for (const key of ["shut", "nobody"]) await place(`${key}/bundle`, { "a.ndjson": bundle });
    await place("acme/reports", { "a.csv": "a" });
    await place("acme", { "a.csv": "a" });
    await place("acme/bundle", { ["n".repeat(181)]: bundle });
    await writeFile(Buffer.concat([Buffer.from(inbox("acme/bundle/")), Buffer.from([0xff])]), bundle);
    await symlink(inbox("acme/a.csv"), inbox("acme/bundle/link"));
    await place("acme/calls", { "a.csv": "a" });
    await symlink(inbox("acme/reports"), inbox("acme/calls/done"));
    await symlink(inbox("acme"), inbox("other"));
    const { code, results, stderr } = await pass(...now);
    expect([code, results]).toEqual([1, []]);
    expect(stderr.split("\n").filter(Boolean).sort()).toEqual([
      "warning: acme/bundle: ignored entries that are not files: 1",
      "warning: acme/bundle: ignored entries that have a name of more than 180 bytes: 1",
      "warning: acme/bundle: ignored entries that have a name that is not UTF-8: 1",
      "warning: acme/calls: done is not a folder",
      "warning: acme/reports: the name must be one of bundle, appointments, calls, patients, reviews",
      "warning: acme: ignored entries that are not folders: 1",
      "warning: nobody: no account has this key",
      "warning: shut: the account is disabled",
      "warning: the folder: ignored entries that are not folders: 1",
    ]);
    expect(await namesIn("acme/reports")).toEqual(["a.csv"]);
    expect(await namesIn("shut/bundle")).toEqual(["a.ndjson", "done", "failed"]);
  });

  it("imports files as they arrive, until it is stopped", async () => {
    await create("acme");
    await place("acme/bundle", { "a.ndjson": bundle });
    const running = begin(["watch", inbox(), ...now], { env: workspace().env });
    await place("acme/bundle", { "b.ndjson": '{"kind":"platform"}' });
    await running.printed(/^acme\/bundle: load 2 failed: line 1: platform.* \(see failed\/2-\w+-\w+\)\n/m);
    await running.printed(/^acme\/bundle: load 1 succeeded: lines 5, .* \(see done\/1-\w+-\w+\)\n/);
    running.signal("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
  });
});
