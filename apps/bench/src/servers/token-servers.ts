import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import express from "express";
import { job, type Workshop } from "../workshop.js";
import { host } from "./clients.js";
import { listening, repute, type Server, startBytes, startInWorker, startRepute } from "./servers.js";

/** Two servers that issue access tokens: the service, and a minimal server for comparison. */
export type Exchanges = {
  readonly repute: Server;
  readonly bare: Server;
  /** Creates a new token request as a form body. */
  form(): string;
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
    bare: await startInWorker(workshop, serveBare, { file: join(workshop.folder, "bare.db") }),
    form: () =>
      new URLSearchParams({
        grant_type: "client_credentials",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: partner.assertion(clientId, `http://${host}:${server.port}/oauth/token`),
      }).toString(),
  };
}

async function registered(env: NodeJS.ProcessEnv, jwkUrl: string): Promise<string> {
  await repute(["account", "create", "--key", "partner", "--name", "Partner"], env);
  const register = ["client", "register", "--account", "partner", "--name", "bench", "--jwk-url", jwkUrl, "--json"];
  return (JSON.parse(await repute(register, env)) as { readonly client_id: string }).client_id;
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
  return listening(createServer(app));
});

const kid = "bench";
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns the key set of a new partner as JSON, and a function that signs assertions for a token URL. */
function signingPartner() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid }] });
  const assertion = (clientId: string, tokenUrl: string): string => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: clientId, sub: clientId, aud: tokenUrl, iat, exp: iat + 300, jti: randomUUID() };
    const text = `${encode({ alg: "RS384", kid })}.${encode(claims)}`;
    return `${text}.${sign("sha384", Buffer.from(text), privateKey).toString("base64url")}`;
  };
  return { jwks, assertion };
}
