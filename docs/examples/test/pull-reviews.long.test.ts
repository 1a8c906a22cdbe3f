import { type ChildProcess, execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest, type RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { printed, reputeInChild } from "../../../apps/server/test/support/child-process.js";
import { reputeJson } from "../../../apps/server/test/support/command-line.js";
import { freePort } from "../../../apps/server/test/support/free-port.js";
import { throwawayCertificate } from "../../../test/throwaway-certificate.js";

const run = promisify(execFile);
const script = join(__dirname, "../pull-reviews.mjs");
const host = "localhost";

/** A partner's host and a proxy in front of the server, both with TLS, as in earnest: with a certificate of this test's own. */
describe("pull-reviews.mjs", () => {
  const { cert, key } = throwawayCertificate(host);
  let folder: string;
  let listening: Server[] = [];
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repute-partner-"));
    await writeFile(join(folder, "authority.pem"), cert);
  });
  afterEach(async () => {
    if (child) await end(child);
    listening.forEach((server) => server.close().closeAllConnections());
    await rm(folder, { recursive: true });
    [child, listening] = [undefined, []];
  });

  async function end(process: ChildProcess): Promise<void> {
    process.kill("SIGTERM");
    await once(process, "close");
  }

  async function overTls(answer: RequestListener): Promise<string> {
    const server = createServer({ cert, key }, answer).listen(0, "127.0.0.1");
    listening.push(server);
    await once(server, "listening");
    return `https://${host}:${(server.address() as AddressInfo).port}`;
  }

  /** Returns a reverse proxy that forwards requests to a port and returns the responses. */
  const proxyTo =
    (port: number): RequestListener =>
    (incoming, outgoing) => {
      const { method, url: path, headers } = incoming;
      const handed = httpRequest({ host: "127.0.0.1", port, method, path, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      });
      incoming.pipe(handed);
    };

  it("signs, gets a token and pulls a day's reviews over HTTPS from a server that fetches its key over HTTPS", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const jwk = { ...publicKey.export({ format: "jwk" }), kid: "2026-06", use: "sig", alg: "RS384" };
    const partner = await overTls((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
    const keyFile = join(folder, "private-key.pem");
    await writeFile(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));

    const port = await freePort();
    const baseUrl = await overTls(proxyTo(port));
    const trust = { PATH: process.env["PATH"], NODE_EXTRA_CA_CERTS: join(folder, "authority.pem") };
    const env = {
      ...{ DATABASE_URL: `sqlite:${join(folder, "repute.db")}`, PORT: String(port), BASE_URL: baseUrl },
      ...{ JWK_URL_ALLOW: partner, TRUST_PROXY: "loopback" },
    };
    const clientId = await prepare(env, `${partner}/jwks.json`);
    const server = reputeInChild(["serve"], { ...env, ...trust });
    child = server;
    await printed(server.stdout, /Listening on/);
    server.stdout.resume();

    const args = [script, baseUrl, clientId, keyFile, "2026-06", "2026-03-01"];
    const { stdout } = await run(process.execPath, args, { env: trust });
    expect(stdout).toBe("review 501: 5 stars at Main Street\n1 reviews on 2026-03-01\n");

    const state = join(folder, "state");
    const pull = async () => (await run(process.execPath, [...args, state], { env: trust })).stdout;
    expect(await pull()).toBe(stdout);
    expect(await pull()).not.toContain("restored");
    await writeFile(state, (await readFile(state, "utf8")).replace(/epoch=.*/, "epoch=1"));
    expect(await pull()).toBe(`the service was restored: this is the whole list\n${stdout}`);

    await reputeJson(["client", "disable", "--id", clientId], env);
    const refused = run(process.execPath, args, { env: trust });
    await expect(refused).rejects.toMatchObject({
      stderr: expect.stringContaining(`${baseUrl}/oauth/token answered 401: Client authentication failed`),
    });
  });

  /** An account with a review, and a client of it; answers the client's id. */
  async function prepare(env: Record<string, string>, jwkUrl: string): Promise<string> {
    const lines = [
      { kind: "location", id: 1, location_name: "Main Street", external_location_ids: [] },
      { kind: "platform", id: 3, name: "Google", is_survey: false },
      { kind: "review", id: 501, platform_id: 3, location_id: 1, rating: 5, create_time: "2026-03-01T17:05:00Z" },
    ];
    const bundle = join(folder, "acme.ndjson");
    await writeFile(bundle, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    await reputeJson(["load", "--account", "acme", bundle], env);
    const register = ["client", "register", "--account", "acme", "--name", "warehouse", "--jwk-url", jwkUrl];
    return (await reputeJson<{ client_id: string }>(register, env)).client_id;
  }
});
