import type { IncomingMessage } from "node:http";
import type {
  AccountId,
  Domain,
  EmbeddedWidget,
  HostUser,
  Principal,
  RenderProgress,
  UploadItem,
} from "@repute/domain";

export type RouterOptions = {
  /** Receives every error that the caller did not cause. The response shows only the request id. */
  readonly report: (error: unknown, requestId: string) => void;
  /**
   * Returns the user whom the host has authenticated, or `undefined` if the request has none. The router then checks
   * its own credentials. Called before the router reads a body, and again after it. An error becomes a 500. The
   * request is of the host's own type, such as Express's `Request`.
   */
  // A method, unlike a function property, accepts a parameter of the framework's request type.
  authenticate?(request: IncomingMessage): HostUser | undefined | Promise<HostUser | undefined>;
  /** Maximum time for `authenticate`, in milliseconds. A slower request gets a 503. Default: 10,000. */
  readonly authenticateMilliseconds?: number;
  /**
   * Whether the router accepts its own tokens and access tokens. Default: true. If false, `authenticate` is required,
   * and the token endpoint does not exist.
   */
  readonly ownCredentials?: boolean;
  /** Receives one record per request, at the end of the request. */
  readonly log?: (record: RequestLog) => void;
  /**
   * Whether reads with unknown or empty parameters get a 400 unless they have the header `Prefer: handling=lenient`.
   * Default: false.
   */
  readonly strictParameters?: boolean;
  /** Checks every reply against its schema before it is sent. Meant for tests and development. */
  readonly checkReplies?: boolean;
  /**
   * Period in milliseconds for measuring a client's speed.
   * A client that is too slow is disconnected.
   * Default: 30,000.
   */
  readonly stallMilliseconds?: number;
  /** Minimum speed of a client in bytes per second, measured over `stallMilliseconds`. Default: 8,192. */
  readonly minBytesPerSecond?: number;
  /**
   * Maximum memory for request bodies in bytes, shared by all requests of this router.
   * Default: 22,020,096.
   * One account can use at most half of the memory that other accounts do not use.
   * Further bodies get a 503.
   */
  readonly bodyBytes?: number;
  /**
   * Maximum number of requests that wait for changes. Further requests get an immediate response.
   * Default: 1,500.
   */
  readonly maxWaits?: number;
  /** Maximum time for sending a list, in milliseconds. Default: 3,600,000. */
  readonly listMilliseconds?: number;
  /** Signal that the host aborts on shutdown, to end requests that wait for changes. */
  readonly stopping?: AbortSignal;
  /** Whether to serve the API reference at `/docs`. Default: true. `/openapi.json` is always served. */
  readonly docs?: boolean;
  /** Source of the tracking script, served at `/tracking/scct.js`. If omitted, the path does not exist. */
  readonly trackingScript?: string;
  /** Source code of the widget's scripts by file name, served under `/embed/`. If omitted, the paths do not exist. */
  readonly widgetScripts?: Readonly<Record<string, string>>;
  /**
   * Scripts and styles of the pages at `/overview` and `/office`, such as `pageFiles()` of `@repute/browser`. The path
   * of a page that is omitted does not exist.
   */
  readonly pageFiles?: Readonly<
    Partial<Record<"overview" | "office", { readonly script: string; readonly style: string }>>
  >;
  /**
   * Further links on the start page. They come before the router's own links. A link with the name of one of these
   * replaces it.
   */
  readonly startLinks?: readonly StartLink[];
  /** Address of the practice's application. After users set a password, the page links to it. */
  readonly appUrl?: string;
  /**
   * Functions that render the widget for `/embed/<widget id>.html` and `.svg`, such as `widgetViews()` of
   * `@repute/browser`. If omitted, the paths do not exist.
   */
  readonly widgetViews?: WidgetViews;
  /**
   * Returns the report of a load that has ended. If omitted, reports have only the problems of the load, and no HTML
   * page.
   */
  readonly loadReport?: (account: AccountId, load: UploadItem) => Promise<LoadReport>;
  /** Markdown text served at `/readme`. If omitted, the path does not exist. */
  readonly readme?: string;
  /** Public base URL, used in the API document and in links. Defaults to the path under which the router is mounted. */
  readonly baseUrl?: string;
  /**
   * Maximum number of requests per minute and credential, counted by this router alone.
   * Default: 1,200. 0 means no limit.
   */
  readonly requestsPerMinute?: number;
  /**
   * Maximum number of token requests per minute and client, and of unauthenticated token requests per minute and
   * address.
   * Counted by this router alone.
   * Default: 120. 0 means no limit.
   */
  readonly tokenRequestsPerMinute?: number;
  /**
   * Maximum number of widget requests per minute and address, counted by this router alone.
   * Default: 600. 0 means no limit.
   */
  readonly embedRequestsPerMinute?: number;
  /**
   * Maximum number of invitation requests per minute and address, counted by this router alone. Default: 60. 0 means
   * no limit.
   */
  readonly invitationRequestsPerMinute?: number;
};

