// This host keeps its data in a SQLite file and closes its resources when it stops. It is written for a CommonJS build.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createRouter, createServer } from "@repute/adapter-express";
import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import { createDomain, type Domain, noPartners } from "@repute/domain";
import express from "express";

/** Opens the database and serves it at `port`. Port 0 selects any free port. Returns a function that stops the host. */
export async function startHost(url: string, port: number, report: (error: unknown, requestId: string) => void) {
  const db = await openDatabase({ url, migrate: true });
  const domain = createDomain({ ...typeormPorts(db), ...noPartners });

  const app = express();
  app.use("/reputation", createRouter(domain, { report }));
  const server = createServer(app).listen(port, "127.0.0.1");
  await once(server, "listening");

  return {
    domain,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reputation`,
    /** Waits for running requests, then closes the database. */
    async close() {
      server.close();
      await once(server, "close");
      await db.close();
    },
  };
}

/** Returns the account with this key. Creates the account if it does not exist. */
export async function accountOf({ accounts }: Domain, key: string, name: string) {
  const known = (await accounts.list()).find((account) => account.key === key);
  return known ?? accounts.create({ key, name });
}

async function main() {
  const host = await startHost("sqlite:./reputation.db", 3000, (error) => process.emitWarning(String(error)));
  const { id } = await accountOf(host.domain, "acme", "Acme Dental");
  const { token } = await host.domain.access.createToken(id, { kind: "api-token" });
  process.stdout.write(`curl -H "api-token: ${token}" ${host.base}/v2/reviews\n`);
  process.once("SIGTERM", () => void host.close());
}

if (require.main === module) void main();
