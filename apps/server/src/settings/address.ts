import { wholeNumber } from "./setting.js";

/** Host name or IP address, and port, of a listener. */
export type Address = {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
};

/** Parses a port number. Returns `undefined` if it is invalid. */
export const parsePort = wholeNumber(0, 65_535);

/** Whether a string has the characters of a host name or IP address. */
export const isHost = (text: string): boolean => /^[A-Za-z0-9._:%-]+$/.test(text);

/** Parses `host:port`, with an IPv6 address in brackets. Returns `undefined` if it is invalid. */
export function parseAddress(text: string): Address | undefined {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? "";
  const port = parsePort(digits);
  return isHost(host) && port !== undefined ? { host, port } : undefined;
}

/** Formats an address as in a URL, with an IPv6 address in brackets. */
export const hostAndPort = ({ host, port }: Address): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;
