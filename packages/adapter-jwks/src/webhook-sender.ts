import { createHmac, randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { type Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type OutgoingMessage, type WebhookAnswer, type WebhookSender, webhookUrlNotAllowed } from "@repute/domain";
import { type AllowedOrigins, destinations, type ResolveHost, urlCheck } from "./fetch-guard.js";
import { unreachable } from "./keys-unavailable.js";
import { sealing, type TokenKeys } from "./sealing.js";

type SenderOptions = {
  readonly keys: TokenKeys;
  readonly allowed: AllowedOrigins;
  readonly resolve: ResolveHost;
  readonly closing: AbortSignal;
  /** Maximum time for a request in milliseconds. Defaults to 15,000. */
  readonly patience?: number;
  /** Certificate authorities to trust for allowed origins. */
  readonly authorities?: string;
};

const secretBytes = 32;

const prefix = "whsec_";

/**
 * Creates a sender that connects only to public hosts and to allowed origins. The name of a host is resolved for each
 * message, and the connection uses the checked addresses.
 */
export function guardedSender(options: SenderOptions): WebhookSender {
  const { keys, allowed, resolve, closing, patience = 15_000, authorities } = options;
  const { seal, open } = sealing(keys, "webhook secrets");
  const destinationOf = destinations(allowed, resolve, authorities);
  // Each request that is under way listens to this signal.
  setMaxListeners(0, closing);

  async function post(message: OutgoingMessage, signal: AbortSignal): Promise<Omit<WebhookAnswer, "milliseconds">> {
    const destination = destinationOf(message.url);
    if (!destination) return failed("url_not_allowed");
    const secrets = message.sealed.flatMap((one) => open(message.webhook, one) ?? []);
    if (secrets.length === 0) return failed("secret_unreadable");
    const { url, agent } = destination;
    const response = await ask(url, agent, signal, message.body, headersOf(message, secrets));
    const { statusCode = 0, headers } = response;
    return {
      ...{ status: statusCode, failure: null, retryAfter: headers["retry-after"]?.slice(0, maxHeader) ?? null },
      text: await beginningOf(response),
    };
  }

  return {
    checkUrl: urlCheck(allowed, resolve, webhookUrlNotAllowed),
    async newSecret(webhook) {
      const secret = prefix + randomBytes(secretBytes).toString("base64");
      return { secret, sealed: seal(webhook, secret) };
    },
    async send(message, cancellation) {
      const began = performance.now();
      const ending = new AbortController();
      let reason: string | undefined;
      const end = (why: string) => () => {
        reason ??= why;
        ending.abort();
      };
      // Listeners are removed at the end, because `AbortSignal.any` keeps a little memory for each request.
      const [cancel, timer] = [end("canceled"), setTimeout(end("timeout"), patience)];
      const signals = [closing, ...(cancellation ? [cancellation] : [])];
      if (signals.some(({ aborted }) => aborted)) cancel();
      for (const one of signals) one.addEventListener("abort", cancel);
      try {
        return { ...(await post(message, ending.signal)), milliseconds: sinceThen(began) };
      } catch (error) {
        const failure = reason ?? unreachable(error).detail;
        return { ...failed(failure.slice(0, maxHeader)), milliseconds: sinceThen(began) };
      } finally {
        clearTimeout(timer);
        for (const one of signals) one.removeEventListener("abort", cancel);
      }
    },
  };
}

const maxHeader = 60;

const failed = (failure: string) => ({ status: null, failure, retryAfter: null, text: "" });

const sinceThen = (began: number): number => Math.round(performance.now() - began);

/** Returns the headers of the Standard Webhooks specification, with one signature per secret. */
function headersOf({ id, at, body }: OutgoingMessage, secrets: readonly Buffer[]): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.toString().slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return {
    ...{ "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) },
    ...{ "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures.join(" ") },
    ...{ "user-agent": "Repute", "accept-encoding": "identity" },
  };
}

const ask = (
  url: URL,
  agent: Agent,
  signal: AbortSignal,
  body: string,
  headers: Record<string, string>,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === "http:" ? requestHttp : requestHttps;
    request(url, { method: "POST", agent, signal, headers })
      .on("response", resolve)
      .on("error", reject)
      // Reject on close too. If the server switches protocols, the request emits neither `response` nor `error`.
      .on("close", () => reject(Object.assign(new Error("no answer"), { code: "no_answer" })))
      .end(body);
  });

/** Length of the stored beginning of an answer, and of the part of the answer that is read for it. */
const [maxCharacters, maxBytes] = [500, 2_000];

/** Reads the beginning of an answer, and closes the connection. The status counts even if the rest never arrives. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= maxBytes) break;
    }
  } catch {
    // Keep what has arrived.
  }
  const text = Buffer.concat(pieces)
    .subarray(0, maxBytes)
    .toString()
    .replaceAll(/\p{Cc}/gu, " ");
  return [...text].slice(0, maxCharacters).join("");
}
