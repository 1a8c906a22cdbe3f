import type { IncomingMessage } from "node:http";
import { HttpProblem } from "../responding/problem.js";
import { bodyBytes } from "./body-bytes.js";

const deepest = 32;

/** The JSON value of a request's body: the one that the host's own parser made, if it was there first. */
export async function jsonBody(request: IncomingMessage & { body?: unknown }, limit: number): Promise<unknown> {
  const value = request.readableDidRead ? parsedByHost(request.body) : parsed(await bodyBytes(request, limit));
  if (isWithin(deepest, value)) return value;
  throw new HttpProblem(400, "json_too_deep", `the body is nested more than ${deepest} levels deep`);
}

function parsedByHost(body: unknown): unknown {
  if (body === undefined) throw new Error("the host read the request's body and left nothing in request.body");
  if (typeof body === "string") return parsed(Buffer.from(body));
  return body instanceof Uint8Array ? parsed(body) : body;
}

/** The parser's own words quote the body, so they are not passed on. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HttpProblem(400, "malformed_json", "the body is not JSON in UTF-8");
  }
}

function isWithin(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(levels - 1, member));
}
