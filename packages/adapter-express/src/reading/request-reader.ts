import type { IncomingMessage } from "node:http";
import type { Problem } from "@repute/domain";
import { HttpProblem } from "../responding/problem.js";
import type { Exchange } from "../exchange.js";
import type { Route } from "../route.js";
import type { Schema } from "../schema.js";
import { megabyte } from "./body-bytes.js";
import { checkContent, hasBody } from "./content.js";
import { readForm } from "./form-body.js";
import { headerValues } from "./header-values.js";
import { jsonBody } from "./json-body.js";
import { parseQuery } from "./query.js";
import { rawQuery } from "./request-url.js";
import type { SchemaProblem, Validator } from "./validator.js";

/** What a request says, in the shape that its route declares. */
export type Said = {
  readonly query: object;
  readonly body?: unknown;
  readonly form?: object;
  readonly idempotencyKey?: string;
};

/** Reads requests of a route; refuses those that have not its shape. */
export function requestReader(route: Route, compile: (schema: Schema) => Validator) {
  const declared = new Set(Object.keys(route.query.properties));
  const queryProblems = compile(route.query);
  const bodyProblems = route.body && !route.readsBody ? compile(route.body) : () => [];
  const inForm = route.form && new Set(Object.keys(route.form.properties));

  return async ({ request }: Pick<Exchange, "request">): Promise<Said> => {
    if (hasBody(request) && !inForm) checkContent(request);
    const query = parseQuery(rawQuery(request.url ?? ""), declared);
    refuse("invalid_parameter", queryProblems(query).map(inQuery));
    if (inForm) return { query, form: await readForm(request, inForm) };
    if (!route.body) return { query };
    const key = route.keyed && idempotencyKey(request);
    if (!hasBody(request)) throw new HttpProblem(400, "body_required", "a JSON body is required");
    const body = await jsonBody(request, route.bodyLimit ?? megabyte);
    refuse("invalid_body", bodyProblems(body).map(inBody));
    return { query, body, ...(key !== undefined && { idempotencyKey: key }) };
  };
}

function idempotencyKey(request: IncomingMessage): string | undefined {
  const [key, ...others] = headerValues(request, "idempotency-key");
  if (others.length === 0) return key;
  throw new HttpProblem(400, "invalid_idempotency_key", "Idempotency-Key is given more than once");
}

function refuse(code: string, problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const others = problems.length === 1 ? "" : ` (and ${problems.length - 1} more)`;
  throw new HttpProblem(400, code, `${first.message}${others}`, { problems });
}

function inQuery({ pointer, message }: SchemaProblem): Problem {
  const parameter = pointer.slice(1);
  return { parameter, message: `${parameter} ${message}` };
}

const inBody = ({ pointer, message }: SchemaProblem): Problem => ({
  pointer,
  message: `${pointer === "" ? "the body" : pointer} ${message}`,
});
