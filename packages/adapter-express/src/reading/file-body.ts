import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { parse } from "content-type";
import type { Request, Response } from "express";
import multer, { MulterError } from "multer";
import { fixedProblem } from "../responding/fixed-problem.js";
import { HttpProblem } from "../responding/problem.js";
import { bodyBytes, type BodyExchange } from "./body-bytes.js";
import { hasBody } from "./content.js";
import { withNames } from "./part-names.js";

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
  if (boundary.length === 0 || boundary.length > 200) throw malformed();
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
      else reject(refusalOf(error, limit));
    };
    multer({ storage: multer.memoryStorage(), limits }).any()(form as unknown as Request, {} as Response, settle);
  });
}

/**
 * Converts an error of multer to an HTTP error.
 * Any other error of the form parser means that the form is malformed.
 */
function refusalOf(error: unknown, limit: number): HttpProblem {
  const code = error instanceof MulterError ? error.code : undefined;
  if (code === "LIMIT_FILE_SIZE") {
    return new HttpProblem(413, "file_too_large", `the file must have at most ${limit} bytes`);
  }
  if (code === "LIMIT_FILE_COUNT") {
    return fixedProblem("several_files");
  }
  return malformed();
}

const withoutFile = () => fixedProblem("file_required");
const malformed = () => fixedProblem("malformed_form");
