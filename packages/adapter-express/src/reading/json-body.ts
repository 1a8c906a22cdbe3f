import { setImmediate as turn } from "node:timers/promises";
import { fixedProblem } from "../responding/fixed-problem.js";
import { bodyBytes, type BodyExchange } from "./body-bytes.js";
import { checkParsed, checkStructure, checkValue } from "./json-structure.js";

/** Returns the JSON value of a request body, or the value that the host's parser has already produced. */
export async function jsonBody(exchange: BodyExchange, limit: number): Promise<unknown> {
  const request: BodyExchange["request"] & { readonly body?: unknown } = exchange.request;
  return request.readableDidRead ? parsedByHost(request.body) : parsed(await bodyBytes(exchange, limit));
}

async function parsedByHost(body: unknown): Promise<unknown> {
  if (body === undefined) throw new Error("the host application read the request body, but request.body is undefined");
  if (typeof body === "string") return parsed(Buffer.from(body));
  if (body instanceof Uint8Array) return parsed(body);
  checkParsed(body);
  return body;
}

/** Size in bytes above which parsing pauses between its steps, so that other requests can run. */
const large = 100_000;

/** Parses a JSON body. Discards the parser's error message, which quotes the body. */
async function parsed(bytes: Uint8Array): Promise<unknown> {
  const members = checkStructure(bytes);
  if (bytes.length > large) await turn();
  const value = valueOf(bytes);
  if (bytes.length > large) await turn();
  checkValue(value, members);
  return value;
}

function valueOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw fixedProblem("malformed_json");
  }
}
