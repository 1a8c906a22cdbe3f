import type { IncomingMessage } from "node:http";
import { type Request, request as express } from "express";
import { fixedProblem, HttpProblem } from "../responses/problem.js";
import type { Exchange } from "../router/exchange.js";

const absolute = /^https?:\/\/[^/?]*/i;

/** Returns the request target without scheme, host and fragment, or `undefined` if the target is not a path. */
export function originForm(url: string): string | undefined {
  const target = beforeMark(url, "#").replace(absolute, "");
  if (target === "" || target.startsWith("?")) return `/${target}`;
  return target.startsWith("/") || target === "*" ? target : undefined;
}

/** True if the path is percent-encoded UTF-8 without NUL characters. */
export const isReadablePath = (url: string): boolean => unescaped(rawPath(url)) !== undefined;

/** Returns the path of a URL without percent-decoding. */
export const rawPath = (url: string): string => beforeMark(beforeMark(url, "#"), "?");

/** Returns the query of a URL without percent-decoding. */
export function rawQuery(url: string): string {
  const target = beforeMark(url, "#");
  const mark = target.indexOf("?");
  return mark === -1 ? "" : target.slice(mark + 1);
}

function beforeMark(url: string, mark: string): string {
  const end = url.indexOf(mark);
  return end === -1 ? url : url.slice(0, end);
}

type Pair = readonly [name: string, value: string];

/**
 * Returns the `declared` parameters as strings.
 * Empty parameters count as absent, other parameters are ignored, and a duplicate throws a 400.
 */
export function declaredIn(pairs: readonly Pair[], declared: ReadonlySet<string>): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (!declared.has(name)) continue;
    if (values.has(name)) throw duplicateParameter(name);
    values.set(name, value);
  }
  return Object.fromEntries([...values].filter(([, value]) => value !== ""));
}

/** Returns all names and values of a query or a URL-encoded form. `textOf` decodes a name or value. */
export const readPairs = (raw: string, textOf: (part: string) => string = queryText): readonly Pair[] =>
  raw === "" ? [] : raw.split("&").map((pair) => parsePair(pair, textOf));

function parsePair(pair: string, textOf: (part: string) => string): Pair {
  const equals = pair.indexOf("=");
  const name = textOf(equals === -1 ? pair : pair.slice(0, equals));
  return [name, equals === -1 ? "" : textOf(pair.slice(equals + 1))];
}

function queryText(part: string): string {
  const text = unescaped(part.replaceAll("+", " "));
  if (text !== undefined) return text;
  throw fixedProblem("malformed_query");
}

function duplicateParameter(parameter: string): HttpProblem {
  const message = `${parameter} must appear only once`;
  return new HttpProblem(400, "parameter_given_twice", message, { problems: [{ parameter, message }] });
}

/** Decodes a part of a URL. Returns `undefined` if the part is not percent-encoded UTF-8 or contains a NUL. */
function unescaped(part: string): string | undefined {
  if (!part.includes("%")) return part;
  try {
    const text = decodeURIComponent(part);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const none: readonly string[] = [];

/** Returns all values of a header, including duplicates, which Node's `headers` joins or drops. */
export function headerValues({ headers, rawHeaders }: IncomingMessage, name: string): readonly string[] {
  if (headers[name] === undefined) return none;
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

const handling = /^[\t ]*handling[\t ]*=[\t ]*"?(strict|lenient)"?[\t ]*$/i;

/** Whether unknown and empty parameters are errors (`strict`) or are ignored (`lenient`). */
export type Handling = "strict" | "lenient";

/** Returns how a request asks the server to check parameters: `Prefer: handling=strict` (RFC 7240). */
export function preferredHandling(request: IncomingMessage): Handling | undefined {
  const preferences = headerValues(request, "prefer").flatMap((value) => value.split(","));
  const [first] = preferences.flatMap((one) => handling.exec(one.split(";")[0] ?? "")?.[1] ?? []);
  return first?.toLowerCase() as Handling | undefined;
}

const waiting = /^[\t ]*wait[\t ]*=[\t ]*"?(\d{1,9})"?[\t ]*$/i;
const maxSeconds = 60;

/**
 * Returns how many seconds a request is willing to wait for changes:
 * `Prefer: wait=30` (RFC 7240).
 * The maximum is 60.
 */
export function preferredWait(request: IncomingMessage): number | undefined {
  const preferences = headerValues(request, "prefer").flatMap((value) => value.split(","));
  const [first] = preferences.flatMap((one) => waiting.exec(one.split(";")[0] ?? "")?.[1] ?? []);
  return first === undefined ? undefined : Math.min(Number(first), maxSeconds);
}

/** True if the client prefers HTML to JSON, as browsers do. */
export const prefersPage = ({ request }: Pick<Exchange, "request">): boolean =>
  express.accepts.call(request as Request, "application/json", "text/html") === "text/html";
