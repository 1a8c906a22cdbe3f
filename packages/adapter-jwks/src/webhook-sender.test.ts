import { getEventListeners } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "@jest/globals";
import { type Instant, webhookUrlNotAllowed, type WebhookId } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { Webhook } from "standardwebhooks";
import { canary, closeServers, httpServer, rawServer } from "../test/local-server.js";
import { jwksPorts, parseTokenKeys } from "./access-tokens.js";
import { parseOrigins, type ResolveHost } from "./fetch-guard.js";
import { guardedSender } from "./webhook-sender.js";

const tokenKeys = `k:${Buffer.alloc(32, 5).toString("base64")}`;
const webhook = "wh_1" as WebhookId;
const body = '{"type":"changes","text":"ü"}';

type Received = { readonly headers: Record<string, string>; readonly method: string; readonly text: string };

const closing = new AbortController();

const senderTo = (origin: string, more: { resolve?: ResolveHost; patience?: number; keys?: string } = {}) =>
  guardedSender({
    keys: parseTokenKeys(more.keys ?? tokenKeys),
    allowed: parseOrigins([origin]),
    resolve: more.resolve ?? (() => Promise.reject(new Error("nobody asks"))),
    closing: closing.signal,
    ...(more.patience && { patience: more.patience }),
  });

