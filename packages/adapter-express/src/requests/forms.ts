import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { parse } from "content-type";
import type { Request, Response } from "express";
import multer, { MulterError } from "multer";
import { fixedProblem, HttpProblem } from "../responses/problem.js";
import { bodyBytes, type BodyExchange, hasBody, isOfType } from "./body.js";
import { declaredIn, readPairs } from "./request-head.js";

const maxFormBytes = 16_384;
const maxParameters = 20;
const formType = "application/x-www-form-urlencoded";

type Parameters = Readonly<Record<string, string>>;

/**
 * Reads the `declared` parameters of a URL-encoded form.
 * Empty parameters count as absent, other parameters are ignored, and a duplicate is an error.
 * Also accepts a body that the host's parser has already read.
 */
export async function readForm(exchange: BodyExchange, declared: ReadonlySet<string>): Promise<Parameters> {
  const request: BodyExchange["request"] & { readonly body?: unknown } = exchange.request;
  const { "content-type": type, "content-encoding": encoding = "identity" } = request.headers;
  if (!isOfType(type, formType) || encoding.toLowerCase() !== "identity") {
    throw formProblem("unsupported_media_type", `the body must be ${formType}, without compression`);
  }
  const body = request.readableDidRead ? request.body : await bodyBytes(exchange, maxFormBytes);
  if (body instanceof Uint8Array || typeof body === "string") return parsedForm(Buffer.from(body), declared);
  if (typeof body === "object" && body !== null) return parsedByHost(new Map(Object.entries(body)), declared);
  throw new Error("the host application read the request body, but request.body is undefined");
}

function parsedForm(bytes: Buffer, declared: ReadonlySet<string>): Parameters {
  if (!isUtf8(bytes)) throw malformedBody();
  const pairs = readPairs(bytes.toString(), formText);
  countUp(pairs.length);
  return declaredIn(pairs, declared);
}

/** Decodes a name or value of a form. Accepts NUL characters, which the use case rejects in assertions. */
function formText(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw malformedBody();
  }
}

function parsedByHost(parsed: ReadonlyMap<string, unknown>, declared: ReadonlySet<string>): Parameters {
  countUp(parsed.size);
  const values = [...parsed].filter(([name, value]) => declared.has(name) && value !== "");
  for (const [name, value] of values) {
    if (typeof value !== "string") throw formProblem("parameter_given_twice", `${name} must appear only once`);
  }
  return Object.fromEntries(values) as Parameters;
}

function countUp(count: number): void {
  if (count <= maxParameters) return;
  throw formProblem("too_many_parameters", `the body must have at most ${maxParameters} parameters`);
}

const malformedBody = () => formProblem("malformed_body", "the body must be percent-encoded UTF-8");

const formProblem = (code: string, message: string) => new HttpProblem(400, code, message);

/** Maximum size of a multipart form in bytes, not counting the file. */
const maxOverhead = 65_536;
/** Maximum number of form fields in addition to the file. */
const maxFields = 10;

/** Reads the only file of a multipart form. The form part can have any name, and other fields are ignored. */
export async function readFile(exchange: BodyExchange, limit: number): Promise<Uint8Array> {
  const { request } = exchange;
  const boundary = boundaryOf(request);
  if (request.readableDidRead)
    throw new Error("the host application read the request body before the router could read the file in it");
  const body = withNames(await bodyBytes(exchange, limit + maxOverhead), boundary);
  const [file] = await filesIn(body, request.headers["content-type"] ?? "", limit);
  if (!file) throw withoutFile();
  return file.buffer;
}

function boundaryOf(request: IncomingMessage): string {
  const { "content-type": header = "", "content-encoding": encoding = "identity" } = request.headers;
  const { type, parameters } = parse(header.slice(0, 500));
  if (type !== "multipart/form-data" || encoding.toLowerCase() !== "identity") {
    throw fixedProblem("form_required", { Accept: "multipart/form-data" });
  }
  if (!hasBody(request)) throw withoutFile();
  const { boundary = "" } = parameters;
  if (boundary.length === 0 || boundary.length > 200) throw malformedMultipart();
  return boundary;
}

function filesIn(body: Buffer, type: string, limit: number): Promise<readonly Express.Multer.File[]> {
  const limits = {
    ...{ fileSize: limit, files: 1, fields: maxFields, parts: maxFields + 1 },
    ...{ fieldNameSize: 500, fieldSize: maxOverhead, headerPairs: 20 },
  };
  // multer needs only a readable stream with headers, not a complete request.
  const form = Object.assign(Readable.from([body]), {
    headers: { "content-type": type, "content-length": String(body.length) },
  });
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      if (error === undefined) resolve(((form as unknown as Request).files ?? []) as Express.Multer.File[]);
      else reject(multerProblem(error, limit));
    };
    multer({ storage: multer.memoryStorage(), limits }).any()(form as unknown as Request, {} as Response, settle);
  });
}

/**
 * Converts an error of multer to an HTTP error.
 * Any other error of the form parser means that the form is malformed.
 */
function multerProblem(error: unknown, limit: number): HttpProblem {
  const code = error instanceof MulterError ? error.code : undefined;
  if (code === "LIMIT_FILE_SIZE") {
    return new HttpProblem(413, "file_too_large", `the file must have at most ${limit} bytes`);
  }
  if (code === "LIMIT_FILE_COUNT") {
    return fixedProblem("several_files");
  }
  return malformedMultipart();
}

const withoutFile = () => fixedProblem("file_required");
const malformedMultipart = () => fixedProblem("malformed_form");

/** Maximum number of form parts without a name. The reader makes up a name for each of them. */
const maxParts = 20;
const maxHeaderBytes = 16_384;

/**
 * Adds a name to each form part without a name, because the parser would reject the part.
 * Adds a file name to each part whose type is not text, so that the parser treats the part as a file.
 */
export function withNames(form: Buffer, boundary: string): Buffer {
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  const pieces: Buffer[] = [];
  let done = 0;
  for (let parts = 0, at = form.indexOf(delimiter); at !== -1 && parts < maxParts; parts++) {
    const start = at + delimiter.length;
    const end = form.indexOf("\r\n\r\n", start);
    if (end !== -1 && end - start <= maxHeaderBytes) {
      pieces.push(form.subarray(done, start), Buffer.from(named(form.toString("latin1", start, end)), "latin1"));
      done = end;
    }
    at = form.indexOf(delimiter, start);
  }
  return Buffer.concat([...pieces, form.subarray(done)]);
}

function named(header: string): string {
  const isTyped = /^content-type:(?!\s*text\/)/im.test(header);
  return header.replace(/^content-disposition:.*$/im, (line) => withFileName(withName(line), isTyped));
}

const withName = (line: string): string => {
  const filled = line.replace(/;\s*name=(?:"")?\s*(?=;|$)/i, '; name="file"');
  return /;\s*name=/i.test(filled) ? filled : `${filled}; name="file"`;
};

const withFileName = (line: string, isTyped: boolean): string =>
  isTyped && !/;\s*filename\*?=/i.test(line) ? `${line}; filename="file"` : line;
