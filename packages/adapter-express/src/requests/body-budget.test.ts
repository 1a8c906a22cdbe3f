import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { aSubmission } from "../../test/practice-data.js";
import { type Practice, practice, tokenFor } from "../../test/practice.js";
import { closeServers, portOf, rawConnection } from "../../test/raw-connection.js";
import { createApp } from "../server.js";
import { bodyBudget } from "./body-budget.js";

const kilobyte = 1_024;
const account = (id: number) => id as AccountId;

describe("the budget for request bodies", () => {
  it("lets one account hold half and always leaves room for the next account", () => {
    const share = bodyBudget(64 * kilobyte);
    const requests = Array.from({ length: 6 }, (_, id) => {
      const one = share(account(id));
      let held = 0;
      while (one.fits(kilobyte)) {
        one.take(kilobyte);
        held += 1;
      }
      return held;
    });
    expect(requests).toEqual([32, 16, 8, 4, 2, 1]);
  });

  it("counts all requests of an account together, and all unidentified callers together", () => {
    const share = bodyBudget(10);
    share(account(1)).take(3);
    share("unidentified").take(2);
    expect(share(account(1)).fits(3)).toBe(false);
    expect(share("unidentified").fits(4)).toBe(false);
    expect(share(account(2)).fits(5)).toBe(true);
  });

  it("returns a request's share once", () => {
    const share = bodyBudget(10);
    const one = share(account(1));
    one.take(4);
    one.release();
    one.release();
    expect(share(account(1)).fits(10)).toBe(true);
    expect(share(account(2)).fits(11)).toBe(false);
  });

  it("rejects a body that does not fit, and counts none of it", () => {
    const share = bodyBudget(10);
    expect(() => share(account(1)).take(11)).toThrow(
      "too many request bodies are being received; try again in a moment",
    );
    expect(share(account(1)).fits(10)).toBe(true);
  });
});

describe("bodies over HTTP", () => {
  const path = "/v1/online-submissions/bulk-upload";
  const limits = { bodyBytes: 40_000 };
  let acme: Practice;
  let port: number;
  beforeEach(async () => {
    acme = await practice();
    port = await portOf(createApp(acme.domain, { ...acme.options, ...limits }));
  });
  afterEach(closeServers);

  const body = `${" ".repeat(9_000)}${JSON.stringify({ submissions: [aSubmission] })}`;
  const head = (token: string, ...more: readonly string[]) =>
    [`POST ${path} HTTP/1.1`, "Host: x", `api-token: ${token}`, "Content-Type: application/json", ...more, "", ""].join(
      "\r\n",
    );

  /** Sends a request without its last bytes. */
  async function held(token: string, sent = body.length - 10) {
    const connection = rawConnection(port);
    connection.send(head(token, `Content-Length: ${body.length}`), body.slice(0, sent));
    await settled();
    return connection;
  }
  /** Waits for the response to another request, which shows that the server has read the earlier bytes. */
  async function settled() {
    const other = rawConnection(port);
    other.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await other.replies(1);
    other.socket.destroy();
  }

  it("get a 503 with Retry-After over the budget, and the connection stays open", async () => {
    const token = acme.tokens["web-forms"];
    const connections = [await held(token), await held(token)];
    const refused = rawConnection(port);
    refused.send(head(token, `Content-Length: ${body.length}`), body, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    const [reply, next] = await refused.replies(2);
    expect(reply).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(JSON.parse(reply?.body ?? "")).toMatchObject({ code: "bodies_busy" });
    expect(next).toMatchObject({ status: 200 });
    for (const { socket } of [...connections, refused]) socket.destroy();
  });

  it("are accepted from other accounts while one account holds its maximum", async () => {
    const connections = [await held(acme.tokens["web-forms"]), await held(acme.tokens["web-forms"])];
    const { id } = await acme.domain.accounts.create({ key: "other", name: "Other Dental" });
    const other = await held(await tokenFor(acme.domain, id, "web-forms"));
    other.send(body.slice(-10));
    expect((await other.replies(1))[0]?.status).not.toBe(503);
    for (const { socket } of [...connections, other]) socket.destroy();
  });

  it("are rejected when they exceed the budget without a declared length", async () => {
    const token = acme.tokens["web-forms"];
    const connections = [await held(token), await held(token)];
    const chunked = rawConnection(port);
    chunked.send(head(token, "Transfer-Encoding: chunked"));
    chunked.send(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    expect((await chunked.replies(1))[0]).toMatchObject({ status: 503 });
    for (const { socket } of [...connections, chunked]) socket.destroy();
  });

  it("no longer count after the response or after the client disconnects", async () => {
    const token = acme.tokens["web-forms"];
    for (let round = 0; round < 4; round += 1) {
      const connections = [await held(token), await held(token)];
      const [first, second] = connections;
      first?.send(body.slice(-10));
      expect((await first?.replies(1))?.[0]).toMatchObject({ status: 201 });
      second?.socket.destroy();
      await second?.closed;
      first?.socket.destroy();
      await first?.closed;
      await settled();
    }
  });

  it("are complete if they arrive byte by byte, with and without a length", async () => {
    const pieces = [...body.slice(0, 9_200)];
    const connection = rawConnection(port);
    connection.send(head(acme.tokens["web-forms"], "Transfer-Encoding: chunked"));
    connection.send(...pieces.map((byte) => `1\r\n${byte}\r\n`));
    const rest = body.slice(9_200);
    if (rest !== "") connection.send(`${rest.length.toString(16)}\r\n${rest}\r\n`);
    connection.send("0\r\n\r\n");
    expect((await connection.replies(1))[0]).toMatchObject({ status: 201 });
    connection.socket.destroy();
  });

  it("get a 408 if they arrive too slowly, and the connection closes", async () => {
    const slow = { stallMilliseconds: 100, minBytesPerSecond: 1_000_000 };
    port = await portOf(createApp(acme.domain, { ...acme.options, ...slow }));
    const connection = rawConnection(port);
    connection.send(head(acme.tokens["web-forms"], `Content-Length: ${body.length}`), body.slice(0, 100));
    const [reply] = await connection.replies(1);
    expect(reply).toMatchObject({ status: 408, headers: { connection: "close" } });
    expect(JSON.parse(reply?.body ?? "")).toMatchObject({ code: "body_too_slow" });
    await connection.closed;
  });
});