describe("the sender of webhooks", () => {
  afterEach(closeServers);

  /** Starts a receiver. Returns its origin and the requests that it receives. */
  async function receiver(answer: (response: ServerResponse, request: IncomingMessage) => void) {
    const received: Received[] = [];
    const listener: RequestListener = (request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const headers = request.headers as Record<string, string>;
        received.push({ headers, method: request.method ?? "", text: Buffer.concat(pieces).toString() });
        answer(response, request);
      });
    };
    return { origin: await httpServer(listener), received };
  }

  /** Sends a message to a receiver with a new secret. */
  async function sent(origin: string, sender = senderTo(origin), url = `${origin}/hooks`) {
    const { secret, sealed } = await sender.newSecret(webhook);
    const answer = await sender.send({ webhook, url, sealed: [sealed], id: "msg_1", at: Date.now() as Instant, body });
    return { secret, answer };
  }

  it("signs messages that the published library of Standard Webhooks verifies", async () => {
    const { origin, received } = await receiver((response) => response.writeHead(204).end());
    const { secret, answer } = await sent(origin);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(answer).toMatchObject({ status: 204, failure: null, retryAfter: null, text: "" });
    const [{ headers, method, text } = { headers: {}, method: "", text: "" }] = received;
    expect([method, text, headers["content-type"]]).toEqual(["POST", body, "application/json"]);
    expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${text} `, headers)).toThrow();
  });

  it("signs with both secrets during a rotation", async () => {
    const { origin, received } = await receiver((response) => response.end());
    const sender = senderTo(origin);
    const [one, other] = [await sender.newSecret(webhook), await sender.newSecret(webhook)];
    const sealed = [one.sealed, other.sealed];
    await sender.send({ webhook, url: origin, sealed, id: "msg_1", at: Date.now() as Instant, body });
    for (const { secret } of [one, other]) new Webhook(secret).verify(body, received[0]?.headers ?? {});
    expect(received[0]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  });

  it("sends nothing if the key is missing that encrypted the secret, or if it belongs to another webhook", async () => {
    const { port, connections } = await canary();
    const origin = `http://127.0.0.1:${port}`;
    const { sealed } = await senderTo(origin).newSecret(webhook);
    const message = { url: origin, sealed: [sealed], id: "msg_1", at: Date.now() as Instant, body };
    const other = senderTo(origin, { keys: `z:${Buffer.alloc(32, 6).toString("base64")}` });
    expect(await other.send({ ...message, webhook })).toMatchObject({ failure: "secret_unreadable" });
    const foreign = await senderTo(origin).send({ ...message, webhook: "wh_2" as WebhookId });
    expect([foreign.failure, connections()]).toEqual(["secret_unreadable", 0]);
  });

  it("follows no redirect", async () => {
    const { port, connections } = await canary();
    const location = `http://127.0.0.1:${port}/`;
    const { origin } = await receiver((response) => response.writeHead(307, { location }).end());
    expect((await sent(origin)).answer).toMatchObject({ status: 307 });
    expect(connections()).toBe(0);
  });

  it.each([
    ["a URL of this machine", "http://127.0.0.1:1/", async () => ["8.8.8.8"], "url_not_allowed"],
    ["a host that resolves to a private address", "https://a.example/", async () => ["10.0.0.1"], "host_not_public"],
    ["a host with one private address", "https://a.example/", async () => ["8.8.8.8", "::1"], "host_not_public"],
  ])("does not connect to %s", async (_, url, resolve, failure) => {
    const sender = senderTo("http://127.0.0.1:9", { resolve });
    expect((await sent("", sender, url)).answer).toMatchObject({ status: null, failure });
  });

  it("refuses the URL of a new webhook unless it is public or allowed", async () => {
    const { webhookSender, close } = jwksPorts({
      tokenKeys,
      clock: stillClock(),
      webhookAllow: ["http://10.0.0.7:80"],
    });
    await webhookSender.checkUrl("http://10.0.0.7/hooks");
    for (const url of ["http://10.0.0.8/hooks", "https://localhost/", "https://10.0.0.7/", "ftp://a.example/"])
      await expect(webhookSender.checkUrl(url)).rejects.toEqual(webhookUrlNotAllowed());
    close();
  });

  it("stores the beginning of an answer without control characters, and closes the connection", async () => {
    let written = 0;
    const { origin } = await receiver((response) => {
      response.writeHead(500, { "retry-after": "7" });
      const piece = `é\u0000\n${"x".repeat(65_533)}`;
      const write = () => {
        while (!response.destroyed && written < 1e9 && response.write(piece)) written += piece.length;
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    });
    const { answer } = await sent(origin);
    expect(answer).toMatchObject({ status: 500, retryAfter: "7" });
    expect(answer.text).toBe(`é  ${"x".repeat(497)}`);
    expect(written).toBeLessThan(1e8);
  });

  it("reports an endpoint that does not answer, or not with HTTP", async () => {
    const { origin } = await receiver(() => {});
    expect((await sent(origin, senderTo(origin, { patience: 50 }))).answer).toMatchObject({ failure: "timeout" });
    const broken = await rawServer("nonsense\r\n\r\n");
    expect((await sent(broken)).answer).toMatchObject({ status: null, failure: "HPE_INVALID_CONSTANT" });
    const silent = await rawServer("");
    expect((await sent(silent)).answer).toMatchObject({ status: null, failure: "ECONNRESET" });
    await closeServers();
    expect((await sent(origin)).answer).toMatchObject({ status: null, failure: "ECONNREFUSED" });
  });

  it("counts the status of an answer whose body never ends", async () => {
    const { origin } = await receiver((response) => response.writeHead(200).write("begun"));
    const { answer } = await sent(origin, senderTo(origin, { patience: 100 }));
    expect(answer).toMatchObject({ status: 200, failure: null, text: "begun" });
  });

  it("can be canceled", async () => {
    const canceling = new AbortController();
    const { origin } = await receiver(() => canceling.abort());
    const sender = senderTo(origin);
    const { sealed } = await sender.newSecret(webhook);
    const message = { webhook, url: origin, sealed: [sealed], id: "msg_1", at: Date.now() as Instant, body };
    expect(await sender.send(message, canceling.signal)).toMatchObject({ status: null, failure: "canceled" });
    expect(await sender.send(message, AbortSignal.abort())).toMatchObject({ failure: "canceled" });
    expect([getEventListeners(canceling.signal, "abort"), getEventListeners(closing.signal, "abort")]).toEqual([
      [],
      [],
    ]);
  });
});
