import { wholeNumber } from "./setting.js";

/** Address of a listener: a host name or IP address, and a port. */
export type Address = {
  readonly host: string;
  /** Port number. 0 selects any free port. */
  readonly port: number;
};

/** Parses a port number. Returns `undefined` if the string is invalid. */
export const parsePort = wholeNumber(0, 65_535);

/** True if a string contains only characters of host names and IP addresses. */
export const isHost = (text: string): boolean => /^[A-Za-z0-9._:%-]+$/.test(text);

/** Parses `host:port`. An IPv6 address must be in brackets. Returns `undefined` if the string is invalid. */
export function parseAddress(text: string): Address | undefined {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? "";
  const port = parsePort(digits);
  return isHost(host) && port !== undefined ? { host, port } : undefined;
}

/** Formats an address as in a URL. IPv6 addresses are in brackets. */
export const hostAndPort = ({ host, port }: Address): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;
