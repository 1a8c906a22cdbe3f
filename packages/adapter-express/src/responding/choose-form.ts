import { type Request, request as express } from "express";
import type { Exchange } from "../exchange.js";
import { listForms, type ListType } from "./list-forms.js";
import { HttpProblem } from "./problem.js";

const types = Object.keys(listForms) as ListType[];
const charset = ";charset=utf-8";
const offered = types.flatMap((type) => [type, type + charset]);
const refusesJson = /(?:^|,)\s*application\/json\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$)/i;

/**
 * Returns the list format that the client prefers.
 * If `Accept` matches no format, the list is JSON.
 * Throws a 406 only if the client explicitly rejects JSON.
 */
export function chooseForm({ request }: Pick<Exchange, "request">): ListType {
  const { accept } = request.headers;
  if (accept === undefined || accept === "*/*") return "application/json";
  const chosen = express.accepts.call(request as Request, ...offered);
  if (chosen) return chosen.replace(charset, "") as ListType;
  if (!refusesJson.test(accept)) return "application/json";
  throw new HttpProblem(
    406,
    "not_acceptable",
    `Accept must include one of ${types.filter((type) => !type.includes(";")).join(", ")}`,
  );
}
