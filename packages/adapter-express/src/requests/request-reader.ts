import type { IncomingMessage } from "node:http";
import { firstOf, maxProblems, nearestOf, type Problem } from "@repute/domain";
import { Ajv, type ErrorObject, type Options } from "ajv";
import addFormats from "ajv-formats";
import { fixedProblem, HttpProblem } from "../responses/problem.js";
import type { Route } from "../route.js";
import type { Exchange } from "../router/exchange.js";
import type { Schema } from "../schema.js";
import { checkContent, hasBody, jsonBody, megabyte } from "./body.js";
import { readFile, readForm } from "./forms.js";
import { type Digests, streamedBody } from "./streamed-body.js";
import { type Handling, headerValues, preferredHandling, rawQuery, readPairs } from "./request-head.js";

/** Contents of a request in the shape that its route declares. */
type ReadRequest = {
  readonly query: object;
  /** Problems with the query. They will cause an error response, to which the use case can add further problems. */
  readonly problems?: readonly QueryProblem[];
  readonly body?: unknown;
  readonly form?: object;
  readonly file?: Uint8Array;
  readonly digests?: Digests;
  readonly idempotencyKey?: string;
};

/**
 * Returns a function that reads requests of a route.
 * It throws an HttpProblem for a request that does not match the route's schemas.
 * `usual` applies to requests without a preference.
 */
export function requestReader(route: Route, compile: (schema: Schema) => Validator, usual: Handling) {
  const declared = new Set(Object.keys(route.query.properties));
  const queryProblems = compile(route.readsQuery ? optional(route.query) : route.query);
  const bodyProblems = route.body && !route.readsBody ? compile(route.body) : () => [];
  const inForm = route.form && new Set(Object.keys(route.form.properties));

  return async (exchange: Exchange): Promise<ReadRequest> => {
    const { request } = exchange;
    const isJson = !inForm && !route.file && !route.streams;
    if (hasBody(request) && isJson) checkContent(request);
    const { query, problems } = wholeQuery(queryOf(exchange));
    if (isJson && !route.body) return { query, problems };
    refuseQuery(problems);
    return { query, ...(await contentsOf(exchange)) };
  };

  async function contentsOf(exchange: Exchange): Promise<Omit<ReadRequest, "query">> {
    if (route.streams) return { ...streamedBody(exchange, route.streams), ...keyOf(exchange.request) };
    if (route.file) return { file: await readFile(exchange, route.file.bytes) };
    return inForm ? { form: await readForm(exchange, inForm) } : readBody(exchange);
  }

  /** Reads the query. Names the ignored parameters in a header. */
  function queryOf({ request, response }: Exchange): ReadQuery {
    const isStrict = (preferredHandling(request) ?? usual) === "strict";
    const read = readQuery(rawQuery(request.url ?? ""), declared, isStrict);
    if (read.ignored.size > 0) response.setHeader("X-Ignored-Parameters", [...read.ignored].map(inHeader).join(", "));
    return read;
  }

  async function readBody(exchange: Exchange): Promise<Pick<ReadRequest, "body" | "idempotencyKey">> {
    const { request } = exchange;
    if (!hasBody(request)) throw fixedProblem("body_required");
    const body = await jsonBody(exchange, route.bodyLimit ?? megabyte);
    refuse("invalid_body", bodyProblems(body).map(inBody));
    return { body, ...keyOf(request) };
  }

  function keyOf(request: IncomingMessage): Pick<ReadRequest, "idempotencyKey"> {
    const key = route.keyed ? idempotencyKey(request) : undefined;
    return key === undefined ? {} : { idempotencyKey: key };
  }

  /** Validates the query against its schema. Adds at most one problem per parameter. */
  function wholeQuery({ query, problems }: ReadQuery): ReadQuery {
    const wrong = queryProblems(query);
    if (wrong.length === 0) return { query, problems };
    const known = new Set(problems.map(({ parameter }) => parameter));
    const found = wrong.map(inQuery).filter(({ parameter }) => !known.has(parameter));
    const unusable = new Set(found.map(({ parameter }) => parameter));
    const usable = Object.entries(query).filter(([name]) => !unusable.has(name));
    return { query: Object.fromEntries(usable), problems: [...problems, ...found] };
  }
}

const optionals = new WeakMap<Schema, Schema>();

/**
 * Returns the query schema without required parameters.
 * The result is cached so that it is compiled once for all routers.
 */
function optional(query: Schema): Schema {
  const { required: _, ...others } = query;
  const found = optionals.get(query) ?? others;
  optionals.set(query, found);
  return found;
}

/** Throws a 400 with the given problems, if there are any. */
export function refuseQuery(problems: readonly QueryProblem[]): void {
  const places = problems.map(({ parameter, message }) => ({ parameter, message }));
  refuse(problems[0]?.code ?? "", places);
}

function idempotencyKey(request: IncomingMessage): string | undefined {
  const [key, ...others] = headerValues(request, "idempotency-key");
  if (others.length === 0) return key;
  throw new HttpProblem(400, "invalid_idempotency_key", "Idempotency-Key must appear only once");
}

function refuse(code: string, problems: readonly Problem[]): void {
  if (problems.length > 0) throw new HttpProblem(400, code, firstOf(problems), { problems });
}

