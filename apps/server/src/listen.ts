import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type DomainError, unavailable } from "@repute/domain";
import type { Config } from "./config.js";
import { type Address, hostAndPort } from "./settings/address.js";

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
export const baseUrlOf = ({ baseUrl, host, port: configured }: Config, port = configured): string =>
  baseUrl ?? `http://${hostAndPort({ host: reachable(host), port })}`;

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
