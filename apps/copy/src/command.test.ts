import { generateKeyPairSync } from "node:crypto";
import { readdir, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { type FeedServer, feedServer } from "../test/feed-server.js";
import { begin, run } from "../test/run.js";
import { temporaryFolder } from "../test/temporary-folder.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let source: FeedServer;
let file: string;
let tokenFile: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  source = await feedServer();
  file = join(folder.path, "copy.db");
  tokenFile = join(folder.path, "token.txt");
  await writeFile(tokenFile, `${source.token}\n`);
});
afterEach(async () => {
  await source.stop();
  await folder.remove();
});

const order = (...more: readonly string[]) => [
  "--from",
  source.baseUrl,
  "--token-file",
  tokenFile,
  "--to",
  `sqlite:${file}`,
  ...more,
];

const partnerOrder = () => {
  const target = ["--from", source.baseUrl, "--to", `sqlite:${file}`];
  return [...target, "--client-id", "rpc_1", "--key-file", tokenFile, "--key-id", "1"];
};

/** Reads the copied rows in the shape of the source's `state()`. */
function copied(): ReadonlyMap<string, unknown> {
  const database = new Database(file, { readonly: true });
  const rows = database.prepare<[], { _id: string; review_id: number; comment: string }>("SELECT * FROM reviews").all();
  database.close();
  return new Map(rows.map(({ _id, review_id, comment }) => [`reviews ${_id}`, { review_id, comment }]));
}

const putReviews = (count: number, comment = "kind") => {
  for (let id = 1; id <= count; id += 1) source.put("reviews", String(id), { review_id: id, comment });
};

