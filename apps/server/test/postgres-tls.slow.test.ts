import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Cluster, postgresPrograms, testServer, throwawayCluster } from "@repute/adapter-typeorm/testing";
import { accountWithToken } from "./support/account.js";
import { begin, failureLine, repute } from "./support/command-line.js";
import { get } from "./support/http.js";
import { tokenKeys } from "./support/workspace.js";

const programs = postgresPrograms();
const run = promisify(execFile);

const openssl = (folder: string, ...args: readonly string[]) => run("openssl", args, { cwd: folder });

async function authority(folder: string, name: string): Promise<void> {
  const subject = ["-subj", `/CN=${name}`, "-days", "2", "-nodes", "-newkey", "rsa:2048"];
  await openssl(folder, "req", "-x509", ...subject, "-keyout", `${name}.key`, "-out", `${name}.crt`);
}

/** Creates a server certificate for `localhost`, but not for the IP address of `localhost`. */
async function serverCertificate(folder: string, by: string): Promise<void> {
  const request = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"];
  await openssl(folder, "req", ...request, "-keyout", "server.key", "-out", "server.csr");
  await writeFile(join(folder, "names"), "subjectAltName=DNS:localhost\n");
  const signing = ["-CA", `${by}.crt`, "-CAkey", `${by}.key`, "-CAcreateserial", "-days", "2", "-extfile", "names"];
  await openssl(folder, "x509", "-req", "-in", "server.csr", ...signing, "-out", "server.crt");
}

(testServer() === undefined || programs === undefined ? describe.skip : describe)(
  "PostgreSQL with sslmode=verify-full",
  () => {
    let folder: string;
    let cluster: Cluster;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "repute-tls-"));
      await authority(folder, "trusted");
      await authority(folder, "stranger");
      await serverCertificate(folder, "trusted");
      const [key, certificate] = await Promise.all(
        ["server.key", "server.crt"].map((name) => readFile(join(folder, name), "utf8")),
      );
      const files = {
        "server.key": key ?? "",
        "server.crt": certificate ?? "",
        "pg_hba.conf": "hostssl all all 127.0.0.1/32 trust\nhost all postgres 127.0.0.1/32 trust\n",
      };
      cluster = await throwawayCluster(programs ?? "", { files, settings: ["ssl=on"] });
    });
    afterAll(async () => {
      await cluster.remove();
      await rm(folder, { recursive: true });
    });

    const envFor = (host: string, root?: string) => {
      const url = new URL(cluster.url);
      url.hostname = host;
      url.searchParams.set("sslmode", "verify-full");
      if (root !== undefined) url.searchParams.set("sslrootcert", join(folder, `${root}.crt`));
      return { DATABASE_URL: url.href, ALLOW_SUPERUSER: "on", TOKEN_KEYS: tokenKeys, PORT: "0" };
    };

    it("accepts a connection if a configured authority signed the server's certificate", async () => {
      const env = envFor("localhost", "trusted");
      const token = await accountWithToken(env);
      const running = begin(["serve"], { env });
      const [, baseUrl = ""] = await running.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
      try {
        expect(await get(baseUrl, "/v2/locations", token)).toMatchObject({ status: 200 });
        expect(
          await cluster.query(
            "SELECT bool_and(ssl) AS tls FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'repute'",
          ),
        ).toEqual([{ tls: true }]);
      } finally {
        running.signal("SIGTERM");
        await running.ended;
      }
    });

    it.each([
      ["another authority", "localhost", "stranger"],
      ["no configured authority", "localhost", undefined],
      ["another host name", "127.0.0.1", "trusted"],
    ])("rejects a certificate with %s in one line", async (_, host, root) => {
      const { code, stdout, stderr } = await repute(["serve"], { env: envFor(host, root) });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(failureLine(stderr)).toMatch(
        /^error: The certificate of the database server is not trusted \([A-Z_]+\)[^\n]*\n$/,
      );
    });
  },
);
