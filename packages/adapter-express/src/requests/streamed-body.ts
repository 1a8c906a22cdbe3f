import type { IncomingMessage } from "node:http";
import { parse } from "content-type";
import { fixedProblem, HttpProblem } from "../responses/problem.js";
import { ClientGone } from "../router/exchange.js";
import { type BodyExchange, hasBody } from "./body.js";
import { headerValues } from "./request-head.js";

/** Hashes of a body in hexadecimal. */
export type Digests = { readonly sha256?: string; readonly sha512?: string };

/** Media types of files that systems of the practice send. */
export const loadTypes = [
  ...["application/x-ndjson", "application/json", "application/fhir+json", "application/fhir+ndjson", "text/csv"],
  ...["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "x-application/hl7-v2+er7"],
  ...["text/plain", "text/tab-separated-values", "application/gzip", "application/octet-stream"],
] as const;

const maxTypeLength = 200;

const streamed = new WeakSet<IncomingMessage>();

/** True if the body of a request is read as a stream. Its speed is limited instead of its duration. */
export const isStreamed = (request: IncomingMessage): boolean => streamed.has(request);

/** Returns the body as a stream, with the hashes in `Repr-Digest`. Throws a 415 for a body of another type. */
export function streamedBody(
  exchange: BodyExchange,
  types: readonly string[],
): { readonly body: AsyncIterable<Uint8Array>; readonly digests: Digests } {
  const { request } = exchange;
  const { "content-type": header = "", "content-encoding": encoding = "identity" } = request.headers;
  if (!hasBody(request)) throw new HttpProblem(400, "empty_load", "the request must have a body");
  if (header.length > maxTypeLength || !types.includes(parse(header).type)) {
    const message = `the Content-Type must be one of ${types.join(", ")}`;
    throw new HttpProblem(415, "unsupported_load_type", message, { headers: { Accept: types.join(", ") } });
  }
  // The readers of files recognize gzip by its first bytes.
  if (!["identity", "gzip"].includes(encoding.toLowerCase())) {
    const message = "the body must be uncompressed or compressed with gzip";
    throw new HttpProblem(415, "unsupported_load_encoding", message, { headers: { "Accept-Encoding": "gzip" } });
  }
  if (request.readableDidRead) throw new Error("the host application read the request body before the router could");
  streamed.add(request);
  return { body: pieces(exchange), digests: digestsIn(request) };
}

/** Yields the pieces of a body. Throws if the body arrives too slowly, or if the client leaves. */
async function* pieces({ request, bodies }: BodyExchange): AsyncGenerator<Uint8Array, void> {
  let arrived = 0;
  let refuse = (_: unknown) => {};
  const pace = setInterval(() => {
    if (arrived < bodies.minBytes) refuse(fixedProblem("body_too_slow", { Connection: "close" }));
    arrived = 0;
  }, bodies.milliseconds);
  const all = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  // Each piece has its own promise. A promise for the whole body would retain every piece until the body ends.
  const next = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      refuse = reject;
      all.next().then(resolve, reject);
    });
  try {
    for (;;) {
      const { done, value } = await next();
      if (done) return;
      arrived += value.length;
      yield value;
    }
  } catch (error) {
    throw request.destroyed && !(error instanceof HttpProblem) ? new ClientGone() : error;
  } finally {
    clearInterval(pace);
  }
}

const maxDigestLength = 1_000;

const algorithms = { "sha-256": "sha256", "sha-512": "sha512" } as const;

/** Reads the hashes in `Repr-Digest` (RFC 9530). Ignores other algorithms, as the RFC asks. */
function digestsIn(request: IncomingMessage): Digests {
  const digests: { sha256?: string; sha512?: string } = {};
  const members = headerValues(request, "repr-digest").join(",").slice(0, maxDigestLength).split(",");
  for (const member of members.map((one) => one.trim()).filter((one) => one !== "")) {
    const [, name = "", value] = /^([a-z0-9-]{1,20})=:([A-Za-z0-9+/]{1,100}={0,2}):$/.exec(member) ?? [];
    if (value === undefined) throw invalidDigest();
    const algorithm = algorithms[name as keyof typeof algorithms] as keyof Digests | undefined;
    if (algorithm) digests[algorithm] = Buffer.from(value, "base64").toString("hex");
  }
  return digests;
}

const invalidDigest = () =>
  new HttpProblem(400, "invalid_digest", "Repr-Digest must be a digest such as sha-256=:<Base64>:, as in RFC 9530");
