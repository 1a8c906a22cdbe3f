import type { IncomingMessage } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { parse } from "content-type";
import { fixedProblem, HttpProblem } from "../responses/problem.js";
import { ClientGone, type Exchange } from "../router/exchange.js";
import { bodiesBusy, type BodyShare } from "./body-budget.js";

/** True if the request has a body. Without a body, the content type is ignored. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Maximum length of a `Content-Type` header in characters. Real values are shorter. */
const maxTypeLength = 200;

/** True if a `Content-Type` header contains the given media type, and no parameters except `charset=utf-8`. */
export function isOfType(header: string | undefined, wanted: string): boolean {
  if (header === undefined || header.length > maxTypeLength) return false;
  const { type, parameters } = parse(header);
  return (
    type === wanted &&
    Object.entries(parameters).every(([name, value]) => name === "charset" && /^utf-?8$/i.test(value ?? ""))
  );
}

/** Throws a 415 unless the body is uncompressed JSON in UTF-8. */
export function checkContent({ headers }: IncomingMessage): void {
  if (!isOfType(headers["content-type"], "application/json")) {
    throw fixedProblem("unsupported_media_type", { Accept: "application/json" });
  }
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw fixedProblem("unsupported_content_encoding", { "Accept-Encoding": "identity" });
  }
}

/** Default maximum size of a request body in bytes. */
export const megabyte = 1_048_576;

/**
 * Reads a body of at most `limit` bytes.
 * The bytes count against the router's budget until the response closes.
 * The rest of a rejected body is read and dropped so that the connection can carry its next request.
 */
export async function bodyBytes(exchange: BodyExchange, limit: number): Promise<Buffer> {
  const { request, response, bodies, facts } = exchange;
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > limit) throw tooLarge(limit);
  if (request.destroyed || response.destroyed) throw new ClientGone();
  const share = bodies.budget(facts.principal?.account ?? "unidentified");
  if (!share.fits(declared)) throw bodiesBusy();
  response.once("close", share.release);
  return new Promise((resolve, reject) => {
    const gathered = gather(declared, limit, share);
    let arrived = 0;
    const stop = (settle: () => void) => {
      clearInterval(pace);
      request.off("data", take).off("end", finish).off("close", leave).off("error", leave);
      settle();
    };
    const finish = () => stop(() => resolve(gathered.bytes()));
    const leave = () => stop(() => reject(new ClientGone()));
    const refuse = (error: unknown) => {
      share.release();
      stop(() => reject(error as Error));
    };
    const take = (chunk: Buffer) => {
      arrived += chunk.length;
      try {
        gathered.add(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    const pace = setInterval(() => {
      if (arrived < bodies.minBytes) refuse(tooSlow());
      arrived = 0;
    }, bodies.milliseconds);
    request.on("data", take).on("end", finish).on("close", leave).on("error", leave);
  });
}

/** Parts of an exchange that are needed to read the request body. */
export type BodyExchange = Pick<Exchange, "request" | "response" | "bodies" | "facts">;

const firstBytes = 16_384;

/** Collects the chunks of a body in one buffer, because many small buffers would use several times as much memory. */
function gather(declared: number, limit: number, share: BodyShare) {
  let bytes = Buffer.allocUnsafeSlow(declared > 0 ? declared : Math.min(firstBytes, limit));
  let size = 0;
  return {
    add(chunk: Buffer) {
      if (size + chunk.length > limit) throw tooLarge(limit);
      share.take(chunk.length);
      if (size + chunk.length > bytes.length) {
        const longer = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(bytes.length * 2, size + chunk.length)));
        bytes.copy(longer, 0, 0, size);
        bytes = longer;
      }
      chunk.copy(bytes, size);
      size += chunk.length;
    },
    bytes: () => bytes.subarray(0, size),
  };
}

const tooLarge = (limit: number) => new HttpProblem(413, "body_too_large", `the body must have at most ${limit} bytes`);

const tooSlow = () => fixedProblem("body_too_slow", { Connection: "close" });

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

/** Maximum nesting depth of arrays and objects in a body. */
const deepest = 32;
const maxMembers = 500;
const maxValues = 100_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Limits the structure of a JSON body before it is parsed.
 * Throws a 400 if the body is nested deeper than 32 levels, has more than 100,000 values, or has an object with more
 * than 500 members.
 * The size in bytes is not enough as a limit: 5 MB of small objects would block other requests for seconds.
 * Returns the total number of members in all objects, including duplicate keys.
 */
function checkStructure(json: Uint8Array): number {
  // Number of commas in each open object, or minus infinity for an open array, because only objects have a limit.
  const open: number[] = [];
  let values = 1;
  let members = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (byte === quote) index = endOfText(json, index + 1);
    else if (byte === colon) members += 1;
    else if (byte === comma) countMember(open, (values += 1));
    else nest(open, byte);
  }
  return members;
}

function nest(open: number[], byte: number | undefined): void {
  if (byte === openArray || byte === openObject) {
    if (open.push(byte === openArray ? -Infinity : 0) > deepest) throw tooDeep();
  } else if (byte === closeArray || byte === closeObject) open.pop();
}

/** Returns the index of the closing quote of a JSON string. `index` is the index after the opening quote. */
function endOfText(json: Uint8Array, index: number): number {
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1;
  return index;
}

function countMember(open: number[], values: number): void {
  if (values > maxValues)
    throw tooWide(`the body must have at most ${maxValues} values; split it into several requests`);
  const members = (open.pop() ?? 0) + 1;
  if (members >= maxMembers) throw tooManyMembers();
  open.push(members);
}

/**
 * Throws a 400 if an object has a duplicate key.
 * `members` is the number of members in the JSON text, which is higher than in the parsed value if a key is duplicate.
 */
function checkValue(value: unknown, members: number): void {
  if (checkParsed(value) === members) return;
  throw fixedProblem("duplicate_key");
}

/**
 * Throws a 400 if a parsed body is nested too deeply, has too many members in one object, or contains an unpaired
 * surrogate.
 * Returns the total number of members in all objects.
 */
function checkParsed(value: unknown, path: string[] = []): number {
  if (typeof value === "string") checkText(value, path);
  if (typeof value !== "object" || value === null) return 0;
  if (path.length === deepest) throw tooDeep();
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  if (!isArray && entries.length > maxMembers) throw tooManyMembers();
  let members = isArray ? 0 : entries.length;
  for (const [key, member] of entries) {
    checkText(key, path);
    path.push(key);
    members += checkParsed(member, path);
    path.pop();
  }
  return members;
}

function checkText(text: string, path: readonly string[]): void {
  if (text.isWellFormed()) return;
  const pointer = path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const message = `${pointer === "" ? "the body" : pointer} contains an unpaired surrogate`;
  throw new HttpProblem(400, "unpaired_surrogate", message, { problems: [{ pointer, message }] });
}

const tooDeep = () => new HttpProblem(400, "json_too_deep", `the body must be nested at most ${deepest} levels deep`);

const tooManyMembers = () => tooWide(`an object in the body must have at most ${maxMembers} members`);

const tooWide = (message: string) => new HttpProblem(400, "json_too_wide", message);
