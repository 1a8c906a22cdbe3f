import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import express from "express";
import { job, startWorker, type Workshop } from "../workshop.js";
import { host } from "./clients.js";
import { repute, type Server, startBytes, startRepute } from "./servers.js";

/** Two servers that issue access tokens: the service, and a minimal server for comparison. */
export type Exchanges = {
  readonly repute: Server;
  readonly bare: Server;
  /** Creates new token requests as form bodies. */
  forms(count: number): string[];
};

/** Registers a partner in a new database and starts both token servers. */
export async function openExchanges(workshop: Workshop): Promise<Exchanges> {
  const partner = signingPartner();
  const file = join(workshop.folder, "jwks.json");
  await writeFile(file, partner.jwks);
  const origin = `http://${host}:${(await startBytes(workshop, file)).port}`;
  const env = { DATABASE_URL: `sqlite:${join(workshop.folder, "exchanges.db")}`, JWK_URL_ALLOW: origin };
  const clientId = await registered(env, `${origin}/jwks.json`);
  const server = await startRepute(workshop, {}, { ...env, TOKEN_RATE_LIMIT_PER_MINUTE: "0" });
  return {
    repute: server,
    bare: await startBare(workshop),
    forms: (count) => partner.forms(clientId, `http://${host}:${server.port}/oauth/token`, count),
  };
}

async function registered(env: NodeJS.ProcessEnv, jwkUrl: string): Promise<string> {
  await repute(["account", "create", "--key", "partner", "--name", "Partner"], env);
  const register = ["client", "register", "--account", "partner", "--name", "bench", "--jwk-url", jwkUrl, "--json"];
  return (JSON.parse(await repute(register, env)) as { readonly client_id: string }).client_id;
}

async function startBare(workshop: Workshop): Promise<Server> {
  const worker = startWorker(workshop);
  const port = await worker.run(serveBare, { file: join(workshop.folder, "bare.db") });
  return { port, pid: worker.pid, headers: {}, close: worker.close };
}

const answer = { access_token: "x".repeat(350), token_type: "Bearer", expires_in: 300, scope: "data-sync.read" };

/** Starts an Express server that commits one row per form, as durably as the service. Returns the port. */
const serveBare = job(__filename, "serveBare", async ({ file }: { readonly file: string }) => {
  const database = new Database(file);
  for (const pragma of ["page_size = 16384", "journal_mode = WAL", "synchronous = FULL"]) database.pragma(pragma);
  database.exec("CREATE TABLE spent (id TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID");
  const insert = database.prepare("INSERT INTO spent VALUES (?, ?)");
  const app = express();
  app.post("/oauth/token", express.urlencoded({ extended: false }), (_request, response) => {
    insert.run(randomUUID(), Date.now());
    response.json(answer);
  });
  const server = app.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
});

/** A partner with one signing key. */
type SigningPartner = {
  /** Key set of the partner as JSON. */
  readonly jwks: string;
  /** Creates form bodies for a token URL. Each form has a different assertion, which is valid for five minutes. */
  forms(clientId: string, tokenUrl: string, count: number): string[];
};

const kid = "bench";
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signingPartner(): SigningPartner {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });

  function assertion(clientId: string, tokenUrl: string): string {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: clientId, sub: clientId, aud: tokenUrl, iat, exp: iat + 300, jti: randomUUID() };
    const text = `${encode({ alg: "RS384", kid })}.${encode(claims)}`;
    return `${text}.${sign("sha384", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  return {
    jwks: JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid }] }),
    forms: (clientId, tokenUrl, count) =>
      Array.from({ length: count }, () =>
        new URLSearchParams({
          grant_type: "client_credentials",
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          client_assertion: assertion(clientId, tokenUrl),
        }).toString(),
      ),
  };
}
