import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as turnOver } from "node:timers/promises";
import { createServer } from "@repute/adapter-express";
import { type DomainError, unavailable } from "@repute/domain";
import { type Address, hostAndPort } from "./settings/address.js";
import type { Config } from "./settings/config.js";

/** Names of the environment variables for an address, used in error messages. */
type Variables = { readonly host: string; readonly port: string };

const serverVariables: Variables = { host: "HOST", port: "PORT" };

/**
 * Listens on an address.
 * Returns the bound address.
 * If the configured port is 0, the bound address has the actual port.
 */
export async function listen(server: Server, address: Address, variables = serverVariables): Promise<Address> {
  const { host, port } = address;
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(cannotListen(address, variables, error));
    server.once("error", refuse);
    server.listen({ host, port }, () => {
      server.off("error", refuse);
      resolve();
    });
  });
  const bound = server.address() as AddressInfo;
  return { host: bound.address, port: bound.port };
}

/** Returns the base URL of the service: the configured URL, or else a URL with the host and port. */
export const baseUrlOf = (
  { baseUrl, host, port: configured }: Address & Pick<Config, "baseUrl">,
  port = configured,
): string => baseUrl ?? `http://${hostAndPort({ host: reachable(host), port })}`;

const reasons = ({ host, port }: Variables): Readonly<Record<string, string>> => ({
  EADDRINUSE: `another program uses this port; choose another port with ${port}`,
  EACCES: `permission denied; choose a port above 1023 with ${port}`,
  EADDRNOTAVAIL: `this machine does not have this address; choose another address with ${host}`,
  ENOTFOUND: `the host name cannot be resolved; choose another host with ${host}`,
  EAI_AGAIN: `the host name cannot be resolved; choose another host with ${host}`,
});

function cannotListen(address: Address, variables: Variables, error: NodeJS.ErrnoException): DomainError {
  const reason = reasons(variables)[error.code ?? ""] ?? error.code ?? "unknown reason";
  return unavailable("cannot_listen", `cannot listen on ${hostAndPort(address)}: ${reason}`);
}

/** Replaces a wildcard address with localhost, because clients cannot connect to a wildcard address. */
const reachable = (host: string): string => (host === "0.0.0.0" || host === "::" ? "localhost" : host);

/** Stops a server without losing requests. */
export type Drain = {
  /** Adds `Connection: close` to all further responses. The server still accepts connections. */
  announce(): void;
  /**
   * Closes the listener and idle connections, and waits for running responses.
   * After this many milliseconds, resets the connections of unfinished responses.
   */
  finish(milliseconds: number): Promise<void>;
};

/** Time in milliseconds that a new connection has for sending its first request. */
const firstRequest = 1_000;

/** Maximum number of pending connections of a listener. Equals Node's default. */
const backlog = 511;

/**
 * Prepares the drain of a server, before the server listens.
 * Keeps track of all connections, because `server.close` leaves connections open that are idle or have sent nothing.
 * Calls `onCut` before it resets unfinished responses.
 */
export function drainOf(server: Server, onCut: () => unknown = () => {}): Drain {
  const running = new Map<Socket, number>();
  const unused = new Set<Socket>();
  let accepted = 0;
  let announced = false;
  let draining = false;

  function count(socket: Socket, change: 1 | -1): void {
    const requests = (running.get(socket) ?? 0) + change;
    if (running.has(socket)) running.set(socket, requests);
    if (draining && requests === 0) socket.destroySoon();
  }

  /**
   * Accepts all pending connections, because closing the listener would reset them.
   * The event loop may accept only one connection per iteration.
   */
  async function acceptPending(): Promise<void> {
    for (let turn = 0; turn < backlog; turn += 1) {
      const before = accepted;
      await turnOver();
      await turnOver();
      if (accepted === before) return;
    }
  }

  server.on("connection", (socket: Socket) => {
    accepted += 1;
    running.set(socket, 0);
    unused.add(socket);
    socket.once("close", () => {
      running.delete(socket);
      unused.delete(socket);
    });
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket);
    if (announced) response.setHeader("Connection", "close");
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });

  return {
    announce: () => void (announced = true),
    async finish(milliseconds) {
      announced = true;
      await acceptPending();
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [socket, requests] of running) if (requests === 0 && !unused.has(socket)) socket.destroySoon();
      const close = setTimeout(() => unused.forEach((socket) => socket.destroySoon()), firstRequest);
      const cut = setTimeout(() => {
        onCut();
        for (const socket of running.keys()) socket.resetAndDestroy();
      }, milliseconds);
      await closed;
      clearTimeout(close);
      clearTimeout(cut);
      // Wait for the reset connections too, because Node may report that the server is closed while they are open.
      await Promise.all([...running.keys()].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    },
  };
}

export type MetricsListener = { readonly url: string; close(): Promise<void> };

/** Variables that error messages about the address of metrics name. */
export const metricsVariables: Variables = { host: "METRICS_ADDRESS", port: "METRICS_ADDRESS" };

/** Serves metrics on a separate address. */
export async function listenForMetrics(app: RequestListener, address: Address): Promise<MetricsListener> {
  const server = createServer(app);
  const bound = await listen(server, address, metricsVariables);
  return {
    url: `http://${hostAndPort(bound)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
