import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createListener } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { trackingScript } from "@repute/browser";
import { compose, type Composition } from "../src/compose.js";
import { readConfig } from "../src/settings/config.js";
import { begin, repute, reputeJson } from "./support/command-line.js";
import { get, items } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

describe.each(engines)("repute serve on a new database on %s", (engine) => {
  const workspace = freshWorkspace(engine, "blank");

  it("migrates the database and becomes ready", async () => {
    const { baseUrl } = await workspace().serve();
    expect((await get(baseUrl, "/healthz")).status).toBe(200);
    expect((await get(baseUrl, "/readyz")).status).toBe(200);
    expect(await reputeJson(["migrate"], workspace().env)).toEqual({ applied: [] });
  });
});

describe.each(engines)("repute serve on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it.each([
    ["127.0.0.1", /"Listening on http:\/\/127\.0\.0\.1:[1-9]\d*"/],
    ["0.0.0.0", /"Listening on http:\/\/0\.0\.0\.0:[1-9]\d*"/],
    ["::1", /"Listening on http:\/\/\[::1\]:[1-9]\d*"/],
    ["localhost", /"Listening on http:\/\/(127\.0\.0\.1|\[::1\]):[1-9]\d*"/],
  ])("logs the bound address with HOST=%s, regardless of BASE_URL", async (host, line) => {
    const env = { ...workspace().env, HOST: host, PORT: "0", BASE_URL: "https://repute.example.com" };
    const running = begin(["serve"], { env });
    const [bound] = await running.printed(line);
    const [url = ""] = /http:[^"]+/.exec(bound) ?? [];
    expect((await get(url, "/healthz")).status).toBe(200);
    running.signal("SIGTERM");
    expect((await running.ended).code).toBe(0);
  });

  it("serves the tracking script", async () => {
    const { baseUrl } = await workspace().serve();
    const response = await fetch(`${baseUrl}/tracking/scct.js`);
    expect([response.status, await response.text()]).toEqual([200, trackingScript()]);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("stops on %s with open connections, and exits with 0", async (signal) => {
    const { baseUrl, running } = await workspace().serve();
    await get(baseUrl, "/healthz");
    running.signal(signal);
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Stopping on ${signal}`);
    await expect(get(baseUrl, "/healthz")).rejects.toThrow();
  });

  it("logs a request as one JSON line without its query or token", async () => {
    const { env, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const { token } = await reputeJson<{ token: string }>(
      ["token", "create", "--account", "acme", "--kind", "api-token"],
      env,
    );
    const { baseUrl, running } = await serve();
    await items(baseUrl, "/v2/reviews?date=2026-03-01&phone=8015550142", token);
    const [line] = await running.printed(/^.*"route".*$/m);
    expect(JSON.parse(line)).toMatchObject({
      level: "info",
      method: "GET",
      route: "/v2/reviews",
      status: 200,
      credential_kind: "api-token",
    });
    running.signal("SIGTERM");
    const { stdout } = await running.ended;
    expect(stdout).not.toContain("8015550142");
    expect(stdout).not.toContain(token);
  });

  it("prints one line if its port is already in use", async () => {
    const occupied = createListener().listen(0, "127.0.0.1");
    await once(occupied, "listening");
    const port = String((occupied.address() as AddressInfo).port);
    const { code, stdout, stderr } = await repute(["serve"], {
      env: { ...workspace().env, PORT: port },
      watched: true,
    });
    occupied.close();
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: Cannot listen on 127.0.0.1:${port}: another program uses this port; choose another port with PORT.\n`,
    });
  });

  it("prints one line if its address is not available", async () => {
    const { code, stderr } = await repute(["serve"], { env: { ...workspace().env, HOST: "192.0.2.1" }, watched: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Cannot listen on 192\.0\.2\.1:0: this machine does not have this address.*\n$/);
  });

  it.each([
    ["DATABASE_URL", "mysql://root:secret@localhost/repute"],
    ["DATABASE_URL", "postgres://root:secret@localhost"],
    ["PORT", "http"],
    ["LOG_LEVEL", "loud"],
  ])("rejects an invalid %s in one line with the name of the variable", async (variable, value) => {
    const { code, stdout, stderr } = await repute(["serve"], {
      env: { ...workspace().env, [variable]: value },
      watched: true,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^error: ${variable} must be .*\n$`));
    expect(stderr).not.toContain("secret");
  });

  it("logs a failed start as one JSON line unless it runs in a terminal", async () => {
    const { code, stdout, stderr } = await repute(["serve"], { env: { ...workspace().env, PORT: "http" } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(stderr)).toEqual({
      level: "fatal",
      time: expect.any(String),
      error: { code: "invalid_configuration" },
      msg: "PORT must be a port number from 0 to 65535 (0 for any free port).",
    });
  });

  it("warns of unknown variables that look like settings, without their values", async () => {
    const { running } = await workspace().serve(["serve"], { DATABSE_URL: "secret", HOSTNAME: "web-1" });
    await running.printed(/"Unknown environment variable DATABSE_URL\. Did you mean DATABASE_URL\?"/);
    running.signal("SIGTERM");
    expect((await running.ended).stdout).not.toMatch(/secret|HOSTNAME/);
  });

  it.each([
    ["a folder that is a file", "file/repute.db"],
    ["a file that is a folder", "folder"],
    ["a file that is not a database", "text.db"],
    ["a read-only folder", "/sys/repute/repute.db"],
  ])("rejects %s in one line", async (_what, path) => {
    const { folder } = workspace();
    await writeFile(join(folder, "file"), "");
    await mkdir(join(folder, "folder"));
    await writeFile(join(folder, "text.db"), "this is no database ".repeat(100));
    const env = { DATABASE_URL: `sqlite:${resolve(folder, path)}`, PORT: "0" };
    const { code, stdout, stderr } = await repute(["serve"], { env, watched: true });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: .+\n$/);
    expect(stderr).not.toContain("Internal error");
  });

  it("stops gracefully after an uncaught error, and logs the error without its message", async () => {
    const running = begin(["serve"], { env: workspace().env, watched: true });
    await running.printed(/Listening/);
    running.crash(new TypeError("Ann Example"));
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Internal error: TypeError\n(    at .+\n)+$/);
    expect(stdout).toContain('"type":"TypeError"');
    expect(stdout + stderr).not.toContain("Ann");
  });
});

describe.each(engines)("/readyz on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  let opened: Composition;
  let server: Server;
  beforeEach(async () => {
    opened = await compose(readConfig(workspace().env));
    server = createServer(opened.app).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await opened.close();
  });
  const ready = () => get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "/readyz");
  const notReady = { status: 503, body: { status: 503, code: "not_ready", message: expect.any(String) } };

  it("follows setReady while the database responds", async () => {
    expect(await ready()).toMatchObject(notReady);
    opened.setReady(true);
    expect(await ready()).toEqual({ status: 200, body: { status: "ready" } });
    opened.setReady(false);
    expect(await ready()).toMatchObject(notReady);
  });

  it("returns 503 if the database does not respond, regardless of setReady", async () => {
    opened.setReady(true);
    await opened.close();
    expect(await ready()).toMatchObject(notReady);
  });
});
