import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readdir, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { largeBundle } from "@repute/domain/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import type { Environment } from "../src/settings/setting.js";
import { accountWithToken, tokenOf } from "./support/account.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { get, items } from "./support/http.js";
import { engines, freshWorkspace, tokenKeys } from "./support/workspace.js";

const ofEach = scaled(400, 4_000);
const maxMilliseconds = scaled(200, 1_500);

const numbers = Array.from({ length: ofEach }, (_, index) => index);
const tableOf = (heading: string, row: (index: number) => string) => [heading, ...numbers.map(row), ""].join("\n");

/** Body of each file by kind, with its type, its parameters and the command that does the same. */
const files = {
  bundle: {
    type: "application/x-ndjson",
    query: "",
    body: [{ kind: "account", time_zone: "America/Denver" }, ...largeBundle(ofEach)]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
    command: ["load"],
  },
  appointments: {
    type: "text/csv",
    query: "&connection=main&uploaded_at=2026-06-01",
    body: tableOf(
      "Appointment ID,MRN,First Name,Last Name,Email,Appointment Date,Location,Provider",
      (index) => `A${index},M${index},Bo,Lee,bo${index}@example.com,2026-05-31 09:00,L-${index % 9 === 0 ? 9 : 1},P-10`,
    ),
    command: ["import-appointments", "--connection", "main", "--uploaded-at", "2026-06-01"],
  },
  patients: {
    type: "text/csv",
    query: "&type=OASCAHPS&uploaded_at=2026-06-01",
    body: tableOf(
      "First Name,Last Name,Address 1,City,State,ZIP Code,DOB,Gender,MRN,Unique ID,Location Name,DOS,CPT",
      (index) => `Bo,Lee,${index} Elm St,Ogden,UT,84401,1980-05-01,F,M${index},V${index},L-1,2026-05-11,66984`,
    ),
    command: ["parse-patient-survey", "--type", "OASCAHPS", "--uploaded-at", "2026-06-01"],
  },
  calls: {
    type: "text/csv",
    query: "",
    body: tableOf(
      "Call ID,Customer Phone,Tracking Number,Start Time,Source,Medium,Campaign,Direction",
      (index) => `CAL${index},(801) 555-${1_000 + index},801-555-0100,2026-05-02 09:00 AM,google,cpc,Spring,inbound`,
    ),
    command: ["import-calls"],
  },
};
type Kind = keyof typeof files;
const kinds = Object.keys(files) as Kind[];

/** Files that two accounts send at the same time. All servers are killed meanwhile, except during the last files. */
const rounds: readonly Readonly<Record<"one" | "other", Kind>>[] = [
  { one: "bundle", other: "bundle" },
  { one: "appointments", other: "patients" },
  { one: "patients", other: "calls" },
  { one: "calls", other: "appointments" },
];

const lists = [
  ...["/v2/reviews", "/v2/surveys", "/v2/invites", "/v2/calls", "/v2/conversions", "/v2/integration-imports"],
  "/v2/cahps-parsed-files?start_date=2026-06-01&end_date=2026-06-01",
] as const;

type Load = {
  readonly id: number;
  readonly state: string;
  readonly ended_at: string | null;
  readonly run_id: number | null;
  readonly counts: object | null;
  readonly problems: readonly { readonly code: string }[];
};

/** Server with the processes that it starts. They are killed together. */
type Server = { readonly baseUrl: string; kill(): Promise<void> };

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await setTimeout(50);
}

