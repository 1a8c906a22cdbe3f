import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DomainError } from "@repute/domain";
import { unavailable } from "@repute/domain";
import type { Config } from "./config.js";

/** Listens where the configuration says; returns the service's base URL. */
export async function listen(server: Server, config: Config): Promise<string> {
  const { host, port } = config;
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(cannotListen(config, error));
    server.once("error", refuse);
    server.listen({ host, port }, () => {
      server.off("error", refuse);
      resolve();
    });
  });
  return baseUrlOf(config, (server.address() as AddressInfo).port);
}

/** The service's address: what the configuration says, or else where it listens. */
export const baseUrlOf = ({ baseUrl, host, port: configured }: Config, port = configured): string =>
  baseUrl ?? `http://${urlHost(host)}:${port}`;

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program uses this port; choose another port with PORT",
  EACCES: "permission denied; choose a port above 1023 with PORT",
  EADDRNOTAVAIL: "this machine does not have this address; choose another address with HOST",
  ENOTFOUND: "the host name cannot be resolved; choose another host with HOST",
  EAI_AGAIN: "the host name cannot be resolved; choose another host with HOST",
};

function cannotListen({ host, port }: Config, error: NodeJS.ErrnoException): DomainError {
  const reason = reasons[error.code ?? ""] ?? error.code ?? "unknown reason";
  return unavailable("cannot_listen", `cannot listen on ${urlHost(host)}:${port}: ${reason}`);
}

/** An address of every network is none that a client can ask for. */
function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
