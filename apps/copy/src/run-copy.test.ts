import { writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ReputeError } from "@repute/client";
import { throwawayCertificate } from "../../../test/throwaway-certificate.js";
import { run } from "../test/run.js";
import { temporaryFolder } from "../test/temporary-folder.js";
import { CopyError } from "./copy-error.js";
import { throughOutages } from "./run-copy.js";

const from = (status: number, code = `http_${status}`) =>
  new CopyError(code, "The source failed.", { cause: new ReputeError("it failed", { status, code }) });
const lost = from(0, "connection_lost");
const systemError = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** Runs attempts that end as listed. "sync" syncs and then fails with a lost connection. Returns the pauses. */
async function pausesOf(...ends: readonly (Error | "sync" | "done")[]) {
  const pauses: number[] = [];
  const left = [...ends];
  const attempt = async (synced: () => void) => {
    const end = left.shift();
    if (end === "done") return;
    if (end === "sync") synced();
    throw end instanceof Error ? end : lost;
  };
  const pause = async (ms: number) => void pauses.push(ms);
  await throughOutages(attempt, { signal: new AbortController().signal, pause, onOutage: () => {} });
  return pauses;
}

describe("a watched copy", () => {
  it("waits longer after each failed attempt, up to a minute, and starts again at a second after a sync", async () => {
    const outage = Array.from({ length: 8 }, () => from(503));
    expect(await pausesOf(...outage, "sync", lost, "done")).toEqual([
      ...[1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000),
      ...[1_000, 2_000],
    ]);
  });

  it.each([
    ["a rejected token", from(401)],
    ["an unavailable target", new CopyError("target_failed", "The target failed: ECONNREFUSED.")],
    ["a target that refuses connections", systemError],
    ["an empty token file", new CopyError("invalid_token_file", "The token file must contain exactly one token.")],
  ])("survives %s only after it has worked", async (_, error) => {
    await expect(pausesOf(error, "done")).rejects.toBe(error);
    expect(await pausesOf("sync", error, "done")).toEqual([1_000, 2_000]);
  });

  it.each([
    ["another account", from(400, "other_account")],
    ["other data in the target", new CopyError("target_in_use", "The target contains a table.")],
    ["a bug", new TypeError("x is not a function")],
  ])("ends with an error for %s", async (_, error) => {
    await expect(pausesOf("sync", error, "done")).rejects.toBe(error);
  });

  it("ends when it is stopped, even if the attempt fails at the same time", async () => {
    const stop = new AbortController();
    const attempt = async () => {
      stop.abort();
      throw lost;
    };
    const watching = { signal: stop.signal, pause: async () => {}, onOutage: () => {} };
    await expect(throughOutages(attempt, watching)).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a failed run", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let servers: Server[];
  beforeEach(async () => {
    folder = await temporaryFolder();
    servers = [];
    await writeFile(join(folder.path, "token.txt"), "rpa_a");
  });
  afterEach(async () => {
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
    await folder.remove();
  });

  const runFrom = (from: string, to = `sqlite:${join(folder.path, "copy.db")}`) =>
    run(["--from", from, "--token-file", join(folder.path, "token.txt"), "--to", to]);

  async function portOf(server: Server): Promise<number> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  const serving = (listener: RequestListener) => portOf(createServer({ keepAlive: false }, listener));

  describe("an error of the source", () => {
    it("names the host, the cause and a remedy if the host does not exist", async () => {
      const { code, stderr } = await runFrom("https://repute.invalid");
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^error: The source https:\/\/repute\.invalid failed: (the host repute\.invalid was not found \(ENOTFOUND\)|the address of the host repute\.invalid could not be looked up \(EAI_AGAIN\))\. Check the [^\n]+\n$/,
        ),
      });
    });

    it("names the host, the cause and a remedy if the certificate is not trusted", async () => {
      const port = await portOf(createTlsServer(throwawayCertificate("127.0.0.1")));
      expect((await runFrom(`https://127.0.0.1:${port}`)).stderr).toBe(
        `error: The source https://127.0.0.1:${port} failed: the certificate of 127.0.0.1:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). If your organization issued the certificate, set NODE_EXTRA_CA_CERTS to the file of its root certificate.\n`,
      );
    });

    it("names the host, the cause and a remedy if the server redirects to HTTPS", async () => {
      const port = await serving((request, response) => {
        response.writeHead(301, { location: `https://repute.example.com${request.url ?? ""}` }).end();
      });
      expect((await runFrom(`http://127.0.0.1:${port}`)).stderr).toMatch(
        /redirects to https:\/\/repute\.example\.com\/v2\/changes, but a request with a credential never follows a redirect\. Set --from to https:\/\/repute\.example\.com\. \(301 redirected\)\n$/,
      );
    });

    it("names the host, the cause and a remedy if the response is an HTML page", async () => {
      const port = await serving((_, response) => {
        response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in</p>");
      });
      expect((await runFrom(`http://127.0.0.1:${port}`)).stderr).toBe(
        `error: The source responded: http://127.0.0.1:${port}/v2/changes sent a media type other than application/x-ndjson. Check that --from is the URL of the service, and not of a web page or a sign-in page. (200 invalid_response)\n`,
      );
    });

    it("names the host, the cause and a remedy if the response is an HTML page with the status 404", async () => {
      const port = await serving((_, response) => {
        response.writeHead(404, { "content-type": "text/html" }).end("<p>Nothing</p>");
      });
      expect((await runFrom(`http://127.0.0.1:${port}/other`)).stderr).toBe(
        `error: The source http://127.0.0.1:${port}/other responded: the server responded 404. Check the path of the URL in --from. (404 http_404)\n`,
      );
    });
  });

  describe("an error of the target", () => {
    it.each(["sqlite", "duckdb"])(
      "names the place and a remedy if the folder of a %s file is missing",
      async (kind) => {
        const missing = join(folder.path, "missing");
        expect(await runFrom("http://127.0.0.1:1", `${kind}:${missing}/copy.db`)).toMatchObject({
          code: 1,
          stderr: `error: The folder ${missing} of the target does not exist. Create it, or correct --to.\n`,
        });
        expect((await runFrom("http://127.0.0.1:1", `${kind}:${folder.path}`)).stderr).toBe(
          `error: The target ${folder.path} is a folder. Specify the name of a file in --to.\n`,
        );
      },
    );

    it("names the place and a remedy if a Parquet folder is below a file", async () => {
      const { code, stderr } = await runFrom("http://127.0.0.1:1", `parquet:${join(folder.path, "token.txt")}/pq`);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^error: ENOTDIR: not a directory, mkdir '/),
      });
    });
  });
});
