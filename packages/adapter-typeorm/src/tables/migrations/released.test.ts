import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, currentFingerprint, type HostUserId, type Origin } from "@repute/domain";
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
/**
 * Rows of earlier versions, which stored white space around tracking parameters and did not credit such submissions. The
 * lists of the account are up to date, so that only the migration can ask for new ones.
 */
const legacySubmissions = `
  UPDATE watermarks SET fingerprint = '${currentFingerprint}';
  INSERT INTO campaigns VALUES (1, 60, 'Fall', 'Email', 'news', 'fall-1 ', '[]'), (1, 61, 'Later', 'Email', NULL, 'fall-1', '[]');
  INSERT INTO submissions (account_id, id, at, scct_parameter, phone_number, phone, type, patient_name, is_test, identity)
    VALUES (1, 902, 1772985600000, ' fall-1', '8015550180', '+18015550180', 'Online', 'Cy Dunn', false, '[1772985600000,"+18015550180"," fall-1","Online",false]');
  INSERT INTO conversions (account_id, kind, id, type, at, from_number, phone, new_patient, created_at, modified_at, closes, origin)
    VALUES (1, 'submission', 902, 'Online', 1772985600000, '8015550180', '+18015550180', true, 1780315200000, 1780315200000, false, '_kSozM2J7a5wtUxeWDmZeb');
`;
/** More appointments with one phone number than a search reads without an index of their names and booking days. */
const legacyCrowd = `
  WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 250)
  INSERT INTO appointments (account_id, id, appointment_at, booked_at, patient_id, patient_name, phones)
    SELECT 1, 2000 + i, 1773072000000 + i * 60000, CASE WHEN i % 2 = 0 THEN 1772000000000 + i * 3600000 END, 'P ' || i,
      'Al Bo', '["+18015550190"]' FROM numbers;
  WITH kinds (kind) AS (VALUES ('phone'), ('patient'), ('name'))
  INSERT INTO appointment_keys SELECT 1, kind, CASE kind WHEN 'phone' THEN '+18015550190' WHEN 'name' THEN 'bo' ELSE patient_id END,
      'bo', 0, appointment_at, id, 'al', CASE WHEN booked_at IS NULL THEN NULL ELSE 0 END, booked_at,
      coalesce(1000000 + booked_at / 86400000, 0)
    FROM kinds CROSS JOIN appointments WHERE account_id = 1 AND id > 2000;
`;
const inOrder = "ORDER BY account_id, kind, value, form, at, id";
const fileOf = (version: string, name: string) => readFileSync(join(folder, version, name), "utf8");

type Place = {
  readonly url: string;
  readonly migrationUrl?: string;
  /** Executes statements in the database before it migrates. */
  execute(sql: string): Promise<void>;
  /** Returns all keys of appointments and invites. */
  keys(): Promise<readonly unknown[]>;
  remove(): Promise<void>;
};

describe.each(versions)("a database of version %s", (version) => {
  describe("in a SQLite file", () =>
    upToDate(version, async () => {
      const { file, url, remove } = temporaryFolder();
      const connection = new Connection(file);
      connection.exec(fileOf(version, "sqlite.sql"));
      connection.exec(legacyUser);
      const execute = async (sql: string) => void connection.exec(sql);
      const keys = async () => connection.prepare(`SELECT * FROM match_keys ${inOrder}`).all();
      return { url, execute, keys, remove: async () => remove() };
    }));

  describeOnPostgres("on PostgreSQL", () =>
    upToDate(version, async () => {
      const own = await testDatabase("blank");
      await own.query(`SET ROLE ${new URL(own.migrationUrl).username}; ${fileOf(version, "postgres.sql")}; RESET ROLE`);
      await own.query(legacyUser.replace("users", "public.users"));
      const execute = async (sql: string) =>
        void (await own.query(sql.replaceAll(/(INTO|UPDATE|JOIN) /g, "$1 public.")));
      const keys = () => own.query(`SELECT * FROM public.match_keys ${inOrder}`);
      return { url: own.url, migrationUrl: own.migrationUrl, execute, keys, remove: () => own.drop() };
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

  it("removes white space around tracking parameters, and credits the submissions that it kept from their campaign", async () => {
    await place.execute(legacySubmissions);
    const database = await openDatabase({ ...place, migrate: true });
    const domain = createDomain({ ...memoryPorts(), ...typeormPorts(database) });
    const { storage } = database;
    const [account] = await storage.accounts.all();
    if (!account) throw new Error("its account is gone");
    expect(await domain.feed.renderOutdated()).toBe(1);
    const { changes } = await readChanges(storage, account.id, { lists: ["conversions", "campaign-catalog"] });
    const items = new Map(changes.map(({ id, item }) => [id, item]));
    expect(items.get("sub-902")).toMatchObject({
      campaign: "Fall",
      channel: "Email",
      source: "news",
      _campaign_id: 60,
    });
    expect(items.get("sub-901")).toMatchObject({ channel: "Unassigned" });
    expect(items.get("60")).toMatchObject({ parameter: "fall-1" });
    const campaignOf = ({ campaignId }: Origin) => String(campaignId);
    const outcomes = await storage.read(account.id, (stores) => stores.outcomes.ofChannels(account.id, {}, campaignOf));
    expect(outcomes).toContainEqual(expect.objectContaining({ channel: "60", conversions: 1 }));
    const sent = { submission_date: "2026-03-08T16:00:00Z", phone_number: "801-555-0180", conversion_type: "Online" };
    const again = { ...sent, patient_name: "Cy Dunn", scct_parameter: " fall-1" };
    const by = { account: account.id, kind: "host", id: "partner" as HostUserId } as const;
    expect(await domain.submissions.one(again, { by })).toMatchObject({ id: 902, status: "duplicate" });
    expect(await domain.feed.renderOutdated()).toBe(0);
    await database.close();
  });

  it("stores the same keys of appointments and invites as a new save of these records", async () => {
    await place.execute(legacyCrowd);
    const database = await openDatabase({ ...place, migrate: true });
    const migrated = await place.keys();
    expect(migrated).toHaveLength(1_258);
    const [account] = await database.storage.accounts.all();
    if (!account) throw new Error("its account is gone");
    await database.storage.transact(account.id, async ({ appointments, invites }) => {
      const page = { after: 0, limit: 1_000 };
      await appointments.save(account.id, await appointments.page(account.id, page));
      await invites.save(account.id, await invites.page(account.id, page));
    });
    expect(await place.keys()).toEqual(migrated);
    await database.close();
  });
}
