import { writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { throwawayCertificate } from "../../../test/throwaway-certificate.js";
import { run } from "../test/run.js";
import { temporaryFolder } from "../test/temporary-folder.js";

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
  it.each(["sqlite", "duckdb"])("names the place and a remedy if the folder of a %s file is missing", async (kind) => {
    const missing = join(folder.path, "missing");
    expect(await runFrom("http://127.0.0.1:1", `${kind}:${missing}/copy.db`)).toMatchObject({
      code: 1,
      stderr: `error: The folder ${missing} of the target does not exist. Create it, or correct --to.\n`,
    });
    expect((await runFrom("http://127.0.0.1:1", `${kind}:${folder.path}`)).stderr).toBe(
      `error: The target ${folder.path} is a folder. Specify the name of a file in --to.\n`,
    );
  });

  it("names the place and a remedy if a Parquet folder is below a file", async () => {
    const { code, stderr } = await runFrom("http://127.0.0.1:1", `parquet:${join(folder.path, "token.txt")}/pq`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^error: ENOTDIR: not a directory, mkdir '/),
    });
  });
});
