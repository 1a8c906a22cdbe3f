import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { reputeJson } from "./support/command-line.js";
import { peakMemory, resetPeakMemory } from "./support/memory.js";
import { serverProcesses } from "./support/server-process.js";
import { freshWorkspace } from "./support/workspace.js";

/**
 * Maximum memory growth in MB.
 * The limit is higher in `npm run test:long`, where parallel test suites delay garbage collection.
 */
const maxGrowth = scaled(120, 100);

const workspace = freshWorkspace("SQLite");
const start = serverProcesses();
const sockets: ReturnType<typeof connect>[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

const clients = scaled(60, 300);
const fileMegabytes = scaled(300, 1_000);
const length = 5 * 1_048_576;
const path = "/v1/online-submissions/bulk-upload";
const aSubmission = {
  submission_date: "2026-03-02T17:05:00Z",
  scct_parameter: "spring-1",
  phone_number: "(801) 555-0142",
  conversion_type: "Online",
  patient_name: "Cal Reed",
};

async function accountToken(key: string, kind: string): Promise<string> {
  const { env } = workspace();
  await reputeJson(["account", "create", "--key", key, "--name", key], env);
  return (await reputeJson<{ token: string }>(["token", "create", "--account", key, "--kind", kind], env)).token;
}

it("the server uses at most 100 MB more memory while clients withhold the last bytes of large bodies", async () => {
  const token = await accountToken("hostile", "web-forms");
  const other = await accountToken("acme", "web-forms");
  const server = await start(workspace().env);
  const { port } = new URL(server.baseUrl);
  const post = (one: string) =>
    fetch(`${server.baseUrl}${path}`, {
      method: "POST",
      headers: { "api-token": one, "content-type": "application/json" },
      body: JSON.stringify({ submissions: [aSubmission] }),
    });
  expect((await post(other)).status).toBe(201);
  await resetPeakMemory(server.pid);
  const before = await peakMemory(server.pid);

  const body = Buffer.alloc(length - 10, " ");
  for (let index = 0; index < clients; index += 1) {
    const socket = connect(Number(port), "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    // A third of the clients send no Content-Length.
    const size = index % 3 === 0 ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\nContent-Type: application/json\r\n${size}\r\n\r\n`,
    );
    if (index % 3 === 0) socket.write(`${body.length.toString(16)}\r\n`);
    socket.write(body);
  }
  const statuses: number[] = [];
  for (let round = 0; round < scaled(20, 50); round += 1) {
    statuses.push((await post(other)).status);
    await pause(100);
  }
  const more = (await peakMemory(server.pid)) - before;
  reportFigure(`${clients} clients that hold back the last bytes of 5 MB: ${more.toFixed(0)} MB more memory`);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(more).toBeLessThanOrEqual(maxGrowth);
});

it("the server uses at most 100 MB more memory while it receives a file of hundreds of megabytes", async () => {
  const token = await accountToken("acme", "loader");
  const server = await start(workspace().env);
  const send = async (megabytes: number) => {
    const piece = Buffer.alloc(1_048_576, "x");
    const response = await fetch(`${server.baseUrl}/v1/loads?kind=calls`, {
      method: "POST",
      headers: { "api-token": token, "content-type": "text/csv", prefer: "wait=60" },
      body: Readable.toWeb(Readable.from(Array.from({ length: megabytes }, () => piece))) as ReadableStream,
      duplex: "half",
    } as RequestInit);
    expect(await response.json()).toMatchObject({ bytes: megabytes * piece.length });
  };
  await send(1);
  await resetPeakMemory(server.pid);
  const before = await peakMemory(server.pid);
  await send(fileMegabytes);
  const growth = (await peakMemory(server.pid)) - before;
  expect(growth).toBeLessThan(maxGrowth);
  reportFigure(`a file of ${fileMegabytes} MB: the server's memory grew by at most ${growth.toFixed(0)} MB`);
});
