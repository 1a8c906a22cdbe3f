import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { type FeedServer, feedServer } from "../test/feed-server.js";
import { begin, run } from "../test/run.js";
import { temporaryFolder } from "../test/temporary-folder.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let sources: FeedServer[];
let list: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  sources = await Promise.all(["acme", "birch", "cedar"].map((name) => feedServer(name)));
  list = join(folder.path, "accounts.ndjson");
});
afterEach(async () => {
  await Promise.all(sources.map((source) => source.stop()));
  await folder.remove();
});

const fileOf = (name: string) => join(folder.path, `${name}.db`);

/** Writes the list of accounts. `more` replaces values of the line with the same index. */
async function accounts(...more: readonly object[]): Promise<readonly string[]> {
  const lines = await Promise.all(
    sources.map(async ({ baseUrl, token }, index) => {
      const name = ["acme", "birch", "cedar"][index] as string;
      await writeFile(join(folder.path, `${name}.token`), token);
      const line = {
        name,
        from: baseUrl,
        token_file: join(folder.path, `${name}.token`),
        to: `sqlite:${fileOf(name)}`,
      };
      return JSON.stringify({ ...line, ...more[index] });
    }),
  );
  await writeFile(list, `${lines.join("\n\n")}\n`);
  return ["--all", list];
}

function rowsIn(name: string): number {
  const database = new Database(fileOf(name), { readonly: true });
  const { rows } = database.prepare<[], { rows: number }>("SELECT count(*) AS rows FROM reviews").get() ?? { rows: -1 };
  database.close();
  return rows;
}

const put = (source: number, id: string) => sources[source]?.put("reviews", id, { review_id: Number(id) });

it("copies all accounts of a file, continues each one, and prints one summary", async () => {
  for (const index of [0, 1, 2]) put(index, "1");
  const order = await accounts();
  const first = await run(order);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout.split("\n").sort()).toEqual([
    ...["", "Accounts: 3 copied, 0 failed."],
    ...["acme", "birch", "cedar"].map((name) => `${name}: 1 row copied, 0 deleted`),
  ]);
  expect((await stat(fileOf("cedar"))).mode & 0o777).toBe(0o600);
  put(1, "2");
  const { code, stdout } = await run([...order, "--json", "--verify", "--concurrency", "1"]);
  const { accounts: found, ...counts } = JSON.parse(stdout) as { accounts: object[] };
  expect({ code, ...counts }).toEqual({ code: 0, copied: 3, failed: 0, not_started: 0 });
  expect(found).toMatchObject([
    { name: "acme", upserts: 0, verified: { equal: true } },
    { name: "birch", upserts: 1, lists: { reviews: { upserts: 1, deletes: 0 } } },
    { name: "cedar", upserts: 0 },
  ]);
});

it("copies the other accounts if one fails, and ends with exit code 1", async () => {
  for (const index of [0, 1, 2]) put(index, "1");
  process.env["COPY_TEST_TOKEN"] = sources[2]?.token;
  const order = await accounts(
    { token_file: join(folder.path, "absent") },
    {},
    { token_file: undefined, token_env: "COPY_TEST_TOKEN" },
  );
  const { code, stdout, stderr } = await run(order);
  delete process.env["COPY_TEST_TOKEN"];
  expect({ code, stderr }).toEqual({ code: 1, stderr: "error: Accounts: 2 copied, 1 failed.\n" });
  expect(stdout).toMatch(/^acme: failed: The token file \S+absent does not exist\.$/m);
  expect([rowsIn("birch"), rowsIn("cedar")]).toEqual([1, 1]);
  const again = await run([...order, "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({
    accounts: [{ error: { code: "missing_file" } }, { upserts: 0 }, { error: { code: "missing_token" } }],
    error: { code: "copies_failed" },
  });
});

it("starts no more copies after a signal, and reports the copies that did not end", async () => {
  for (const index of [0, 1, 2]) put(index, "1");
  const running = begin([...(await accounts()), "--concurrency", "1", "--json"]);
  sources[1]?.atRequest(1, () => running.signal("SIGTERM"));
  const { code, stdout } = await running.ended;
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    accounts: [{ name: "acme", upserts: 1 }, { error: { code: "interrupted" } }, { name: "cedar" }],
    ...{ copied: 1, failed: 1, not_started: 1, error: { code: "interrupted" } },
  });
  expect(await run(["--all", list])).toMatchObject({ code: 0 });
  expect(rowsIn("cedar")).toBe(1);
});

it("refuses a file with mistakes before it copies anything, without repeating values", async () => {
  const line = { name: "acme", from: "https://acme.example", token_file: "t", to: "postgres://me:secret@db/acme" };
  const wrong = [
    '{"to":"postgres://me:secret@db/acme",',
    JSON.stringify({ ...line, password: "secret" }),
    JSON.stringify({ ...line, lists: ["secret"] }),
    JSON.stringify({ ...line, from: "ftp://secret" }),
    JSON.stringify({ ...line, to: "mysql:secret" }),
    JSON.stringify({ ...line, token_env: "T" }),
    JSON.stringify({ ...line, name: "two words" }),
    JSON.stringify(line),
    JSON.stringify({ ...line, to: "sqlite:other.db" }),
    JSON.stringify({ ...line, name: "other" }),
  ];
  await writeFile(list, wrong.join("\n"));
  const { code, stdout, stderr } = await run(["--all", list]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).not.toContain("secret");
  expect(stderr.match(/line \d+/g)).toEqual(
    ["1", "2", "3", "4", "5", "6", "7", "9", "8", "10", "8"].map((number) => `line ${number}`),
  );
  await writeFile(list, "");
  expect(await run(["--all", list])).toMatchObject({ stderr: expect.stringContaining("contains no account") });
  expect(await run(["--all", join(folder.path, "absent")])).toMatchObject({ code: 1 });
  expect(await run(["--all", list, "--watch"])).toMatchObject({ code: 2 });
  expect(await run(["--from", "https://acme.example"])).toMatchObject({ code: 2 });
});
