import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import type { AccountId, CredentialId } from "@repute/domain";
import {
  aCredential,
  addAccount,
  aLocation,
  anAuditRecord,
  anEntry,
  aPlatform,
  aProvider,
  readList,
} from "@repute/domain/testing";
import { blankPostgres, describeOnPostgres } from "../../test/on-postgres.js";

const sources = ["--conditions=@repute/source", "--require", require.resolve("../../../../test/from-sources.cjs")];
const matching = require.resolve("../../test/matching-process.ts");
const script = require.resolve("../../test/writer-process.ts");

describeOnPostgres("several processes on one PostgreSQL database", () => {
  const blank = blankPostgres();
  const open = () => blank.open({ migrate: true });
  const argumentsOf = (account: AccountId, units: number) => [
    ...sources,
    script,
    ...[blank.own.url, blank.own.migrationUrl, String(account), String(units)],
  ];
  const runProcess = async (account: AccountId, units: number) => {
    const { stdout } = await promisify(execFile)(process.execPath, argumentsOf(account, units));
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { written: number; problems: string[] };
  };
  const withPractice = async () => {
    const database = await open();
    const account = await addAccount(database.storage, "acme");
    const catalog = { locations: [aLocation()], providers: [aProvider()], platforms: [aPlatform()] };
    await database.storage.transact(account, (stores) => stores.catalog.save(account, catalog));
    return { storage: database.storage, account };
  };

  it("lose no data when they read and write the same account at once", async () => {
    const { storage, account } = await withPractice();
    const ended = await Promise.all([runProcess(account, 40), runProcess(account, 40)]);
    expect(ended).toEqual([
      { written: 40, problems: [] },
      { written: 40, problems: [] },
    ]);
    const reviews = await storage.transact(account, (stores) =>
      stores.reviews.page(account, { after: 0, limit: 1_000 }),
    );
    expect(reviews.map(({ id }) => Number(id))).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    expect((await readList(storage, account, "reviews")).count).toBe(160);
  });

  it("let several short units of another process run between two long ones", async () => {
    const { storage, account } = await withPractice();
    const other = (await open()).storage;
    const order: string[] = [];
    const unit = (of: typeof storage, name: string, time = 0) =>
      of.transact(account, async ({ settings }) => {
        await settings.read(account);
        await setTimeout(time);
        order.push(name);
      });
    const long = unit(storage, "long", 1_000).then(() => unit(storage, "long", 1_000));
    await setTimeout(200);
    await Promise.all([long, ...[1, 2, 3].map(() => unit(other, "short"))]);
    expect(order).toEqual(["long", "short", "short", "short", "long"]);
  });

  it("notice each other's published changes", async () => {
    const { storage, account } = await withPractice();
    const { feed } = (await open()).storage;
    const before = await feed.commitNumber();
    expect(await feed.commitNumber()).toBe(before);
    await storage.transact(account, (stores) => stores.feed.publish(account, "reviews", [anEntry()]));
    expect(await feed.commitNumber()).not.toBe(before);
  });

  it("link a call and an appointment that arrive at the same moment", async () => {
    const { storage, account } = await withPractice();
    const count = 60;
    const children = ["call", "appointment"].map((kind) =>
      spawn(
        process.execPath,
        [...sources, matching, blank.own.url, blank.own.migrationUrl, String(account), kind, String(count)],
        {
          stdio: ["pipe", "pipe", "inherit"],
        },
      ),
    );
    await Promise.all(children.map((child) => Promise.race([once(child.stdout, "data"), once(child, "exit")])));
    for (const child of children) child.stdin.end("go\n");
    const ended = await Promise.all(children.map((child) => once(child, "exit")));
    expect(ended).toEqual([
      [0, null],
      [0, null],
    ]);
    const calls = await storage.transact(account, ({ conversions }) =>
      conversions.page(account, "call", { after: 0, limit: count + 1 }),
    );
    expect(calls).toHaveLength(count);
    expect(calls.filter(({ id, appointmentId, closes }) => Number(id) !== Number(appointmentId) || !closes)).toEqual(
      [],
    );
    const { items } = await readList(storage, account, "conversions");
    expect(items.filter((item) => item["appt_date"] === "2026-03-05")).toHaveLength(count);
  });

  it("migrate a new database once when they start together", async () => {
    const ended = await Promise.all([runProcess(1 as AccountId, 0), runProcess(1 as AccountId, 0)]);
    expect(ended).toEqual([
      { written: 0, problems: [] },
      { written: 0, problems: [] },
    ]);
    const rows = await blank.own.query("SELECT name FROM migrations");
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it("store a unit of work entirely or not at all when a process is killed, and continue with the next unit", async () => {
    const { storage, account } = await withPractice();
    for (const milliseconds of [0, 3, 11, 24]) {
      const child = spawn(process.execPath, argumentsOf(account, 100_000), { stdio: ["ignore", "pipe", "inherit"] });
      await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
      expect(child.exitCode).toBeNull();
      await setTimeout(milliseconds);
      child.kill("SIGKILL");
      await once(child, "exit");
      expect((await readList(storage, account, "reviews")).count % 2).toBe(0);
      expect(await storage.transact(account, async () => "next")).toBe("next");
    }
    expect((await readList(storage, account, "reviews")).count).toBeGreaterThan(0);
  });

  it("assign unique ids to accounts and credentials, and see each other's changes immediately", async () => {
    const [one, two] = [(await open()).storage, (await open()).storage];
    const keys = Array.from({ length: 12 }, (_, index) => `practice-${index}`);
    const ids = await Promise.all(keys.map((key, index) => addAccount(index % 2 ? one : two, key)));
    expect(new Set(ids).size).toBe(12);
    const account = ids[0] as AccountId;
    const added = await Promise.all(
      keys.map((key, index) =>
        (index % 2 ? one : two).credentials.add(account, aCredential(), key, () => anAuditRecord()),
      ),
    );
    expect(new Set(added.map(({ id }): CredentialId => id)).size).toBe(12);
    await one.accounts.setDisabled(account, true, anAuditRecord());
    expect((await two.credentials.byHash("practice-3"))?.accountDisabled).toBe(true);
  });
});
