import type { IncomingMessage } from "node:http";
import { firstOf, type Problem } from "@repute/domain";
import type { Exchange } from "../exchange.js";
import { fixedProblem } from "../responding/fixed-problem.js";
import { HttpProblem } from "../responding/problem.js";
import type { Route } from "../route.js";
import type { Schema } from "../schema.js";
import { megabyte } from "./body-bytes.js";
import { checkContent, hasBody } from "./content.js";
import { readFile } from "./file-body.js";
import { readForm } from "./form-body.js";
import { headerValues } from "./header-values.js";
import { jsonBody } from "./json-body.js";
import { prefersStrict } from "./preferences.js";
import { type QueryProblem, type ReadQuery, readQuery } from "./read-query.js";
import { rawQuery } from "./request-url.js";
import type { SchemaProblem, Validator } from "./validator.js";

/** Contents of a request in the shape that its route declares. */
export type ReadRequest = {
  readonly query: object;
  /** Problems with the query. They will cause an error response, to which the use case can add further problems. */
  readonly problems?: readonly QueryProblem[];
  readonly body?: unknown;
  readonly form?: object;
  readonly file?: Uint8Array;
  readonly idempotencyKey?: string;
};

/**
 * Returns a function that reads requests of a route.
 * It throws an HttpProblem for a request that does not match the route's schemas.
 */
export function requestReader(route: Route, compile: (schema: Schema) => Validator) {
  const declared = new Set(Object.keys(route.query.properties));
  const queryProblems = compile(route.readsQuery ? optional(route.query) : route.query);
  const bodyProblems = route.body && !route.readsBody ? compile(route.body) : () => [];
  const inForm = route.form && new Set(Object.keys(route.form.properties));

  return async (exchange: Exchange): Promise<ReadRequest> => {
    const { request } = exchange;
    if (hasBody(request) && !inForm && !route.file) checkContent(request);
    const { query, problems } = wholeQuery(readQuery(rawQuery(request.url ?? ""), declared, prefersStrict(request)));
    if (!inForm && !route.body && !route.file) return { query, problems };
    refuseQuery(problems);
    if (route.file) return { query, file: await readFile(exchange, route.file.bytes) };
    return { query, ...(inForm ? { form: await readForm(exchange, inForm) } : await readBody(exchange)) };
  };

  async function readBody(exchange: Exchange): Promise<Pick<ReadRequest, "body" | "idempotencyKey">> {
    const { request } = exchange;
    const key = route.keyed && idempotencyKey(request);
    if (!hasBody(request)) throw fixedProblem("body_required");
    const body = await jsonBody(exchange, route.bodyLimit ?? megabyte);
    refuse("invalid_body", bodyProblems(body).map(inBody));
    return { body, ...(key !== undefined && { idempotencyKey: key }) };
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
