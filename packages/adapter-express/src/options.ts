import type { Principal } from "@repute/domain";

/** What a host decides about the router. */
export type RouterOptions = {
  /** Gets every error that is no caller's fault; nothing of it is in the response except the request's id. */
  readonly report: (error: unknown, requestId: string) => void;
  /** Gets one record a request, when it is over. */
  readonly log?: (record: RequestLog) => void;
  /** Checks every reply against its schema before it is sent: for tests and development. */
  readonly checkReplies?: boolean;
  /** Time in milliseconds after which a client that receives a response or sends a body too slowly is cut off. Default: 30,000. */
  readonly stallMilliseconds?: number;
  /** Minimum number of bytes per second that the client must receive or send in that time. Default: 8,192. */
  readonly leastBytesPerSecond?: number;
  /**
   * Maximum number of bytes of request bodies held in memory, over all requests of this router. One account may hold as many
   * as are left free; further bodies get a 503. Default: 22,020,096.
   */
  readonly bodyBytes?: number;
  /** How long a list may take to send; an hour when absent. */
  readonly listMilliseconds?: number;
  /** Aborted when the host stops: nobody waits for changes any more. */
  readonly stopping?: AbortSignal;
  /** Whether the page at `/docs` is served, beside the document at `/openapi.json`; it is when absent. */
  readonly docs?: boolean;
  /** The text of the tracking script, to be read at `/tracking/scct.js`; without it there is no such path. */
  readonly trackingScript?: string;
  /** The text of the script that shows a widget, to be read at `/embed/reviews.js`; without it there is no such path. */
  readonly widgetScript?: string;
  /** What is to be read at `/readme`, as Markdown; without it there is no such path. */
  readonly readme?: string;
  /** The address that callers use, for the document; the path that the router is mounted under when absent. */
  readonly baseUrl?: string;
  /** How many requests a credential may make in a minute, counted by this router alone; 1,200 when absent, 0 is no limit. */
  readonly requestsPerMinute?: number;
  /**
   * How many tokens a client may ask for in a minute, and how often an address may ask without proving that it is one;
   * counted by this router alone; 120 when absent, 0 is no limit.
   */
  readonly tokenRequestsPerMinute?: number;
  /** How often an address may ask in a minute what widgets show; counted by this router alone; 600 when absent, 0 is no limit. */
  readonly embedRequestsPerMinute?: number;
  /** How often an address may open and send the page of an invitation in a minute; counted by this router alone; 60 when absent, 0 is no limit. */
  readonly invitationRequestsPerMinute?: number;
};

/** What a host decides about the whole app. */
export type AppOptions = RouterOptions & {
  /** Which proxies are believed when they say whose address a request comes from, as Express's `trust proxy`; none when absent. */
  readonly trustProxy?: boolean | number | string;
  /** Gets the address of the first request that came through a proxy, by its headers, and not through a trusted one. */
  readonly onUntrustedProxy?: (address: string) => void;
  /** Whether requests can be served now; always when absent. */
  readonly ready?: () => boolean | Promise<boolean>;
  /** What is to be read at `/metrics`, with its media type; without it there is no such path. */
  readonly metrics?: () => Promise<{ readonly type: string; readonly text: string }>;
};

/** What may be said of a request in a log: never its URL, query, body or token. */
export type RequestLog = {
  readonly requestId: string;
  /** Address of the client, or of the network behind a trusted proxy. */
  readonly address?: string;
  /** User agent as plain text, at most 200 characters. */
  readonly userAgent?: string;
  readonly method: string;
  /** The pattern of the endpoint; absent where there is none. */
  readonly route?: string;
  /** Absent when the client left before there was a response. */
  readonly status?: number;
  readonly milliseconds: number;
  /** Of the response's body, as sent. */
  readonly bytes: number;
  readonly accountId?: Principal["account"];
  /** A token's number, or the client that an access token is for. */
  readonly credentialId?: Principal["id"];
  readonly credentialKind?: Principal["kind"];
  /** The names of the parameters that were given; absent where nothing was read of the request. */
  readonly filters?: readonly string[];
  /** How many rows of a list were read. */
  readonly rows?: number;
  /** Its use case has put it on record itself, in the audit trail. */
  readonly recorded?: true;
  /** Why the request was refused or broken off. */
  readonly reason?: string;
  /** The client left, or was cut off, before its response was complete. */
  readonly aborted: boolean;
};
