import type { Schema } from "../schema.js";
import type { Components } from "./components.js";

type Header = { readonly description: string; readonly required: boolean; readonly schema: Schema };

const text = { type: "string" } as const;
const instant = { type: "string", format: "date-time", examples: ["2026-03-01T00:00:00+00:00"] } as const;

const responseHeaders = {
  "X-Request-Id": {
    description:
      "Names the request in logs and errors: as it was sent, if it was a UUID or the id of a trace (32 hexadecimal digits), else made up",
    required: true,
    schema: { ...text, examples: ["4bf92f3577b34da6a3ce929d0e0e4736"] },
  },
  "X-Window-Start": {
    description: "From when on rows are in the list; absent when there is no such limit",
    required: false,
    schema: instant,
  },
  "X-Window-End": {
    description: "Up to when rows are in the list, the 24-hour default included; absent when there is no such limit",
    required: false,
    schema: instant,
  },
  "X-Modified-Since": {
    description: "Since when rows were added or changed that are in the list; absent when that was not asked for",
    required: false,
    schema: instant,
  },
  "Preference-Applied": {
    description: "What of `Prefer` (RFC 7240) was heeded: `handling=strict`, and of changes `wait=30`",
    required: false,
    schema: { ...text, examples: ["handling=strict"] },
  },
  "X-Watermark": {
    description:
      "The account's last change that the list knows of, on every page that of the first one: what to send as the next `modified_since`",
    required: true,
    schema: instant,
  },
  "X-Cursor": {
    description: "What to send as the next `cursor`: everything up to here is in the response, or was in one before it",
    required: true,
    schema: { ...text, examples: ["MS5jaGFuZ2VzLjQxLjFmNmQzYTli"] },
  },
  Link: {
    description: "Where the next page is; absent when there is none",
    required: false,
    schema: { ...text, examples: ['</v2/reviews?limit=1000&cursor=MS4x>; rel="next"'] },
  },
  Location: {
    description: "Where that is found which was made",
    required: true,
    schema: { ...text, examples: ["/v1/users/7"] },
  },
  ETag: {
    description: "Names the content; sent back as `If-None-Match`, it gets 304 while nothing has changed",
    required: true,
    schema: { ...text, examples: ['W/"q2Zq3v0gM1l5yX2vJb3l7Vt0cOQ"'] },
  },
  Allow: {
    description: "The methods that the path takes",
    required: true,
    schema: { ...text, examples: ["GET, HEAD"] },
  },
  "WWW-Authenticate": {
    description: "How to say who asks",
    required: true,
    schema: { ...text, examples: ['Bearer error="invalid_token"'] },
  },
  RateLimit: {
    description:
      "How many requests are left, and in how many seconds all of them are again; absent where there is no limit",
    required: false,
    schema: { ...text, examples: ["limit=1200, remaining=1199, reset=60"] },
  },
  "RateLimit-Policy": {
    description: "How many requests there are in how many seconds; absent where there is no limit",
    required: false,
    schema: { ...text, examples: ["1200;w=60"] },
  },
  "Retry-After": {
    description: "After how many seconds to try again",
    required: true,
    schema: { ...text, examples: ["5"] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof responseHeaders;

/** The headers of these names, by reference. */
export const headersOf = (names: readonly HeaderName[], components: Components) =>
  Object.fromEntries(names.map((name) => [name, components.refer("headers", name, responseHeaders[name])]));