/** Functions that render the widget as a page and as an SVG badge. `language` is a language tag. */
export type WidgetViews = {
  widgetPage(widget: EmbeddedWidget, settings: { readonly language: string; readonly layout: string }): WidgetPage;
  widgetBadge(widget: EmbeddedWidget, language: string): string;
};

/** Parts of a page with the widget. `style` is CSS, and `content` is HTML. */
export type WidgetPage = {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly title: string;
  readonly style: string;
  readonly content: string;
};

/** Report of a load, as rows and as an HTML page for people. */
export type LoadReport = {
  /** Reads the rows with problems, in batches. If omitted, the rows are the problems of the load. */
  readonly rows?: () => AsyncIterable<readonly LoadReportRow[]>;
  /** Renders a page that loads nothing. `style` is the source expression of its only style for a security policy. */
  readonly page: () => Promise<{ readonly html: string; readonly style: string }>;
};

/** Row of a file with a problem. `line` is the line of a bundle, or the row of a table as spreadsheets number it. */
export type LoadReportRow = {
  readonly line: number | null;
  readonly kind: string | null;
  readonly key: string | null;
  readonly patient: string | null;
  readonly level: "error" | "warning";
  readonly code: string;
  readonly message: string;
};

/** Link on the start page. `name` is the link's key in the JSON format. `path` is relative to the router. */
export type StartLink = { readonly name: string; readonly path: string; readonly text: string };

export type AppOptions = RouterOptions & {
  /** Proxies trusted to report the client's address, in the syntax of Express's `trust proxy`. Default: none. */
  readonly trustProxy?: boolean | number | string;
  /** Called for the first request with proxy headers from an untrusted proxy. Receives the address of the proxy. */
  readonly onUntrustedProxy?: (address: string) => void;
  /** Returns true if the service can serve requests now. If omitted, the service is always ready. */
  readonly ready?: () => boolean | Promise<boolean>;
  /** Returns the progress of rendering lists after an update, or `undefined` if no lists are being rendered. */
  readonly rendering?: () => RenderProgress | undefined;
  /** Returns the metrics served at `/metrics`, with their media type. If omitted, the path does not exist. */
  readonly metrics?: () => Promise<{ readonly type: string; readonly text: string }>;
};

/** Log record of a request. Never contains the URL, the query, the body or the token. */
export type RequestLog = {
  readonly requestId: string;
  /** Address of the client. Behind a trusted proxy, the address that the proxy reports. */
  readonly address?: string;
  /** User-Agent header as plain text, at most 200 characters. */
  readonly userAgent?: string;
  readonly method: string;
  /** Path pattern of the endpoint. Absent if no endpoint matches. */
  readonly route?: string;
  /** HTTP status. Absent if the client disconnected before the response started. */
  readonly status?: number;
  readonly milliseconds: number;
  /** Size of the response body in bytes, after compression. */
  readonly bytes: number;
  readonly accountId?: Principal["account"];
  /** Id of the API token, client id of the access token, or id of the host's user. */
  readonly credentialId?: Principal["id"];
  readonly credentialKind?: Principal["kind"];
  /** Names of the query parameters in the request. Absent if the query was not read. */
  readonly filters?: readonly string[];
  /** Number of list rows read. */
  readonly rows?: number;
  /** True if the use case has recorded the request in the audit trail. */
  readonly recorded?: true;
  /** Reason for rejecting the request or for ending the response early. */
  readonly reason?: string;
  /** True if the response is incomplete because the client disconnected or was too slow. */
  readonly aborted: boolean;
};

/**
 * Throws a TypeError for missing arguments, so that a JavaScript host fails at startup and not at the first request.
 */
export function checkArguments(domain: Domain | undefined, options: Partial<RouterOptions> | undefined): void {
  if (typeof domain?.access?.authenticate !== "function") {
    throw new TypeError("the router's domain is missing; pass the result of createDomain");
  }
  if (typeof options?.report !== "function") {
    throw new TypeError("the router's option report is missing; pass a function that takes an error and a request id");
  }
  checkLogin(options);
  if (options.log !== undefined && typeof options.log !== "function") {
    throw new TypeError("the router's option log must be a function");
  }
}

function checkLogin({ authenticate, ownCredentials }: Partial<RouterOptions>): void {
  if (authenticate !== undefined && typeof authenticate !== "function") {
    throw new TypeError("the router's option authenticate must be a function");
  }
  if (ownCredentials === false && authenticate === undefined) {
    throw new TypeError("the router accepts nobody if ownCredentials is false and authenticate is missing");
  }
}
