import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { compose, type Composition } from "../src/compose.js";
import { readConfig } from "../src/config.js";
import { get } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

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
