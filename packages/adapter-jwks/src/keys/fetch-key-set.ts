import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { AllowedOrigins } from "../guard/allowed-origins.js";
import { connectionRules, guardedAgent } from "../guard/guarded-agent.js";
import { parseKeyUrl } from "../guard/key-url.js";
import type { ResolveHost } from "../guard/resolve-host.js";
import { KeysUnavailable } from "../keys-unavailable.js";

/** Response with status 200 from a partner's host. */
export type KeySetAnswer = {
  readonly body: Uint8Array;
  readonly cacheControl: string | undefined;
  readonly age: string | undefined;
};

/** Fetches a key set with one request, without following redirects. Rejects when the signal aborts. */
export type FetchKeySet = (url: string, signal: AbortSignal) => Promise<KeySetAnswer>;

const maxBytes = 65_536;
const headers = { accept: "application/jwk-set+json, application/json", "accept-encoding": "identity" };

/**
 * Returns a function that fetches key sets from public hosts and allowed origins.
 * For allowed origins, `authorities` contains the certificate authorities to trust.
 */
export function fetchKeySet(allowed: AllowedOrigins, resolve: ResolveHost, authorities?: string): FetchKeySet {
  const guardedOnes = guardedAgent(resolve);
  const allowedOnes = {
    http: new HttpAgent({ keepAlive: false }),
    https: new HttpsAgent({ ...connectionRules, ...(authorities !== undefined && { ca: authorities }) }),
  };
  return async (text, signal) => {
    const target = parseKeyUrl(text, allowed);
    if (!target) throw new KeysUnavailable("keys_unreachable", "url_not_allowed");
    const { url, guarded } = target;
    const agent = guarded ? guardedOnes : url.protocol === "http:" ? allowedOnes.http : allowedOnes.https;
    return answerOf(await ask(url, agent, signal));
  };
}

const ask = (url: URL, agent: HttpAgent, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === "http:" ? requestHttp : requestHttps;
    request(url, { agent, signal, headers })
      .on("response", resolve)
      .on("error", reject)
      // Reject on close too. If the server switches protocols, the request emits neither `response` nor `error`.
      .on("close", () => reject(new KeysUnavailable("keys_unreachable", "no_answer")))
      .end();
  });

async function answerOf(response: IncomingMessage): Promise<KeySetAnswer> {
  const { statusCode } = response;
  if (statusCode !== 200) {
    response.destroy();
    throw new KeysUnavailable("keys_unreachable", `status_${statusCode}`);
  }
  const { "cache-control": cacheControl, age } = response.headers;
  return { body: await bodyOf(response), cacheControl, age };
}

/** Reads the body of a response. Closes the connection if the body is too large. */
async function bodyOf(response: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response) {
    length += piece.length;
    if (length > maxBytes) throw new KeysUnavailable("keys_unreachable", "too_large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
