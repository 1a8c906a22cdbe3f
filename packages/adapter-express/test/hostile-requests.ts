import { hostileTexts } from "@repute/domain/testing";
import { megabyte } from "../src/requests/body.js";
import type { Route, RouteTable } from "../src/route.js";
import type { Schema } from "../src/schema.js";
import { requestPath } from "./practice.js";

/** Description and lazily created bytes of a hostile request. */
export type HostileRequest = { readonly what: string; readonly bytes: () => Buffer };

/** Maximum length, in bytes, of a hostile string in the request headers. */
const inHead = 14_000;

const headers = [
  "Accept",
  "Accept-Encoding",
  "Authorization",
  "Content-Type",
  "Cookie",
  "Forwarded",
  "Idempotency-Key",
  "If-None-Match",
  "X-Forwarded-For",
  "X-Request-Id",
];

const texts = Object.entries(hostileTexts);

type Head = readonly [target: string, header: string];

type Build = (what: string, head: () => Head, body?: () => string) => HostileRequest;

/** Generates the largest hostile requests of every kind for a route: in parameters, headers and body. */
export function* hostileRequests(
  { prefix }: RouteTable,
  route: Route,
  token: string | undefined,
): Generator<HostileRequest> {
  const path = requestPath(prefix + route.path, route.method);
  const method = route.method.toUpperCase();
  const build: Build = (what, head, body = () => "") => ({
    what: `${method} ${path}: ${what}`,
    bytes: () => {
      const [[target, header], text] = [head(), body()];
      return Buffer.from(
        `${method} ${target} HTTP/1.1\r\nHost: x\r\n${token === undefined ? "" : `api-token: ${token}\r\n`}` +
          `Content-Length: ${Buffer.byteLength(text)}\r\n${header}\r\n\r\n${text}`,
      );
    },
  });
  yield* headsOf(route, path, build);
  yield* formsOf(route, path, build);
  if (!route.body) return;
  for (const [what, body] of bodies(route.body, route.bodyLimit ?? megabyte)) {
    yield build(what, () => [path, "Content-Type: application/json"], body);
  }
}

function* headsOf({ query }: Route, path: string, build: Build): Generator<HostileRequest> {
  for (const [kind, text] of texts) {
    for (const name of ["unknown", ...Object.keys(query.properties)]) {
      yield build(`${kind} in ${name}`, () => [`${path}?${name}=${escapedTo(inHead, text)}`, "X-None: 1"]);
    }
    for (const name of headers) yield build(`${kind} in ${name}`, () => [path, `${name}: ${latinTo(inHead, text)}`]);
  }
}

function* formsOf({ form }: Route, path: string, build: Build): Generator<HostileRequest> {
  const head = (): Head => [path, "Content-Type: application/x-www-form-urlencoded"];
  for (const name of Object.keys(form?.properties ?? {})) {
    for (const [kind, text] of texts) {
      yield build(`${kind} in ${name}`, head, () => `${name}=${escapedTo(16_000, text)}`);
    }
  }
}

function* bodies(schema: Schema, limit: number): Generator<readonly [what: string, body: () => string]> {
  for (const [kind, text] of texts) {
    yield [`short ${kind} in many members`, () => filledTo(limit, schema, text(400))];
    yield [`long ${kind} in each member`, () => filledTo(limit, schema, text(Math.floor(limit / 100)))];
    yield [`all ${kind}`, () => JSON.stringify(text(Math.floor(limit / 14)))];
  }
  const keys = (unit: (index: number) => string) =>
    `{${Array.from({ length: Math.floor(limit / 12) }, (_, index) => unit(index)).join(",")}}`;
  const numbered = (index: number) => `"k${index.toString(36)}":1`;
  const repeated = (unit: string) => `[${`${unit},`.repeat(Math.floor(limit / (unit.length + 1)) - 2)}${unit}]`;
  yield ["unknown keys", () => keys(numbered)];
  yield ["one key again and again", () => keys(() => `"__proto__":1`)];
  yield ["a long key", () => JSON.stringify({ ["k".repeat(limit - 10)]: 1 })];
  yield ["nesting", () => `${"[".repeat(limit / 2)}${"]".repeat(limit / 2)}`];
  yield ["nesting that does not end", () => `{"a":`.repeat(limit / 5)];
  for (const unit of ["{}", "[]", "1", '""', '{"a":1}', "null", "1e400"]) yield [`many ${unit}`, () => repeated(unit)];
  yield [
    "many different keys",
    () =>
      `[${keys(numbered)
        .slice(1, -1)
        .replaceAll(",", "},{")
        .slice(0, limit - 9)}`,
  ];
  yield ["a long number", () => `[${"9".repeat(limit - 2)}]`];
  yield ["a long text of escapes", () => `"${"\\u0301".repeat(limit / 6 - 1)}"`];
  yield ["line feeds", () => `${"\n".repeat(limit - 2)}{}`];
}

/** Returns a JSON body in which `text` fills all strings, and arrays are as long as the size limit allows. */
function filledTo(limit: number, schema: Schema, text: string): string {
  const one = JSON.stringify(filled(schema, text, 1));
  const twoItems = JSON.stringify(filled(schema, text, 2));
  const count = Math.max(
    1,
    Math.floor((limit - Buffer.byteLength(one)) / (Buffer.byteLength(twoItems) - Buffer.byteLength(one) || limit)),
  );
  return JSON.stringify(filled(schema, text, Math.min(count, 1_000)));
}

function filled(schema: Schema, text: string, count: number): unknown {
  if (schema.type === "array") return Array(count).fill(filled(schema.items as Schema, text, count));
  if (schema.type !== "object") return text;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [
      name,
      wellMeant(member as Schema) ?? filled(member as Schema, text, count),
    ]),
  );
}

/** Returns a valid value for an enum, boolean or date, so that validation continues with the other members. */
const wellMeant = (schema: Schema): unknown =>
  schema.enum?.[0] ??
  (schema.type === "boolean" ? false : schema.examples?.find((example) => /^\d{4}-/.test(String(example))));

/** Returns a hostile string whose URL-encoded form is not longer than `length`. */
function escapedTo(length: number, text: (length: number) => string): string {
  const escaped = (size: number) => encodeURIComponent(text(size).toWellFormed());
  const sizes = [length, length / 3, length / 6, length / 9, length / 12].map(Math.floor);
  return escaped(sizes.find((size) => escaped(size).length <= length) ?? 1);
}

/** Returns a hostile string for a header. Replaces characters that are invalid in headers. */
const latinTo = (length: number, text: (length: number) => string): string =>
  text(length).replace(/[^\t\x20-\x7e]/g, "a");
