import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createApp } from "@repute/adapter-express";
import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import { migratedFile, testDatabase } from "@repute/adapter-typeorm/testing";
import { type AccountId, createDomain, type Domain, noPartners } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { bundleOf } from "@repute/domain/testing";
import type { Item } from "../src/shape/table.js";
import { practice } from "./practice.js";
import { temporaryFolder } from "./temporary-folder.js";

const day = 86_400_000;

/** Runs the service on a database with two independent connection pools, so that two writers compete. */
export async function reputeSource(engine: "SQLite" | "PostgreSQL") {
  const clock = stillClock();
  const folder = await temporaryFolder();
  const file = join(folder.path, "source.db");
  if (engine === "SQLite") await migratedFile(file);
  const own = engine === "SQLite" ? undefined : await testDatabase();
  const url = own ? { url: own.url, migrationUrl: own.migrationUrl } : { url: `sqlite:${file}` };
  const open = () => openDatabase({ ...url, clock, readers: 2, writers: 2, lists: 4 });
  const databases = [await open(), await open()] as const;
  const [one, other] = databases.map((database) => createDomain({ ...typeormPorts(database), ...noPartners })) as [
    Domain,
    Domain,
  ];
  let fine = Infinity;
  const app = createApp(one, { report: () => {}, requestsPerMinute: 1_000_000 });
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/v2/changes") && (fine -= 1) === -1) {
      // Send the headers and the data written so far, but never complete the response.
      response.end = () => response.destroy();
    }
    void app(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let accounts = 0;

  return {
    baseUrl,
    async account() {
      accounts += 1;
      const { id } = await one.accounts.create({ key: `acme${accounts}`, name: "Acme" });
      await one.bundle.load(id, bundleOf(practice));
      const { token } = await one.access.createToken(id, { kind: "api-token" });
      return { id, token, one, other };
    },
    tick: () => clock.set(clock() + 1_000),
    /** Purges the tombstones of all rows that were deleted so far. */
    async sweep() {
      clock.set(clock() + 100 * day);
      await one.nightly.cleanUp(clock());
    },
    breakOffAfter: (requests: number) => (fine = requests),
    async stop() {
      await stopped(server);
      await Promise.all(databases.map((database) => database.close()));
      await own?.drop();
      await folder.remove();
    },
  };
}

export type ReputeSource = Awaited<ReturnType<typeof reputeSource>>;
export type SourceAccount = {
  readonly id: AccountId;
  readonly token: string;
  readonly one: Domain;
  readonly other: Domain;
};

const stopped = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

type Keyed = Item & { readonly _id: string; readonly _changed_at: string };

/** Reads the rows of every list from its endpoint. Uses the change feed only for lists without an endpoint. */
export async function listsOf(
  { baseUrl }: ReputeSource,
  { token }: SourceAccount,
): Promise<ReadonlyMap<string, Keyed[]>> {
  const ask = async (path: string): Promise<readonly Item[]> => {
    const response = await fetch(`${baseUrl}/v2/${path}`, { headers: { "api-token": token } });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    const body = (await response.json()) as { items?: Item[]; records?: Item[] };
    return body.items ?? body.records ?? (body as unknown as Item[]);
  };
  const keyed = async (...paths: string[]) =>
    (
      await Promise.all(paths.map((path) => ask(`${path}${path.includes("?") ? "&" : "?"}keys=true`)))
    ).flat() as Keyed[];
  const found = new Map<string, Keyed[]>();
  const simple = [
    "reviews",
    "surveys",
    "invites",
    "calls",
    "conversions",
    "insights/byMonth",
    "integration-imports?show_test_runs=true",
  ];
  const catalogs = ["locations", "providers", "platforms", "messages", "groups", "surveys-list"];
  for (const path of [...simple, ...catalogs]) found.set(path.replace(/\?.*/, ""), await keyed(path));
  const surveys = (await ask("surveys-list")).map(({ id }) => `survey-responses?survey_id=${String(id)}`);
  found.set("survey-responses", await keyed(...surveys));
  const runs = (await ask("integration-imports?show_test_runs=true")).map(({ import_id: id }) => String(id));
  for (const side of ["appointments", "invites"]) {
    found.set(`integration-imports/${side}`, await keyed(...runs.map((id) => `integration-imports/${id}/${side}`)));
  }
  const files = await keyed("cahps-parsed-files?start_date=2026-01-01&end_date=2099-12-31");
  found.set("cahps-parsed-files", files);
  found.set(
    "cahps-parsed-files/warnings",
    await keyed(...files.map(({ _id }) => `cahps-parsed-files/${_id}/warnings`)),
  );
  for (const list of ["campaign-catalog", "spends", "appointments", "account"]) {
    const changes = (await ask(`changes?lists=${list}`)) as unknown as { id: string; changed_at: string; item: Item }[];
    found.set(
      list,
      changes.map(({ id, changed_at: at, item }) => ({ _id: id, _changed_at: at, ...item })),
    );
  }
  return found;
}