const sorted = (map: ReadonlyMap<string, unknown>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe("repute copy", () => {
  it("copies all rows, then only changes, then nothing, and prints the counts", async () => {
    putReviews(5);
    expect(await run(order())).toEqual({ code: 0, stdout: "5 rows copied, 0 deleted\n", stderr: "" });
    source.put("reviews", "2", { review_id: 2, comment: "changed" });
    source.remove("reviews", "3");
    expect(await run(order("--json"))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^\{"started_at":"[^"]+","ended_at":"[^"]+","upserts":1,"deletes":1,"lists":\{"reviews":\{"upserts":1,"deletes":1\}\}\}\n$/,
      ),
    });
    expect(await run(order())).toMatchObject({ stdout: "0 rows copied, 0 deleted\n" });
    expect(sorted(copied())).toEqual(sorted(source.state()));
  });

  it("starts a fresh copy when the cursor has expired", async () => {
    putReviews(5);
    await run(order());
    source.remove("reviews", "1");
    source.put("reviews", "2", { review_id: 2, comment: "new" });
    source.sweep();
    expect(await run(order())).toEqual({
      code: 0,
      stdout: "4 rows copied, 0 deleted\n",
      stderr: "The copy starts over: it is cursor_expired. The new copy replaces the old copy when it is complete.\n",
    });
    expect(sorted(copied())).toEqual(sorted(source.state()));
  });

  it("continues after a response that broke off", async () => {
    putReviews(3);
    source.breakOffAfter(0);
    expect(await run(order())).toMatchObject({ code: 0, stdout: "3 rows copied, 0 deleted\n" });
    expect(sorted(copied())).toEqual(sorted(source.state()));
  });

  it("copies only the requested lists", async () => {
    putReviews(1);
    source.put("locations", "1", { id: 1 });
    expect(await run(order("--lists", "locations"))).toMatchObject({ stdout: "1 row copied, 0 deleted\n" });
    expect(source.requested[0]).toContain("lists=locations");
  });

  const until = async (done: () => boolean) => {
    while (!done()) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it("watches for changes until a signal arrives, and prints one line per sync", async () => {
    putReviews(1);
    const watching = begin(order("--watch"));
    await until(() => source.requested.some((line) => line.endsWith("wait=30")));
    source.put("reviews", "2", { review_id: 2, comment: "while it watched" });
    await until(() => copied().size === 2);
    watching.signal("SIGTERM");
    const { stdout, ...ended } = await watching.ended;
    expect(ended).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\S+Z 1 row copied, 0 deleted\n\S+Z 1 row copied, 0 deleted\n$/);
  });

  it.each([[[]], [["--fresh"]]])("reads a rotated token again while it watches with the options %j", async (more) => {
    putReviews(1);
    const watching = begin(order("--watch", "--json", ...more));
    await until(() => source.requested.some((line) => line.endsWith("wait=30")));
    source.rotate("rpa_next");
    source.put("reviews", "2", { review_id: 2, comment: "before the token was rotated" });
    await until(() => watching.stderr().includes("Next attempt"));
    await writeFile(tokenFile, "rpa_next\n");
    source.put("reviews", "3", { review_id: 3, comment: "after the token was rotated" });
    await until(() => copied().size === 3);
    watching.signal("SIGTERM");
    const { code, stdout, stderr } = await watching.ended;
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { upserts: number });
    expect({ code, rows: lines.reduce((all, { upserts }) => all + upserts, 0) }).toEqual({ code: 0, rows: 3 });
    expect(stderr).toMatch(/^(\S+Z The source \S+ responded: .*401.* Next attempt: in \d+ s\.\n)+$/);
  });

  it("fails at once if the first token of a watched copy is rejected", async () => {
    await writeFile(tokenFile, "rpa_other");
    expect(await run(order("--watch"))).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: .*401/) });
  });

  it("verifies every column, and prints the rows by list", async () => {
    putReviews(4);
    source.put("locations", "1", { id: 1 });
    const { code, stdout } = await run(order("--verify"));
    expect(stdout).toBe("5 rows copied, 0 deleted\nlocations: 1 row\nreviews: 4 rows\nequal\n");
    expect(code).toBe(0);
  });

  it("reports rows that were modified in the copy, and repairs them", async () => {
    putReviews(4);
    await run(order());
    const database = new Database(file);
    database.exec("DELETE FROM reviews WHERE _id = '2'; UPDATE reviews SET comment = 'unkind' WHERE _id = '3'");
    database.close();
    const { code, stdout, stderr } = await run(order("--verify"));
    const rows = "0 rows copied, 0 deleted\nreviews: 4 rows\nreviews 2: missing\nreviews 3: changed (comment)\n";
    expect({ code, stdout: stdout.split("\n").sort() }).toEqual({ code: 1, stdout: rows.split("\n").sort() });
    expect(stderr).toBe("error: The copy differs from the source in 2 rows. To replace them, add --repair.\n");
    const inJson = await run(order("--verify", "--json"));
    expect(inJson.stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(inJson.stdout)).toMatchObject({
      verified: {
        equal: false,
        rows: expect.arrayContaining([
          { list: "reviews", id: "2", what: "missing", columns: [] },
          { list: "reviews", id: "3", what: "changed", columns: ["comment"] },
        ]),
      },
      error: { code: "copy_differs", message: expect.any(String), errors: [] },
    });
    const repaired = await run(order("--repair", "--json"));
    expect(JSON.parse(repaired.stdout)).toMatchObject({ verified: { equal: false, repaired: true } });
    expect(repaired.code).toBe(0);
    expect(await run(order("--verify"))).toMatchObject({ code: 0, stdout: expect.stringContaining("equal") });
    expect(sorted(copied())).toEqual(sorted(source.state()));
  });

  /** Returns the run history of the copy. */
  const runs = () => {
    const database = new Database(file, { readonly: true });
    const rows = database
      .prepare("SELECT run, upserts, complete, verified, error FROM _repute_runs ORDER BY run")
      .all();
    database.close();
    return rows.map((row) => Object.values(row as object));
  };

  it("records failed runs with their error codes, also in a copy by an earlier version", async () => {
    putReviews(2);
    await run(order());
    const database = new Database(file);
    database.exec("ALTER TABLE _repute_runs DROP COLUMN error; UPDATE reviews SET comment = 'x' WHERE _id = '1'");
    database.close();
    await writeFile(tokenFile, "rpa_other");
    expect(await run(order("--json"))).toMatchObject({ code: 1 });
    await writeFile(tokenFile, "");
    await run(order());
    await writeFile(tokenFile, source.token);
    await run(order("--verify"));
    await run(order("--repair"));
    expect(runs()).toEqual([
      [1, 2, 1, null, null],
      [2, 0, 0, null, "access_token_invalid"],
      [3, 0, 0, null, "invalid_token_file"],
      [4, 0, 1, 0, "copy_differs"],
      [5, 0, 1, 1, null],
    ]);
  });

  it("records no failed run in a copy of another source", async () => {
    putReviews(1);
    await run(order());
    const database = new Database(file);
    database.exec("UPDATE _repute_copy SET source = 'https://old.example.com'");
    database.close();
    expect(await run(order())).toMatchObject({ code: 1 });
    expect(runs()).toEqual([[1, 1, 1, null, null]]);
  });

  it("records an outage once while it watches, in the run that it ended", async () => {
    putReviews(1);
    const watching = begin(order("--watch"));
    await until(() => source.requested.some((line) => line.endsWith("wait=30")));
    source.rotate("rpa_next");
    source.put("reviews", "2", { review_id: 2, comment: "before the token was rotated" });
    await until(() => watching.stderr().split("Next attempt").length > 2);
    await writeFile(tokenFile, "rpa_next");
    source.put("reviews", "3", { review_id: 3, comment: "after the token was rotated" });
    await until(() => copied().size === 3);
    watching.signal("SIGTERM");
    await watching.ended;
    const [first, second, ...others] = runs();
    expect(first).toEqual([1, 2, 1, null, "access_token_invalid"]);
    expect(second).toEqual([2, 1, 1, null, null]);
    expect(others).toEqual([]);
  });

  it("records an interrupted run", async () => {
    putReviews(3);
    await run(order());
    putReviews(3, "changed");
    const running = begin(order("--page", "1", "--json"));
    source.atRequest(3, () => running.signal("SIGINT"));
    const { code, stdout } = await running.ended;
    expect({ code, found: JSON.parse(stdout) as unknown }).toEqual({
      code: 1,
      found: { error: expect.objectContaining({ code: "interrupted" }) },
    });
    expect(runs()).toEqual([
      [1, 3, 1, null, null],
      [2, 0, 0, null, "interrupted"],
    ]);
  });

  it("does not report rows that the source changes during the verification", async () => {
    putReviews(4);
    await run(order());
    source.atRequest(4, () => {
      source.put("reviews", "2", { review_id: 2, comment: "changed during the verification" });
      source.remove("reviews", "1");
    });
    expect(await run(order("--verify", "--page", "1"))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("equal"),
    });
    expect(sorted(copied())).toEqual(sorted(source.state()));
  });

  it("starts over with --fresh, also with other lists", async () => {
    putReviews(2);
    source.put("locations", "1", { id: 1 });
    await run(order("--lists", "reviews"));
    expect((await run(order("--lists", "locations"))).stderr).toMatch(/^error: .* or start over with --fresh\.\n$/);
    expect(await run(order("--lists", "locations,reviews"))).toMatchObject({ stdout: "3 rows copied, 0 deleted\n" });
    expect(await run(order("--fresh"))).toMatchObject({ stdout: "3 rows copied, 0 deleted\n" });
    expect(await run(order())).toMatchObject({ stdout: "0 rows copied, 0 deleted\n" });
  });

  it("copies in one transaction, or page by page with --pages", async () => {
    putReviews(5);
    const broken = await feedServer("a", { failsAfter: 3 });
    try {
      for (let id = 1; id <= 5; id += 1) broken.put("reviews", String(id), { review_id: id });
      const from = ["--from", broken.baseUrl, ...order("--page", "1").slice(2)];
      expect(await run(from)).toMatchObject({ code: 1 });
      expect(await readdir(folder.path)).toEqual(["token.txt"]);
      expect(await run([...from, "--pages"])).toMatchObject({ code: 1 });
      expect([...copied().keys()]).toEqual(["reviews 1", "reviews 2", "reviews 3"]);
    } finally {
      await broken.stop();
    }
  });

  it("leaves no file behind if the first run fails, and creates files that only the owner can read", async () => {
    await writeFile(tokenFile, "rpa_other");
    expect(await run(order())).toMatchObject({ code: 1 });
    expect(await readdir(folder.path)).toEqual(["token.txt"]);
    await writeFile(tokenFile, source.token);
    await run(order());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("continues a copy from a new URL with --source-changed", async () => {
    putReviews(1);
    await run(order());
    const database = new Database(file);
    database.exec("UPDATE _repute_copy SET source = 'https://old.example.com'");
    database.close();
    expect((await run(order())).stderr).toBe(
      "error: The target contains a copy of https://old.example.com. If the service has moved, add --source-changed. Otherwise, choose another target.\n",
    );
    expect(await run(order("--source-changed"))).toMatchObject({ code: 0, stdout: "0 rows copied, 0 deleted\n" });
    expect(await run(order())).toMatchObject({ code: 0 });
  });
});

