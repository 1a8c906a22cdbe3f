import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, currentFingerprint } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { anEntry, aReview, at, readChanges, readList, reviewId } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { describeOnPostgres } from "../../../test/on-postgres.js";
import { served } from "../../../test/releases/served.js";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { openDatabase, typeormPorts } from "../../open-database.js";
import { testDatabase } from "../../testing/index.js";

const folder = join(__dirname, "../../../test/releases");
const versions = readdirSync(folder).filter((name) => /^\d/.test(name));
const legacyUser =
  "INSERT INTO users VALUES (1, 31, 'Zoë', 'zoë@bücher.example', 'zoë@bücher.example', 'Administrator', NULL, NULL, NULL, true)";
const fileOf = (version: string, name: string) => readFileSync(join(folder, version, name), "utf8");

type Place = { readonly url: string; readonly migrationUrl?: string; remove(): Promise<void> };

describe.each(versions)("a database of version %s", (version) => {
  describe("in a SQLite file", () =>
    upToDate(version, async () => {
      const { file, url, remove } = temporaryFolder();
      const connection = new Connection(file);
      connection.exec(fileOf(version, "sqlite.sql"));
      connection.exec(legacyUser);
      connection.close();
      return { url, remove: async () => remove() };
    }));

  describeOnPostgres("on PostgreSQL", () =>
    upToDate(version, async () => {
      const own = await testDatabase("blank");
      await own.query(`SET ROLE ${new URL(own.migrationUrl).username}; ${fileOf(version, "postgres.sql")}; RESET ROLE`);
      await own.query(legacyUser.replace("users", "public.users"));
      return { url: own.url, migrationUrl: own.migrationUrl, remove: () => own.drop() };
    }),
  );
});

function upToDate(version: string, restored: () => Promise<Place>): void {
  let place: Place;
  beforeEach(async () => {
    place = await restored();
  });
  afterEach(() => place.remove());

  it("migrates, serves its records and accepts new records", async () => {
    const database = await openDatabase({ ...place, migrate: true });
    const { storage } = database;
    const [account] = await storage.accounts.all();
    if (!account) throw new Error("its account is gone");
    await storage.transact(account.id, async ({ users }) => {
      const [user] = await users.byEmails(account.id, ["zoe\u0308@XN--BCHER-KVA.example"]);
      expect(user).toMatchObject({ id: 31, email: "zoë@bücher.example" });
      if (user) await users.remove(account.id, user.id);
    });
    // Later versions may add members to a record.
    expect(await served(storage, account.id)).toMatchObject(JSON.parse(fileOf(version, "served.json")) as object);

    const visits = ["phone +18015550177 1773072000000  ", "email eva@example.com 2026-03-10  "];
    const known = visits.map((value) => ({ kind: "visit", value }) as const);
    const found = storage.read(account.id, ({ appointments }) => appointments.withKeys(account.id, known));
    expect(await found).toEqual([1001, 1002]);
    const partial = [{ kind: "partial", value: "" }] as const;
    const any = storage.read(account.id, ({ appointments }) => appointments.withKeys(account.id, partial));
    expect(await any).not.toEqual([undefined]);

    await storage.transact(account.id, async ({ reviews, feed }) => {
      await reviews.save(account.id, [aReview({ id: reviewId(502), locationId: null, providerId: null })]);
      await feed.publish(account.id, "reviews", [anEntry({ id: 502, at: at("2026-04-01") })]);
    });
    expect((await readList(storage, account.id, "reviews")).count).toBe(2);
    expect(await database.pendingMigrations()).toEqual([]);
    const domain = createDomain({ ...memoryPorts(), ...typeormPorts(database) });
    await domain.feed.renderOutdated();
    expect(await storage.feed.state(account.id)).toMatchObject({ fingerprint: currentFingerprint });
    const { changes } = await readChanges(storage, account.id, { lists: ["conversions", "survey-responses"] });
    expect(changes.map(({ id }) => id).sort()).toEqual(["701", "call-801", "call-802", "sub-901"]);
    expect(changes.find(({ id }) => id === "call-801")?.item).toMatchObject({
      _campaign_id: 50,
      _appointment_id: 1001,
    });
    await database.close();
  });
}
