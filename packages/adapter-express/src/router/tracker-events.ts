import { isUtf8 } from "node:buffer";
import { type Domain, parseJsonObject } from "@repute/domain";
import type { RouterOptions } from "../options.js";
import { bodyBytes, isOfType } from "../requests/body.js";
import { headerValues, rawQuery } from "../requests/request-head.js";
import { fixedProblem, HttpProblem } from "../responses/problem.js";
import { type HttpResponse, sendResponse } from "../responses/response.js";
import { type RateLimits, trackerIdOf } from "./access.js";
import type { Exchange } from "./exchange.js";

/** Path to which call trackers send events. Their providers define the requests, so it is not in the API document. */
export const trackerPath = "/v1/trackers/:tracker_id/events";

/** Maximum size of an event in bytes. */
const maxBytes = 262_144;

/**
 * Serves the paths of trackers. Responds when an event is stored, before it is processed. An unknown path is refused before
 * its body is read.
 */
export function trackerEndpoint({ trackers }: Domain, options: RouterOptions, limits: RateLimits) {
  const receive = async (exchange: Exchange) => {
    const { request } = exchange;
    const id = trackerIdOf(exchange);
    await trackers.find(id);
    await limits.tracker(exchange);
    const isForm = isFormOf(exchange);
    if (request.readableDidRead) throw new Error("the host application read the request body before the router could");
    const body = await bodyBytes(exchange, maxBytes);
    const { kind } = await trackers.receive(id, {
      ...{ body, isForm, query: rawQuery(request.url ?? "") },
      header(name) {
        const [value = "", ...others] = headerValues(request, name);
        return others.length === 0 ? value : "";
      },
      read: async () => (isForm ? formIn(body) : jsonIn(body)),
    });
    return sendResponse(exchange, kind === "twilio" ? xml : nothing, options);
  };
  return { methods: new Map([["POST", receive]]) };
}

const nothing: HttpResponse = { status: 204, headers: {}, body: Buffer.of(), compressible: false };

/** Empty response in Twilio's own XML, which Twilio expects after a text message. */
const xml: HttpResponse = {
  ...{ status: 200, headers: { "Content-Type": "text/xml" }, compressible: false },
  body: Buffer.from("<Response/>"),
};

/** Returns true for a form and false for JSON. Throws a 415 for any other body. */
function isFormOf({ request: { headers } }: Exchange): boolean {
  const { "content-type": type, "content-encoding": encoding = "identity" } = headers;
  if (encoding.toLowerCase() !== "identity") throw fixedProblem("unsupported_content_encoding");
  const isForm = isOfType(type, "application/x-www-form-urlencoded");
  if (isForm || isOfType(type, "application/json")) return isForm;
  throw new HttpProblem(415, "unsupported_media_type", "the body must be JSON or a URL-encoded form");
}

function jsonIn(body: Uint8Array) {
  const event = parseJsonObject(body);
  if (event) return event;
  throw new HttpProblem(400, "malformed_json", "the body must be a JSON object in UTF-8, without duplicate keys");
}

function formIn(body: Uint8Array) {
  if (isUtf8(body)) return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString()));
  throw new HttpProblem(400, "malformed_body", "the body must be percent-encoded UTF-8");
}
