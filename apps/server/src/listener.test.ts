import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Drain, drainOf } from "./listener.js";

const never = 60_000;

describe("draining a server", () => {
  let server: Server;
  let drain: Drain;
  let waiting: ServerResponse[];
  let cuts: number;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    waiting = [];
    server = createServer((request, response) => {
      if (request.url === "/slow") waiting.push(response);
      else response.end("quick");
    });
    cuts = 0;
    drain = drainOf(server, () => (cuts += 1));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterEach(() => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    server.closeAllConnections();
    server.close();
  });

  async function connection(): Promise<Socket> {
    const accepted = once(server, "connection");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(socket);
    await accepted;
    return socket;
  }

  async function ask(socket: Socket, path: string): Promise<void> {
    const requested = once(server, "request");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
    await requested;
  }

  it("closes a connection without any request", async () => {
    const socket = await connection();
    const ended = once(socket.resume(), "end");
    await drain.finish(never);
    await ended;
  });

  it("closes an idle connection that is kept alive after its response", async () => {
    const socket = await connection();
    const responded = once(socket, "data");
    await ask(socket, "/quick");
    await responded;
    const ended = once(socket, "end");
    await drain.finish(never);
    await ended;
  });

  it("lets a running response finish, then closes its connection", async () => {
    const socket = await connection();
    await ask(socket, "/slow");
    const drained = drain.finish(never);
    waiting[0]?.write("first, ");
    waiting[0]?.end("last");
    const received = await textOf(socket);
    await drained;
    expect(received).toMatch(/first, [\s\S]*last/);
    expect(cuts).toBe(0);
  });

  it("cuts a response that does not finish in time", async () => {
    const socket = await connection();
    await ask(socket, "/slow");
    const broken = once(socket.resume(), "close").catch((error: NodeJS.ErrnoException) => error);
    let isClosed = false;
    waiting[0]?.once("close", () => (isClosed = true));
    await drain.finish(1);
    expect(isClosed).toBe(true);
    expect(await broken).toMatchObject({ code: "ECONNRESET" });
    expect(waiting[0]?.writableFinished).toBe(false);
    expect(cuts).toBe(1);
  });

  it("serves the first request of a new connection, then closes the connection", async () => {
    const socket = await connection();
    const drained = drain.finish(never);
    socket.write("GET /quick HTTP/1.1\r\nHost: test\r\n\r\n");
    const received = await textOf(socket);
    await drained;
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*quick/);
  });

  it("serves connections in the backlog of the listener", async () => {
    const { port } = server.address() as AddressInfo;
    const pending = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
    sockets.push(...pending);
    const received = pending.map((socket) => {
      socket.write("GET /quick HTTP/1.1\r\nHost: test\r\n\r\n");
      return textOf(socket);
    });
    await Promise.all(pending.map((socket) => once(socket, "connect")));
    await drain.finish(never);
    expect(await Promise.all(received)).toEqual(pending.map(() => expect.stringContaining("quick")));
  });

  it("closes each connection after its response once the stop is announced, but still accepts new ones", async () => {
    const idleConnection = await connection();
    drain.announce();
    idleConnection.write("GET /quick HTTP/1.1\r\nHost: test\r\n\r\n");
    expect(await textOf(idleConnection)).toContain("Connection: close");
    const late = await connection();
    late.write("GET /quick HTTP/1.1\r\nHost: test\r\n\r\n");
    expect(await textOf(late)).toContain("quick");
    await drain.finish(never);
  });

  it("rejects new connections", async () => {
    const { port } = server.address() as AddressInfo;
    await drain.finish(never);
    const refused = connect(port, "127.0.0.1");
    const [error] = (await once(refused, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNREFUSED");
  });
});

async function textOf(socket: Socket): Promise<string> {
  let text = "";
  for await (const piece of socket) text += String(piece);
  return text;
}
