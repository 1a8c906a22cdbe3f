import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import Database from "better-sqlite3";
import { repute, reputeJson } from "./support/command-line.js";
import { aPartner } from "./support/partner.js";
import { aReview, practiceLines } from "./support/practice.js";
import { engines, freshWorkspace, type Workspace } from "./support/workspace.js";

type Copied = { readonly upserts: number; readonly deletes: number };

/** Creates an account and its token. Returns functions that load reviews and run `repute copy`. */
async function practice({ folder, env, bundle, serve }: Workspace) {
  await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
  const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
  const { token } = await reputeJson<{ token: string }>(create, env);
  const [tokenFile, copy] = [join(folder, "token.txt"), join(folder, "copy.db")];
  await writeFile(tokenFile, token);
  const load = async (lines: readonly object[]) =>
    reputeJson(["load", "--account", "acme", await bundle([...practiceLines, ...lines])], env);
  return {
    load,
    loadReviews: (...ids: number[]) => load(ids.map((id) => aReview(id, "2026-03-01T17:05:00Z"))),
    async running<T>(work: (copyOnce: () => Promise<Copied & { readonly stderr: string }>) => Promise<T>): Promise<T> {
      const { baseUrl, running } = await serve();
      // The server gets another port after each restart.
      forSource(copy, baseUrl);
      const args = [
        "copy",
        "--from",
        baseUrl,
        "--token-file",
        tokenFile,
        "--to",
        `sqlite:${copy}`,
        "--verify",
        "--json",
      ];
      try {
        return await work(async () => {
          const { code, stdout, stderr } = await repute(args, { env: {} });
          expect({ code, stderr }).toMatchObject({ code: 0 });
          return { ...(JSON.parse(stdout) as Copied), stderr };
        });
      } finally {
        running.signal("SIGTERM");
        await running.ended;
      }
    },
    reviews: () => within(copy, (db) => db.prepare("SELECT review_id FROM reviews ORDER BY 1").pluck().all()),
  };
}

function within<T>(file: string, work: (database: Database.Database) => T): T {
  const database = new Database(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function forSource(file: string, baseUrl: string): void {
  within(file, (database) => {
    const made = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_repute_copy'").get();
    if (made) database.prepare("UPDATE _repute_copy SET source = ?").run(baseUrl);
  });
}

const startsOver = expect.stringMatching(
  /^The copy starts over: the cursor has expired: .*restored from a backup.*\n$/,
);

describe("a copy of a source that was restored from a backup", () => {
  const workspace = freshWorkspace();

  it.each([
    ["repute restore", true],
    ["a plain copy of the backup file", false],
  ])("starts over after %s", async (_, isCommand) => {
    const here = workspace();
    const { env } = here;
    const file = (env["DATABASE_URL"] ?? "").replace("sqlite:", "");
    const { loadReviews, running, reviews } = await practice(here);
    await loadReviews(1);
    const backup = join(here.folder, "backup.db");
    await reputeJson(["backup", backup], env);
    await loadReviews(2, 3);
    await running((copyOnce) => copyOnce());
    expect(reviews()).toEqual([1, 2, 3]);

    if (isCommand) await reputeJson(["restore", backup, "--replace"], env);
    else await copyFile(backup, file);
    // The account reaches the same revision number again, but with other rows.
    await loadReviews(4, 5);
    await running(async (copyOnce) => {
      expect(await copyOnce()).toMatchObject({ stderr: startsOver });
      expect(reviews()).toEqual([1, 4, 5]);
      expect(await copyOnce()).toMatchObject({ upserts: 0, deletes: 0, stderr: "" });
    });
  });
});

describe.each(engines)("repute expire-cursors on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("makes copies start over, for one account or for all, while the server runs", async () => {
    const here = workspace();
    const { loadReviews, running, reviews } = await practice(here);
    await loadReviews(1);
    await reputeJson(["account", "create", "--key", "zenith", "--name", "Zenith"], here.env);
    await running(async (copyOnce) => {
      await copyOnce();
      const expire = (...more: string[]) => reputeJson(["expire-cursors", ...more], here.env);
      expect(await expire()).toEqual({ items: [{ account: "acme" }, { account: "zenith" }] });
      expect(await copyOnce()).toMatchObject({ stderr: startsOver });
      expect(await expire("--account", "zenith")).toEqual({ items: [{ account: "zenith" }] });
      expect(await copyOnce()).toMatchObject({ upserts: 0, stderr: "" });
      expect(reviews()).toEqual([1]);
    });
    expect(await repute(["expire-cursors", "--account", "nobody"], { env: here.env })).toMatchObject({ code: 1 });
  });
});

describe("a copy with a partner's signature", () => {
  const workspace = freshWorkspace();
  const partner = aPartner();

  it("repute copy works with a partner's signature while the client is enabled", async () => {
    const { folder, bundle, serve } = workspace();
    const env = { ...workspace().env, JWK_URL_ALLOW: partner().origin };
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    await reputeJson(["load", "--account", "acme", await bundle(practiceLines)], env);
    const register = ["client", "register", "--account", "acme", "--name", "copy", "--jwk-url", partner().jwkUrl];
    const { client_id: id } = await reputeJson<{ client_id: string }>(register, env);
    const { baseUrl } = await serve(["serve"], env);
    const keyFile = join(folder, "private-key.pem");
    await writeFile(keyFile, partner().privateKey());
    const target = ["--to", `sqlite:${join(folder, "copy.db")}`, "--verify"];
    const order = (...more: readonly string[]) =>
      repute(["copy", "--from", baseUrl, "--client-id", id, "--key-file", keyFile, ...target, ...more], { env: {} });

    expect(await order("--key-id", "1")).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/rows? copied/),
    });
    const refused = {
      code: 1,
      stderr: expect.stringMatching(/^error: The source \S+ responded: .*\(401 invalid_client/),
    };
    expect(await order("--key-id", "2")).toMatchObject(refused);
    expect(await order("--key-id", "1", "--token-url", "ftp://x")).toMatchObject({ code: 2 });
    await reputeJson(["client", "disable", "--id", id], env);
    expect(await order("--key-id", "1")).toMatchObject(refused);
  });
});
