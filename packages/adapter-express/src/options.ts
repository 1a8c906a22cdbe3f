import type { Credential } from "@repute/domain";

/** What a host decides about the router. */
export type RouterOptions = {
  /** Gets every error that is no caller's fault; nothing of it is in the answer except the request's id. */
  readonly report: (error: unknown, requestId: string) => void;
  /** Gets one record a request, when it is over. */
  readonly log?: (record: RequestLog) => void;
  /** Checks every reply against its schema before it is sent: for tests and development. */
  readonly checkReplies?: boolean;
  /** How long a client may read nothing before it is cut off; 30 s when absent. */
  readonly stallMilliseconds?: number;
  /** Whether the page at `/docs` is served, beside the document at `/openapi.json`; it is when absent. */
  readonly docs?: boolean;
  /** The text of the tracking script, to be read at `/tracking/scct.js`; without it there is no such path. */
  readonly trackingScript?: string;
  /** The address that callers use, for the document; the path that the router is mounted under when absent. */
  readonly baseUrl?: string;
};

/** What a host decides about the whole app. */
export type AppOptions = RouterOptions & {
  /** Whether requests can be served now; always when absent. */
  readonly ready?: () => boolean | Promise<boolean>;
  /** What is to be read at `/metrics`, with its media type; without it there is no such path. */
  readonly metrics?: () => Promise<{ readonly type: string; readonly text: string }>;
};

/** What may be said of a request in a log: never its URL, query, body or token. */
export type RequestLog = {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the endpoint; absent where there is none. */
  readonly route?: string;
  /** Absent when the client left before it was answered. */
  readonly status?: number;
  readonly milliseconds: number;
  /** Of the answer's body, as sent. */
  readonly bytes: number;
  readonly accountId?: Credential["account"];
  readonly credentialId?: Credential["id"];
  readonly credentialKind?: Credential["kind"];
  /** Why the request was refused or broken off. */
  readonly reason?: string;
  /** The client left, or was cut off, before its answer was complete. */
  readonly aborted: boolean;
};