function inQuery({ pointer, message }: SchemaProblem): QueryProblem {
  const parameter = pointer.slice(1);
  return { code: "invalid_parameter", parameter, message: `${parameter} ${message}` };
}

const inBody = ({ pointer, message }: SchemaProblem): Problem => ({
  pointer,
  message: `${pointer === "" ? "the body" : pointer} ${message}`,
});

/** Problem with a query parameter. If a request has several problems, the first `code` becomes the error code. */
export type QueryProblem = { readonly code: string; readonly parameter: string; readonly message: string };

/** The valid parameters of a query, and the problems of the invalid parameters. */
type ReadQuery = {
  readonly query: Readonly<Record<string, string>>;
  readonly problems: readonly QueryProblem[];
};

const maxQueryProblems = 100;
const maxIgnored = 10;
const maxNameLength = 60;

/**
 * Reads the `declared` parameters of a query as strings and reports duplicates.
 * Empty and unknown parameters are ignored, or reported if `strict` is set.
 * `ignored` contains the names of the first unknown parameters that were ignored.
 */
function readQuery(
  raw: string,
  declared: ReadonlySet<string>,
  strict: boolean,
): ReadQuery & { readonly ignored: ReadonlySet<string> } {
  const ignored = new Set<string>();
  const values = new Map<string, string>();
  const wrong = new Map<string, QueryProblem>();
  const note = (code: string, parameter: string, message: () => string) => {
    if (wrong.size >= maxQueryProblems || wrong.has(parameter)) return;
    wrong.set(parameter, { code, parameter, message: message() });
  };
  const noteUnknown = (name: string, value: string) => {
    if (!strict && name !== "" && ignored.size < maxIgnored) ignored.add(name);
    if (strict && name + value !== "") note("unknown_parameter", short(name), () => unknown(name, [...declared]));
  };
  for (const [name, value] of readPairs(raw)) {
    if (values.has(name)) note("parameter_given_twice", name, () => `${name} must appear only once`);
    else if (declared.has(name)) values.set(name, value);
    else noteUnknown(name, value);
    if (strict && declared.has(name) && value === "") note("empty_parameter", name, () => `${name} must not be empty`);
  }
  const readable = [...values].filter(([name, value]) => value !== "" && !wrong.has(name));
  return { query: Object.fromEntries(readable), problems: [...wrong.values()], ignored };
}

/** Returns a parameter name as it appears in a header: percent-encoded, except for brackets, and short. */
const inHeader = (name: string): string => short(name.replaceAll(/[^\w.[\]-]+/g, encodeURIComponent));

function unknown(name: string, declared: readonly string[]): string {
  const nearest = nearestOf(name, declared);
  return `${short(name)} is not a parameter of this operation${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}

const short = (name: string): string => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name);

/** Returns the schema violations of a value, or an empty array if the value is valid. */
export type Validator = (value: unknown) => readonly SchemaProblem[];

/** A schema violation: a JSON pointer and the expected value. */
type SchemaProblem = Required<Pick<Problem, "pointer" | "message">>;

const maxRows = 100;

let shared: ReturnType<typeof newCompiler> | undefined;

/**
 * Returns a function that compiles schemas.
 * Each schema is compiled once for all routers of a process.
 * A validator checks completely only the first 100 members of each array, because checking all of them would take too
 * long.
 * If these members are valid, the validator reports only the first problem of the value.
 */
export const validatorCompiler = (): ((schema: Schema) => Validator) => (shared ??= newCompiler());

function newCompiler(): (schema: Schema) => Validator {
  const ajv = newAjv({});
  let thorough: Ajv | undefined;
  return (schema) => {
    const isValid = ajv.compile(schema);
    return (value) => {
      if (isValid(value)) return [];
      const first = isValid.errors ?? [];
      thorough ??= newAjv({ allErrors: true });
      const isWhollyValid = thorough.compile(schema);
      const found = isWhollyValid(firstRows(value)) ? first : (isWhollyValid.errors ?? []);
      return found.slice(0, maxProblems).map(problemOf);
    };
  };
}

function newAjv(options: Options): Ajv {
  const ajv = new Ajv({
    strict: true,
    strictTypes: true,
    strictTuples: true,
    strictRequired: true,
    ownProperties: true,
    ...options,
  });
  addFormats(ajv, ["date-time", "date"]);
  return ajv.addKeyword("textOf");
}

/** Returns a copy of the value in which all arrays are limited to their first 100 members. */
function firstRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxRows).map(firstRows);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, firstRows(member)]));
}

function problemOf({ instancePath, keyword, params, message }: ErrorObject): SchemaProblem {
  const at = (name: unknown) => `${instancePath}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  if (keyword === "required") return { pointer: at(params["missingProperty"]), message: "is required" };
  if (keyword === "additionalProperties") {
    return { pointer: at(params["additionalProperty"]), message: "is not a known member" };
  }
  if (keyword === "enum") {
    return { pointer: instancePath, message: `must be one of ${(params["allowedValues"] as unknown[]).join(", ")}` };
  }
  return { pointer: instancePath, message: message ?? "is not valid" };
}
