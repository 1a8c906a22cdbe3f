import { randomInt } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import type { ImportRunItem } from "@repute/domain";
import { reportFigure, scaled } from "../../../test/torture.js";
import type { Environment } from "../src/settings/setting.js";
import { accountWithToken } from "./support/account.js";
import { type Batch, newBatch, postBatch } from "./support/batches.js";
import { reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import { get, items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { type ServerProcess, serverProcesses } from "./support/server-process.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const kills = scaled(6, 200);
const seed = Number(process.env["STORM_SEED"] ?? randomInt(2 ** 31));

/** Returns repeatable numbers from 0 to 1, which decide what is done, what is killed, and when. */
function chances(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Outcome of a command as its client sees it. The outcome of a killed command is unknown. */
type Outcome = "done" | "refused" | "unknown";
type Load = { readonly first: number; readonly size: number; readonly outcome: Outcome };
type Erasure = { readonly batch: Batch; readonly outcome: Outcome };

/** Work that the clients did, with its outcomes. */
const emptyLedger = () => ({
  batches: [] as Batch[],
  loads: [] as Load[],
  imports: [] as Outcome[],
  erasures: [] as Erasure[],
  killed: new Map<string, number>(),
  refusals: new Map<string, number>(),
});

type Ledger = ReturnType<typeof emptyLedger>;

const countIn = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
const sumOf = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
const textOf = (counts: Map<string, number>) => [...counts].map(([name, count]) => `${count} ${name}`).join(", ");

/** Refusals that a storm explains: the server is down, or other work is running. Any other refusal is a fault. */
const explained =
  /refused the connection|connection .*(?:closed|lost|reset)|unfinished|interrupted|erased|another |database (?:is busy|server cannot be reached)/i;

const goodRows = 20;
const badRows = 10;

/** A table of appointments. Some rows have an unknown location. All patients of all files differ. */
function appointments(file: number): string {
  const line = (row: number) => {
    const patient = file * 100 + row;
    const place = row < goodRows ? "L-1" : "L-9";
    return `A${patient},M${patient},Cal Reed${patient},1980-05-01,+1385${2_000_000 + patient},2026-02-20 14:30,${place},P-10`;
  };
  const heading = "Appointment ID,MRN,Patient Name,DOB,Mobile,DOS,Location,Provider";
  return [heading, ...Array.from({ length: goodRows + badRows }, (_, row) => line(row)), ""].join("\n");
}

type World = {
  readonly env: Environment;
  readonly folder: string;
  readonly token: string;
  readonly baseUrl: string;
  /** Arguments that copy the account. */
  readonly copy: readonly string[];
  bundle(lines: readonly unknown[]): Promise<string>;
  serve(env: Environment): Promise<ServerProcess>;
};

/** Runs a command, and kills it at a random moment or not at all. */
async function command(
  { env }: World,
  ledger: Ledger,
  chance: () => number,
  args: readonly string[],
): Promise<Outcome> {
  const child = reputeInChild(args, env);
  let output = "";
  child.stdout.resume();
  child.stderr.on("data", (piece: Buffer) => (output += piece.toString()));
  const closed = once(child, "close") as Promise<[number | null, string | null]>;
  if (chance() < 0.5) {
    await Promise.race([closed, pause(500 + chance() * 5_000)]);
    child.kill("SIGKILL");
  }
  const [code, signal] = await closed;
  const [name = ""] = args;
  if (signal !== null) countIn(ledger.killed, name);
  if (signal !== null) return "unknown";
  if (code === 0) return "done";
  const reason = /error: .*/.exec(output)?.[0] ?? output;
  countIn(ledger.refusals, `${name}: ${reason}`);
  // A command that gives up on the database may have decided its work before.
  return /database (?:is busy|server cannot)/.test(reason) ? "unknown" : "refused";
}

const importing = (file: string) => [
  ...["import-appointments", "--account", "storm", "--connection", "ehr", "--uploaded-at", "2026-03-01", file],
];

/** Work that runs concurrently. Each function does its work once. */
function clientsOf(world: World, ledger: Ledger): readonly ((chance: () => number) => Promise<unknown>)[] {
  const { env, folder, token, baseUrl, copy, bundle, serve } = world;
  const { batches, loads, imports, erasures } = ledger;
  let files = 1;
  let reviews = 1_000;
  return [
    async (chance) => {
      const server = await serve(env);
      await pause(chance() * 4_000);
      await server.end("SIGKILL");
      countIn(ledger.killed, "serve");
    },
    async (chance) => {
      const batch = await postBatch(baseUrl, token, newBatch());
      batches.push(batch);
      await pause(batch.answer === undefined ? 200 : chance() * 50);
    },
    async (chance) => {
      const [first, size] = [(reviews += 3_000), chance() < 0.3 ? 2_500 : 60];
      const place = { ...practiceLines[1], location_name: `Main Street ${first}` };
      const some = Array.from({ length: size }, (_, index) => aReview(first + index, "2026-03-01T17:05:00Z"));
      const file = await bundle(chance() < 0.3 ? [place, ...some] : some);
      loads.push({ first, size, outcome: await command(world, ledger, chance, ["load", "--account", "storm", file]) });
    },
    async (chance) => {
      const file = join(folder, `${(files += 1)}.csv`);
      await writeFile(file, appointments(files));
      imports.push(await command(world, ledger, chance, importing(file)));
    },
    async (chance) => {
      const isErased = ({ key }: Batch) => erasures.some(({ batch }) => batch.key === key);
      const known = batches.filter((batch) => batch.answer !== undefined && !isErased(batch));
      const batch = known[Math.floor(chance() * known.length)];
      if (!batch) return pause(100);
      const erase = ["erase", "--account", "storm", "--phone", batch.number];
      erasures.push({ batch, outcome: await command(world, ledger, chance, erase) });
    },
    (chance) => {
      const copying = [...copy, "--pages", "--page", "200"];
      return command(world, ledger, chance, chance() < 0.5 ? ["rebuild", "--account", "storm"] : copying);
    },
  ];
}

/**
 * Expects each acknowledged batch once, each other batch once or not at all, and none of an erased person.
 * Each erasure is recorded in the transaction that erases. The trail therefore proves how many killed erasures took place.
 * Returns their number.
 */
async function expectBatches({ env, baseUrl, token }: World, { batches, erasures }: Ledger): Promise<number> {
  const stored = new Map<unknown, number>();
  for (const { from_number: number } of await items(baseUrl, "/v2/conversions", token)) {
    stored.set(number, (stored.get(number) ?? 0) + 1);
  }
  const outcomes = new Map(erasures.map(({ batch, outcome }) => [batch.key, outcome]));
  let erased = 0;
  for (const { key, number, size, answer } of batches) {
    const count = stored.get(number) ?? 0;
    const outcome = outcomes.get(key);
    if (outcome === "done") expect([key, count]).toEqual([key, 0]);
    else if (answer === undefined || outcome === "unknown") expect([0, size]).toContain(count);
    else expect([key, count]).toEqual([key, size]);
    if (outcome === "unknown" && count === 0) erased += 1;
  }
  const trail = await reputeJson<{ items: readonly { action: string; outcome: string }[] }>(
    ["audit", "--account", "storm"],
    env,
  );
  const recorded = trail.items.filter(({ action, outcome }) => action === "erase_person" && outcome === "ok").length;
  expect(recorded).toBe(erasures.filter(({ outcome }) => outcome === "done").length + erased);
  return erased;
}

async function expectLoads({ baseUrl, token }: World, { loads }: Ledger): Promise<void> {
  const present = new Set((await items(baseUrl, "/v2/reviews", token)).map(({ review_id: id }) => id as number));
  const whole = { done: [1], refused: [0], unknown: [0, 1] };
  for (const { first, size, outcome } of loads) {
    const ids = Array.from({ length: size }, (_, index) => first + index);
    expect(whole[outcome]).toContain(ids.filter((id) => present.has(id)).length / size);
  }
}

async function expectImports({ baseUrl, token }: World, { imports }: Ledger): Promise<void> {
  const runs = (await items(baseUrl, "/v2/integration-imports", token)) as unknown as readonly ImportRunItem[];
  const countOf = (outcome: Outcome) => imports.filter((one) => one === outcome).length;
  expect(runs.length).toBeGreaterThanOrEqual(countOf("done"));
  expect(runs.length).toBeLessThanOrEqual(countOf("done") + countOf("unknown"));
  for (const { import_id: id, scheduled_invites: invites } of runs) {
    expect(invites).toBe(goodRows);
    const { body } = await get(baseUrl, `/v2/integration-imports/${id}/appointments`, token);
    expect((body as { records: unknown[] }).records).toHaveLength(badRows);
  }
  const sent = (await items(baseUrl, "/v2/invites", token)).map(({ sent_to: number }) => number);
  expect(sent).toHaveLength(runs.length * goodRows);
  expect(new Set(sent).size).toBe(sent.length);
}

/** Returns the items of all lists, as a new copy reads them from the change feed. */
async function published({ baseUrl, token }: World): Promise<readonly string[]> {
  const changes: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const path = `/v2/changes?limit=50000${cursor && `&cursor=${cursor}`}`;
    const page = await fetch(baseUrl + path, { headers: { "api-token": token } });
    const { items: some } = (await page.json()) as { items: { changed_at: string }[] };
    for (const { changed_at: _, ...change } of some) changes.push(JSON.stringify(change));
    cursor = some.length === 0 ? null : page.headers.get("X-Cursor");
  }
  return changes.sort();
}

/** Expects that the copy equals the lists, and that they equal their records. */
async function expectCopies(world: World): Promise<void> {
  await reputeJson([...world.copy, "--verify"], world.env);
  const before = await published(world);
  await reputeJson(["rebuild", "--account", "storm"], world.env);
  expect(await published(world)).toEqual(before);
}

describe.each(engines)("a storm on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const serve = serverProcesses();

  it(`loses nothing that was acknowledged, and stores nothing in part, in ${kills} kills`, async () => {
    const { env: database, folder, bundle } = workspace();
    const env = { ...database, PORT: String(await freePort()), NO_COLOR: "1" };
    const token = await accountWithToken(env, "storm");
    const quiet = await accountWithToken(env, "quiet");
    const start = await bundle([...practiceLines, { kind: "import_connection", name: "ehr" }, review(1)]);
    for (const key of ["storm", "quiet"]) await reputeJson(["load", "--account", key, start], env);
    const tokenFile = join(folder, "token.txt");
    await writeFile(tokenFile, token);
    const baseUrl = `http://127.0.0.1:${env.PORT}`;
    const copy = ["copy", "--from", baseUrl, "--token-file", tokenFile, "--to", `sqlite:${join(folder, "copy.db")}`];
    const world: World = { env, folder, token, baseUrl, copy, bundle, serve };

    const ledger = emptyLedger();
    const repeated = async (work: (chance: () => number) => Promise<unknown>, number: number) => {
      for (const chance = chances(seed + number); sumOf(ledger.killed) < kills;) await work(chance);
    };
    await Promise.all(clientsOf(world, ledger).map(repeated));

    // The next commands complete what was decided before a kill.
    const last = await serve(env);
    await reputeJson(["load", "--account", "storm", await bundle([review(2)])], env);
    await writeFile(join(folder, "1.csv"), appointments(1));
    await reputeJson(importing(join(folder, "1.csv")), env);
    ledger.imports.push("done");

    const { batches, loads, imports, erasures, killed, refusals } = ledger;
    expect([...refusals.keys()].filter((refusal) => !explained.test(refusal))).toEqual([]);
    const erased = await expectBatches(world, ledger);
    await expectLoads(world, ledger);
    await expectImports(world, ledger);
    await expectCopies(world);
    expect(await items(baseUrl, "/v2/reviews", quiet)).toHaveLength(1);
    expect(await items(baseUrl, "/v2/conversions", quiet)).toEqual([]);
    if (engine === "SQLite") await reputeJson(["verify"], env);
    await last.end("SIGTERM");

    const done = (outcomes: readonly Outcome[]) => outcomes.filter((outcome) => outcome === "done").length;
    const counts = [
      `${batches.filter(({ answer }) => answer !== undefined).length} batches`,
      `${done(loads.map(({ outcome }) => outcome))} loads`,
      `${done(imports)} imports`,
      `${done(erasures.map(({ outcome }) => outcome))} erasures`,
    ];
    reportFigure(`${engine}, seed ${seed}: killed ${textOf(killed)}; acknowledged ${counts.join(", ")}`);
    reportFigure(`${erased} killed erasures took place; refused ${textOf(refusals) || "nothing"}`);
  });
});

const review = (id: number) => aReview(id, "2026-03-01T17:05:00Z");