describe.each(engines)("files that are sent to servers that are killed on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const running = new Set<Server>();
  afterEach(() => Promise.all([...running].map((one) => one.kill())));

  const env = (): Environment => ({
    ...{ TOKEN_KEYS: tokenKeys, RATE_LIMIT_PER_MINUTE: "0", TOKEN_RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "info" },
    ...workspace().env,
  });
  const folder = () => env()["UPLOAD_DIR"] ?? "";

  async function start(): Promise<Server> {
    const child = reputeInChild(["serve"], env(), { detached: true });
    const closed = once(child, "close");
    const [, baseUrl = ""] = await printed(child.stdout, /Listening on (http:[^\s"]+)/);
    child.stderr.resume();
    const server = {
      baseUrl,
      async kill() {
        if (running.delete(server)) process.kill(-(child.pid ?? 0), "SIGKILL");
        await closed;
      },
    };
    running.add(server);
    return server;
  }

  const headersOf = (token: string, kind: Kind) => ({ "api-token": token, "content-type": files[kind].type });

  async function send({ baseUrl }: Server, token: string, kind: Kind): Promise<number> {
    const url = `${baseUrl}/v1/loads?kind=${kind}${files[kind].query}`;
    const response = await fetch(url, { method: "POST", body: files[kind].body, headers: headersOf(token, kind) });
    expect(response.status).toBe(202);
    return ((await response.json()) as Load).id;
  }

  /** Sends the first half of a bundle, and waits until it is stored. Returns a function that sends the rest. */
  async function sendHalf({ baseUrl }: Server, token: string): Promise<() => Promise<number | undefined>> {
    const { body } = files.bundle;
    const half = request(`${baseUrl}/v1/loads?kind=bundle`, { method: "POST", headers: headersOf(token, "bundle") });
    const answered = new Promise<number | undefined>((resolve) => {
      half.on("response", (response) => void resolve(response.resume().statusCode));
      half.on("error", () => resolve(undefined));
    });
    half.write(body.slice(0, body.length / 2));
    await until(async () => (await contents()).length > 0);
    return () => {
      half.end(body.slice(body.length / 2));
      return answered;
    };
  }

  const contents = () => readdir(folder()).catch(() => []);

  const loadOf = async ({ baseUrl }: Server, token: string, id: number) =>
    (await get(baseUrl, `/v1/loads/${id}`, token)).body as Load;

  async function ended(server: Server, token: string, id: number): Promise<Load> {
    for (;;) {
      const load = await loadOf(server, token, id);
      if (load.ended_at !== null) return load;
      await setTimeout(200);
    }
  }

  /**
   * Returns the published data of an account, without ids and times that differ between accounts. Omits patient files that
   * were interrupted, because their loads began again with a new file.
   */
  async function publishedData({ baseUrl }: Server, token: string) {
    const shown: object[][] = [];
    for (const list of lists) {
      const own = (await items(baseUrl, list, token)).filter(
        ({ download_status: status = "Done" }) => status === "Done",
      );
      shown.push(own.map(({ modified_at: _, conversion_id: __, created_at: ___, file_id: ____, ...item }) => item));
    }
    return shown;
  }

  /** Returns true if a bundle was decided: its records will be stored, even after a crash. */
  async function isDecided(key: string): Promise<boolean> {
    const { items: all } = await reputeJson<{ items: { action: string }[] }>(["audit", "--account", key], env());
    return all.some(({ action }) => action === "change_account");
  }

  /** Loads all files with commands. Returns a token of the account, and what the commands print. */
  async function undisturbed() {
    const token = await accountWithToken(env(), "undisturbed");
    const counts: Partial<Record<Kind, object>> = {};
    for (const kind of kinds) {
      const file = join(workspace().folder, `${kind}.txt`);
      await writeFile(file, files[kind].body);
      const [command = "", ...options] = files[kind].command;
      counts[kind] = await reputeJson<object>([command, "--account", "undisturbed", ...options, file], env());
    }
    return { token, counts };
  }

  it("end exactly once, and are stored whole", async () => {
    const expected = await undisturbed();
    let first = await start();
    // SQLite serves one process at a time.
    let second = engine === "SQLite" ? first : await start();
    const kill = async () => {
      await setTimeout(randomInt(maxMilliseconds));
      await Promise.all([...running].map((server) => server.kill()));
      first = second = await start();
    };
    const senders = [];
    for (const name of ["one", "other"] as const)
      senders.push({ name, reader: await accountWithToken(env(), name), token: await tokenOf(env(), name, "loader") });
    const found: string[] = [];
    for (const [round, kindOf] of rounds.entries()) {
      const sent: { readonly kind: Kind; readonly token: string; readonly id: number }[] = [];
      for (const { name, token } of senders)
        sent.push({ kind: kindOf[name], token, id: await send(second, token, kindOf[name]) });
      const loads = () => Promise.all(sent.map(({ token, id }) => loadOf(first, token, id)));
      if (round < rounds.length - 1) {
        await until(async () => (await loads()).some(({ state }) => state !== "queued"));
        if (round === 0) await until(() => isDecided("one"));
        await kill();
        const states = (await loads()).map(({ state }, index) => `${sent[index]?.kind} (${state})`);
        found.push(states.join(" and "));
      }
      for (const { kind, token, id } of sent) {
        const load = await ended(first, token, id);
        expect(load).toMatchObject({ id, state: "succeeded" });
        if (kind === "bundle") expect(load.counts).toEqual(expected.counts.bundle);
      }
    }
    await until(async () => (await contents()).length === 0);
    const whole = await publishedData(first, expected.token);
    expect(whole.map(({ length }) => length > 0)).toEqual(lists.map(() => true));
    for (const { reader } of senders) expect(await publishedData(first, reader)).toEqual(whole);
    reportFigure(`${engine}: servers killed during ${found.join(", ")}: each load ended once, and is stored whole`);
  });

  it("obey what happens to the token, a person and the account in the meantime", async () => {
    const reader = await accountWithToken(env());
    const create = ["token", "create", "--account", "acme", "--kind", "loader"];
    const loader = () => reputeJson<{ id: number; token: string }>(create, env());
    const revoke = ({ id }: { id: number }) => reputeJson(["token", "revoke", "--id", String(id)], env());
    const [{ token: valid }, queued, arriving] = [await loader(), await loader(), await loader()];
    let server = await start();
    const lost = await sendHalf(server, valid);
    await server.kill();
    expect(await lost()).toBe(undefined);
    server = await start();
    expect(await items(server.baseUrl, "/v1/loads", valid)).toEqual([]);
    await rm(folder(), { recursive: true });

    const rest = await sendHalf(server, arriving.token);
    await revoke(arriving);
    expect(await rest()).toBe(401);
    expect(await contents()).toEqual([]);

    await send(server, valid, "bundle");
    await send(server, queued.token, "calls");
    await revoke(queued);
    await reputeJson(["erase", "--account", "acme", "--phone", "+18015550007"], env());
    expect(await ended(server, valid, 1)).toMatchObject({ state: "succeeded" });
    await reputeJson(["loads", "work"], env());
    const operator = (id: number) =>
      reputeJson<Load>(["loads", "show", "--account", "acme", "--id", String(id)], env());
    expect(await operator(2)).toMatchObject({ state: "failed", problems: [{ code: "token_revoked" }] });

    await send(server, valid, "appointments");
    await reputeJson(["account", "disable", "--key", "acme"], env());
    expect((await get(server.baseUrl, "/v1/loads/3", valid)).status).toBe(401);
    await reputeJson(["loads", "work"], env());
    await reputeJson(["account", "enable", "--key", "acme"], env());
    expect(await ended(server, valid, 3)).toMatchObject({ state: "succeeded", run_id: 1 });

    await send(server, valid, "bundle");
    await reputeJson(["account", "delete", "--key", "acme", "--confirm", "acme"], env());
    await until(async () => (await contents()).length === 0);
    expect((await get(server.baseUrl, "/v2/reviews", reader)).status).toBe(401);
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
  });
});