describe("repute copy on a terminal", () => {
  const checksumsRequested = () => source.requested.filter((line) => line.startsWith("/v2/checksums"));

  it("shows the total during a first copy, and only a row count during an update", async () => {
    putReviews(60);
    const { stdout, stderr } = await run(order("--page", "1"), true);
    expect(stdout).toBe("60 rows copied, 0 deleted\n");
    expect(stderr).toMatch(/\r\u001b\[K\[=+-+\] 98 %, 59 of 60 rows, [\d,]+ per second, 1 s left: reviews\r/);
    expect(stderr).toMatch(/\r\u001b\[K60 rows, [\d,]+ per second: reviews\r\u001b\[K$/);
    putReviews(60, "changed");
    expect((await run(order("--page", "1"), true)).stderr).not.toContain("of 60");
    expect(checksumsRequested()).toHaveLength(1);
  });

  it("shows a row count without a total if the source has no checksums", async () => {
    const older = await feedServer("a", { hasChecksums: false });
    try {
      for (let id = 1; id <= 20; id += 1) older.put("reviews", String(id), { review_id: id });
      const { code, stderr } = await run(["--from", older.baseUrl, ...order("--page", "1").slice(2)], true);
      expect(code).toBe(0);
      expect(stderr).toMatch(/^(\r\u001b\[K\d+ rows, [\d,]+ per second: reviews)+\r\u001b\[K$/);
      expect(older.requested).toContain("/v2/checksums");
    } finally {
      await older.stop();
    }
  });

  it("ignores a count that the source sends as a string, because the string could contain terminal control codes", async () => {
    const line = (id: string) =>
      `{"list":"calls","id":"${id}","op":"upsert","changed_at":"2026-03-01T00:00:00+00:00","item":{}}\n`;
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://any");
      const place = Number(url.searchParams.get("cursor") ?? 0) + 1;
      response.setHeader("content-type", "application/x-ndjson");
      response.setHeader("x-cursor", String(place));
      if (url.pathname === "/v2/checksums")
        return void response.end('{"list":"calls","month":"2026-03","count":"\\u001b[2J","checksum":"0"}\n');
      if (place < 20) response.setHeader("link", `</v2/changes?cursor=${place}>; rel="next"`);
      response.end(line(String(place)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const { code, stderr } = await run(
        ["--from", `http://127.0.0.1:${port}`, ...order("--page", "1").slice(2)],
        true,
      );
      expect(code).toBe(0);
      expect(stderr).not.toContain("[2J");
      expect(stderr).toMatch(/^(\r\u001b\[K\d+ rows, [\d,]+ per second: calls)+\r\u001b\[K$/);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it("requests no checksums for a copy of one page or without a terminal", async () => {
    putReviews(5);
    await run(order(), true);
    await run([...order("--page", "1").slice(0, -3), `sqlite:${file}.2`, "--page", "1"]);
    expect(checksumsRequested()).toEqual([]);
  });
});

describe("the one-line error of repute copy", () => {
  it("reports a rejected token", async () => {
    await writeFile(tokenFile, "rpa_other");
    const { code, stderr } = await run(order());
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error: The source ${source.baseUrl} responded: it is access_token_invalid (401 access_token_invalid, request r-1)\n`,
    });
  });

  it("reports a target that contains a copy of another account", async () => {
    putReviews(1);
    await run(order());
    const other = await feedServer("b");
    try {
      const database = new Database(file);
      database.prepare("UPDATE _repute_copy SET source = ?").run(other.baseUrl);
      database.close();
      await writeFile(tokenFile, other.token);
      const { code, stderr } = await run(["--from", other.baseUrl, ...order().slice(2)]);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr:
          "error: The target contains a copy of another account. Choose another target, or replace the copy with --fresh.\n",
      });
    } finally {
      await other.stop();
    }
  });

  it("reports a target file that is not a database", async () => {
    await writeFile(file, "a letter, and not a database");
    const { code, stderr } = await run(order("--json"));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "error: The target failed: file is not a database (SQLITE_NOTADB)\n",
    });
  });

  it("reports a token file that is missing or empty", async () => {
    expect((await run(["--from", source.baseUrl, "--token-file", "/nowhere", "--to", "sqlite:x"])).stderr).toMatch(
      /^error: The token file \/nowhere does not exist\.\n$/,
    );
    await writeFile(tokenFile, "");
    expect((await run(order())).stderr).toBe("error: The token file must contain exactly one token.\n");
  });

  it("reports a key file without an RSA private key, without quoting the file", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    for (const text of ["a secret", privateKey.export({ type: "pkcs8", format: "pem" })]) {
      await writeFile(tokenFile, text);
      expect(await run(partnerOrder())).toEqual({
        code: 1,
        stdout: "",
        stderr: "error: The key file must contain an RSA private key in PEM format, without a passphrase.\n",
      });
    }
  });

  it("lists the options that form a credential", async () => {
    const outputOf = async (args: readonly string[]) => {
      const { code, stderr } = await run(args);
      return [code, stderr.split("\n")[0]];
    };
    const expected = "error: Specify either --token-file, or --client-id, --key-file and --key-id.";
    expect(await outputOf(["--from", source.baseUrl, "--to", "sqlite:x"])).toEqual([2, expected]);
    expect(await outputOf(partnerOrder().slice(0, -2))).toEqual([2, expected]);
    expect(await outputOf(order("--client-id", "rpc_1"))).toEqual([
      2,
      "error: option '--client-id <id>' cannot be used with option '--token-file <file>'",
    ]);
  });

  it.each([
    [["--to", "mysql://db"], 2, /--to must be sqlite:FILE/],
    [["--to", "postgres://["], 2, /--to must be a URL, such as postgres:/],
    [["--to", "postgres://me:hunter2@127.0.0.1:1/x?schema=acme"], 2, /only these URL parameters: host, .*search_path/],
    [["--to", "sqlite:x.db?mode=ro"], 2, /--to must be a file without URL parameters/],
    [["--to", "duckdb:x.duckdb?access_mode=read_only"], 2, /without URL parameters/],
    [["--lists", "reviews,;"], 2, /Expected one or more of reviews, surveys, survey-responses/],
    [["--page", "0"], 2, /Expected an integer from 1 to 100000./],
    [["--from", "ftp://x"], 2, /Expected a URL/],
  ] as const)("rejects %j", async (wrong, code, message) => {
    const { code: found, stdout, stderr } = await run([...order(), ...wrong, "--json"]);
    expect({ found, stderr }).toEqual({ found: code, stderr: expect.stringMatching(message) });
    expect(JSON.parse(stdout)).toEqual({
      error: { code: "wrong_usage", message: expect.stringMatching(message), errors: [] },
    });
    expect(stderr + stdout).not.toContain("hunter2");
  });

  it("prints an example in --help", async () => {
    const { code, stdout } = await run(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "$ repute-copy --from https://repute.example.com --token-file token.txt --to sqlite:acme.db",
    );
  });
});
