import type { Schema } from "../schema.js";
import type { Components } from "./components.js";

type Header = { readonly description: string; readonly required: boolean; readonly schema: Schema };

const text = { type: "string" } as const;
const instant = { type: "string", format: "date-time", examples: ["2026-03-01T00:00:00+00:00"] } as const;

const responseHeaders = {
  "X-Request-Id": {
    description:
      "Id of the request. Logs and error responses contain the same id. If the request has an `X-Request-Id` that is a UUID or a trace id (32 hexadecimal digits), the service uses that id. Otherwise the service generates an id.",
    required: true,
    schema: { ...text, examples: ["4bf92f3577b34da6a3ce929d0e0e4736"] },
  },
  "X-Window-Start": {
    description: "Start of the time window. Absent if the window has no start.",
    required: false,
    schema: instant,
  },
  "X-Window-End": {
    description: "End of the time window, including the 24-hour default. Absent if the window has no end.",
    required: false,
    schema: instant,
  },
  "X-Modified-Since": {
    description: "Value of `modified_since` that was applied. Absent if the request has no `modified_since`.",
    required: false,
    schema: instant,
  },
  "Preference-Applied": {
    description:
      "Preferences from the `Prefer` header that were applied (RFC 7240): `handling=strict`, and on `/changes` also `wait=30`. Without `wait`, the server did not wait, because too many requests were waiting.",
    required: false,
    schema: { ...text, examples: ["handling=strict"] },
  },
  "X-Watermark": {
    description:
      "Time of the latest change to the account's data that the response reflects. Send this value as `modified_since` in your next request. Every page of a list has the same value as the first page.",
    required: true,
    schema: instant,
  },
  "X-Cursor": {
    description:
      "Cursor of the latest change that this response covers. Send this value as `cursor` to `/changes` to get later changes.",
    required: true,
    schema: { ...text, examples: ["MS5jaGFuZ2VzLjQxLjFmNmQzYTli"] },
  },
  Link: {
    description: "Link to the next page. Absent on the last page.",
    required: false,
    schema: { ...text, examples: ['</v2/reviews?limit=1000&cursor=MS4x>; rel="next"'] },
  },
  Location: {
    description: "Path of the created resource.",
    required: true,
    schema: { ...text, examples: ["/v1/users/7"] },
  },
  ETag: {
    description:
      "Version of the content. Send this value as `If-None-Match` to get 304 if the content has not changed.",
    required: true,
    schema: { ...text, examples: ['W/"q2Zq3v0gM1l5yX2vJb3l7Vt0cOQ"'] },
  },
  Allow: {
    description: "Methods that the path supports.",
    required: true,
    schema: { ...text, examples: ["GET, HEAD"] },
  },
  "WWW-Authenticate": {
    description: "Authentication scheme and error code (RFC 9110).",
    required: true,
    schema: { ...text, examples: ['Bearer error="invalid_token"'] },
  },
  RateLimit: {
    description: "Request limit, remaining requests, and seconds until the limit resets. Absent if no limit applies.",
    required: false,
    schema: { ...text, examples: ["limit=1200, remaining=1199, reset=60"] },
  },
  "RateLimit-Policy": {
    description: "Number of requests allowed and the length of the period in seconds. Absent if no limit applies.",
    required: false,
    schema: { ...text, examples: ["1200;w=60"] },
  },
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    required: true,
    schema: { ...text, examples: ["5"] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof responseHeaders;

/** Returns references to the headers with these names. */
export const headersOf = (names: readonly HeaderName[], components: Components) =>
  Object.fromEntries(names.map((name) => [name, components.refer("headers", name, responseHeaders[name])]));
