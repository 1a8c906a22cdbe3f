import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  type Cluster,
  postgresPrograms,
  type TestDatabase,
  testDatabase,
  testServer,
  throwawayCluster,
} from "@repute/adapter-typeorm/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { begin, failureLine, repute, reputeJson, type Running } from "./support/command-line.js";
import { items } from "./support/http.js";
import { longPractice } from "./support/practice.js";
import { beginList } from "./support/raw-list.js";
import { freshWorkspace, tokenKeys } from "./support/workspace.js";

const programs = postgresPrograms();

const keys = { TOKEN_KEYS: tokenKeys };

(testServer() === undefined || programs === undefined ? describe.skip : describe)(
  "a server that loses PostgreSQL",
  () => {
    let cluster: Cluster;
    let running: Running | undefined;
    const workspace = freshWorkspace();
    beforeAll(async () => {
      cluster = await throwawayCluster(programs ?? "");
    });
    afterEach(async () => {
      running?.signal("SIGTERM");
      await running?.ended;
      running = undefined;
    });
    afterAll(() => cluster.remove());

    it("returns 503 with Retry-After during the outage, and recovers without a restart", async () => {
      const env = { ...keys, DATABASE_URL: cluster.url, ALLOW_SUPERUSER: "on", PORT: "0", LOG_LEVEL: "info" };
      await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
      const { token } = await reputeJson<{ token: string }>(
        ["token", "create", "--account", "acme", "--kind", "api-token"],
        env,
      );
      running = begin(["serve"], { env });
      const [, baseUrl = ""] = await running.printed(/Listening on (http:\S+)"/);
      const ask = async (path: string) => {
        const response = await fetch(`${baseUrl}${path}`, { headers: { "api-token": token } });
        return {
          status: response.status,
          retryAfter: response.headers.get("retry-after"),
          text: await response.text(),
        };
      };
      const paths = ["/v2/locations", "/v2/reviews"];
      for (const path of [...paths, "/readyz"]) expect(await ask(path)).toMatchObject({ status: 200 });
      await cluster.stop();
      for (const path of paths) {
        expect(await ask(path)).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
      }
      expect((await ask("/healthz")).status).toBe(200);
      expect(await ask("/readyz")).toMatchObject({ status: 503, text: expect.stringContaining('"code":"not_ready"') });
      await cluster.start();
      for (const path of [...paths, "/readyz"]) expect(await ask(path)).toMatchObject({ status: 200 });
    });

    it("completes a slowly read list, and stores a load completely or not at all, despite statement_timeout", async () => {
      const env = { ...keys, DATABASE_URL: cluster.url, ALLOW_SUPERUSER: "on", PORT: "0", LOG_LEVEL: "info" };
      const token = await accountWithToken(env, "slow");
      const load = async (reviews: number) =>
        repute(["load", "--account", "slow", await workspace().bundle(longPractice(reviews))], { env });
      const count = scaled(4_000, 20_000);
      expect(await load(count)).toMatchObject({ code: 0 });
      await cluster.query("ALTER DATABASE postgres SET statement_timeout = '200ms'");
      running = begin(["serve"], { env });
      const [, baseUrl = ""] = await running.printed(/Listening on (http:\S+)"/);
      const list = await beginList(baseUrl, "/v2/reviews", token);
      await pause(1_000);
      expect(await list.readToEnd()).toMatchObject({ ending: "whole", status: 200 });

      await cluster.query("ALTER DATABASE postgres SET statement_timeout = '1ms'");
      const { code, stderr } = await load(count + 1);
      if (code !== 0) expect(stderr).toMatch(/^(?:warning: [^\n]+\n)?error: [^\n]+\n$/);
      await cluster.query("ALTER DATABASE postgres RESET statement_timeout");
      expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(code === 0 ? count + 1 : count);
      reportFigure(
        `statement_timeout of 200 ms: a list whole that took 1 s; of 1 ms: a load ${code === 0 ? "stored" : "refused"} whole`,
      );
    });

    it("prints one line at the start if the database cannot be used", async () => {
      const without = (change: (url: URL) => void) => {
        const url = new URL(cluster.url.replace("postgres@", "postgres:secret@"));
        change(url);
        return url.href;
      };
      const refusals: [string, RegExp][] = [
        [without((url) => (url.port = "1")), /cannot be reached \(ECONNREFUSED\)/],
        [without((url) => (url.username = "nobody")), /rejected the user or the password/],
        [without((url) => (url.pathname = "/nowhere")), /database does not exist on the server/],
      ];
      for (const [url, expected] of refusals) {
        const { code, stdout, stderr } = await repute(["serve"], { env: { ...keys, DATABASE_URL: url, PORT: "0" } });
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
        expect(failureLine(stderr)).toMatch(/^error: [^\n]+\n$/);
        expect(stderr).toMatch(expected);
        expect(stderr).not.toContain("secret");
      }
    });
  },
);

(testServer() === undefined ? describe.skip : describe)("a PostgreSQL database that is new", () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase("blank");
  });
  afterAll(() => own.drop());

  it("is migrated by its owner for a server role that owns nothing", async () => {
    const server = { DATABASE_URL: own.url };
    const refused = await repute(["account", "list"], { env: server });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("run `repute migrate`") });
    const both = { ...server, MIGRATION_DATABASE_URL: own.migrationUrl };
    expect(await reputeJson<{ applied: string[] }>(["migrate"], both)).toMatchObject({
      applied: expect.arrayContaining([expect.stringMatching(/^FirstRelease/)]),
    });
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], server);
    expect(await reputeJson(["account", "list"], server)).toMatchObject({ items: [{ key: "acme" }] });
  });
});
