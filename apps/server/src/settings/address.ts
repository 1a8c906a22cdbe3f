import { wholeNumber } from "./setting.js";

/** A host name or IP address, and a port, to listen on. */
export type Address = {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
};

/** A port number; `undefined` for anything else. */
export const parsePort = wholeNumber(0, 65_535);

/** Whether a string has the characters of a host name or IP address. */
export const isHost = (text: string): boolean => /^[A-Za-z0-9._:%-]+$/.test(text);

/** Parses `host:port`, with an IPv6 address in brackets; `undefined` for anything else. */
export function parseAddress(text: string): Address | undefined {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? "";
  const port = parsePort(digits);
  return isHost(host) && port !== undefined ? { host, port } : undefined;
}

/** An address as in a URL: an IPv6 address in brackets. */
export const hostAndPort = ({ host, port }: Address): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;
