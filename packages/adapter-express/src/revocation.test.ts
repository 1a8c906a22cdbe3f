import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { CredentialId } from "@repute/domain";
import { bundleOf, itemsIn } from "@repute/domain/testing";
import { aNewUser, anImage, aSubmission } from "../test/practice-data.js";
import { type Practice, practice } from "../test/practice.js";
import { closeServers, portOf, rawConnection } from "../test/raw-connection.js";
import { createApp } from "./app.js";

let acme: Practice;
let port: number;
beforeEach(async () => {
  acme = await practice();
  port = await portOf(createApp(acme.domain, acme.options));
});
afterEach(closeServers);

const aReview = { kind: "review", id: 503, platform_id: 3, create_time: "2026-03-04T09:00:00Z" };

type Kind = keyof Practice["tokens"];

async function revoke(kind: Kind): Promise<void> {
  const tokens = await acme.domain.access.listTokens("acme");
  const { id } = tokens.find((token) => token.kind === kind) ?? {};
  await acme.domain.access.changeToken(id as CredentialId, "revoke");
}
const disableAccount = () => acme.domain.accounts.setDisabled("acme", true);

const form = (file: Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    ),
    file,
    Buffer.from("\r\n--b--\r\n"),
  ]);
const json = (value: object) => Buffer.from(JSON.stringify(value));
const inJson = "application/json";

const writes: readonly (readonly [string, string, Kind, string, Buffer])[] = [
  ["POST", "/v1/users", "account-key", inJson, json(aNewUser)],
  ["PUT", "/v1/users/7", "account-key", inJson, json({ name: "Ada Byron" })],
  ["PUT", "/v1/users/7/image", "account-key", "multipart/form-data; boundary=b", form(anImage)],
  ["POST", "/v1/online-submissions/upload", "web-forms", inJson, json(aSubmission)],
  ["POST", "/v1/online-submissions/bulk-upload", "api-token", inJson, json({ submissions: [aSubmission] })],
];

/** Sends a request and holds back its last byte until `meanwhile` is done. */
async function heldBack(request: (typeof writes)[number], meanwhile: () => Promise<unknown>) {
  const [method, path, kind, type, body] = request;
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...["Host: x", `api-token: ${acme.tokens[kind]}`, `Content-Type: ${type}`],
    ...[`Content-Length: ${body.length}`, "", ""],
  ].join("\r\n");
  const connection = rawConnection(port);
  connection.send(head, body.subarray(0, -1));
  // A response on a second connection shows that the server has read the earlier bytes.
  const other = rawConnection(port);
  other.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await other.replies(1);
  other.socket.destroy();
  await meanwhile();
  connection.send(body.subarray(-1));
  const [reply] = await connection.replies(1);
  connection.socket.destroy();
  return reply;
}

const stored = async () => ({
  users: await itemsIn(await acme.domain.users.list(acme.account)),
  submissions: await acme.ports.storage.read(acme.account, ({ submissions }) =>
    submissions.page(acme.account, { after: 0, limit: 1_000 }),
  ),
});

describe("a credential that is checked again after the body arrives", () => {
  it.each(writes)("does not permit the write if it is revoked: %s %s", async (...request) => {
    const before = await stored();
    const reply = await heldBack(request, () => revoke(request[2]));
    expect(reply).toMatchObject({ status: 401 });
    expect(JSON.parse(reply?.body ?? "")).toMatchObject({ code: "api_key_invalid" });
    expect(await stored()).toEqual(before);
  });

  it.each(writes)("does not permit the write if the account is disabled: %s %s", async (...request) => {
    const before = await stored();
    expect(await heldBack(request, disableAccount)).toMatchObject({ status: 401 });
    expect(await stored()).toEqual(before);
  });

  it.each(writes)("permits the write if it is still valid: %s %s", async (...request) => {
    expect((await heldBack(request, async () => {}))?.status).toBeLessThan(300);
  });
});

describe("a credential that is checked again after a request waited for changes", () => {
  const waitFor = async (meanwhile: () => Promise<unknown>) => {
    const connection = rawConnection(port);
    const ask = (path: string, more = "") =>
      connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\napi-token: ${acme.tokens["api-token"]}\r\n${more}\r\n`);
    ask("/v2/changes");
    const [first] = await connection.replies(1);
    ask(`/v2/changes?cursor=${first?.headers["x-cursor"] ?? ""}`, "Prefer: wait=30\r\n");
    // The request starts to listen as soon as the server has read it.
    const other = rawConnection(port);
    other.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await other.replies(1);
    other.socket.destroy();
    await meanwhile();
    await acme.domain.bundle.load(acme.account, bundleOf([aReview]));
    const [, second] = await connection.replies(2);
    connection.socket.destroy();
    return second;
  };

  it("gets no changes if it is revoked", async () => {
    const reply = await waitFor(() => revoke("api-token"));
    expect(reply).toMatchObject({ status: 401 });
    expect(JSON.parse(reply?.body ?? "")).toMatchObject({ code: "access_token_invalid" });
  });

  it("gets no changes if the account is disabled", async () => {
    expect(await waitFor(disableAccount)).toMatchObject({ status: 401 });
  });

  it("gets the change if it is still valid", async () => {
    const reply = await waitFor(async () => {});
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('"list":"reviews"') });
  });
});
