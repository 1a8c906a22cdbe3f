import { isIP } from "node:net";
import { resolve } from "node:path";
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

/** True if a URL names a database on a PostgreSQL server. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^\s\0]+$/i.test(text) && URL.canParse(text) && /^\/[^/]+$/.test(new URL(text).pathname);

/** Returns the absolute path of the file in a SQLite URL. */
export const databaseFile = (url: string): string => resolve(url.replace(/^sqlite:/, ""));

/** True if a string is an HTTP URL to which paths can be appended: with a host, and optionally a port and a path. */
export const isBaseUrl = (text: string): boolean =>
  /^https?:\/\/[^\s?#@\\]+[^\s?#@\\/]$/i.test(text) && URL.canParse(text) && new URL(text).username === "";

/** Parses a value for Express's `trust proxy` setting. Returns `undefined` if the string is invalid. */
export function parseTrustProxy(text: string): boolean | number | string | undefined {
  if (text === "true" || text === "false") return text === "true";
  const hops = wholeNumber(1, 100)(text);
  if (hops !== undefined) return hops;
  const members = text.split(",").map((member) => member.trim());
  return members.every(isProxy) ? members.join(",") : undefined;
}

function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, more] = text.split("/");
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more === undefined && wholeNumber(1, width)(bits ?? "1") !== undefined;
}
