import { isUtf8 } from "node:buffer";
import { HttpProblem } from "../responding/problem.js";
import { bodyBytes, type BodyExchange } from "./body-bytes.js";
import { isOfType } from "./content.js";
import { declaredIn, readPairs } from "./query.js";

const limit = 16_384;
const maxParameters = 20;
const form = "application/x-www-form-urlencoded";

type Parameters = Readonly<Record<string, string>>;

/**
 * Reads the `declared` parameters of a URL-encoded form.
 * Empty parameters count as absent, other parameters are ignored, and a duplicate is an error.
 * Also accepts a body that the host's parser has already read.
 */
export async function readForm(exchange: BodyExchange, declared: ReadonlySet<string>): Promise<Parameters> {
  const request: BodyExchange["request"] & { readonly body?: unknown } = exchange.request;
  const { "content-type": type, "content-encoding": encoding = "identity" } = request.headers;
  if (!isOfType(type, form) || encoding.toLowerCase() !== "identity") {
    throw refused("unsupported_media_type", `the body must be ${form}, without compression`);
  }
  const body = request.readableDidRead ? request.body : await bodyBytes(exchange, limit);
  if (body instanceof Uint8Array || typeof body === "string") return parsed(Buffer.from(body), declared);
  if (typeof body === "object" && body !== null) return parsedByHost(new Map(Object.entries(body)), declared);
  throw new Error("the host application read the request body, but request.body is undefined");
}

function parsed(bytes: Buffer, declared: ReadonlySet<string>): Parameters {
  if (!isUtf8(bytes)) throw malformed();
  const pairs = readPairs(bytes.toString(), formText);
  countUp(pairs.length);
  return declaredIn(pairs, declared);
}

/** Decodes a name or value of a form. Accepts NUL characters, which the use case rejects in assertions. */
function formText(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw malformed();
  }
}

function parsedByHost(parsed: ReadonlyMap<string, unknown>, declared: ReadonlySet<string>): Parameters {
  countUp(parsed.size);
  const values = [...parsed].filter(([name, value]) => declared.has(name) && value !== "");
  for (const [name, value] of values) {
    if (typeof value !== "string") throw refused("parameter_given_twice", `${name} must appear only once`);
  }
  return Object.fromEntries(values) as Parameters;
}

function countUp(count: number): void {
  if (count <= maxParameters) return;
  throw refused("too_many_parameters", `the body must have at most ${maxParameters} parameters`);
}

const malformed = () => refused("malformed_body", "the body must be percent-encoded UTF-8");

const refused = (code: string, message: string) => new HttpProblem(400, code, message);
