import type { AccountId, AppliedWindow, Audience, Domain, ListReading, Principal, RequestOrigin } from "@repute/domain";
import type { ProblemCode } from "./openapi/problem-examples.js";
import type { LoadReport, RouterOptions } from "./options.js";
import type { Digests } from "./requests/streamed-body.js";
import type { ItemIn, ObjectSchema, Schema, Wire } from "./schema.js";

/**
 * Access to a route: everyone, or the callers of an audience.
 * The audience for `data-sync` depends on the API version of the route.
 */
export type Access = "open" | "data-sync" | Exclude<Audience, `v${number}-data`>;

/** The only file of a multipart/form-data request. The form part can have any name. */
export type FileBody = { readonly bytes: number; readonly types: readonly string[]; readonly description: string };

/** Content of a reply that is not JSON. */
export type Content = { readonly type: string; readonly body: Uint8Array };

/** HTML page of a report, if the host provides it. */
type ReportPage = Awaited<ReturnType<LoadReport["page"]>> | undefined;

type Facts = {
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: `/${string}`;
  /** Name of the operation in generated clients, such as `listReviews`. */
  readonly operation: string;
  /** Section of the API reference. */
  readonly tag: Tag;
  /** Summary of the operation: a verb and an object, such as "List reviews". */
  readonly summary: string;
  /** Description of the operation: its purpose, order, defaults and limits. */
  readonly description: string;
  /** Names of the members that together identify a row of a list. Empty if the rows have no id. */
  readonly key?: readonly string[];
  /** Error codes that the use case throws. Error codes that apply to all similar routes are added automatically. */
  readonly refuses?: readonly ProblemCode[];
  /**
   * True if the use case validates the body instead of the schema.
   * Each problem in the body then has a JSON pointer.
   */
  readonly readsBody?: true;
  /** True if the use case, instead of the schema, reports missing query parameters. */
  readonly readsQuery?: true;
  /** True if the route accepts an `Idempotency-Key`. A repeated request gets the first response. */
  readonly keyed?: true;
  /** Maximum size of the body in bytes. Default: 1 MB. */
  readonly bodyLimit?: number;
  /** File that the route accepts in a multipart form. */
  readonly file?: FileBody;
  /** Media types of the body if the handler reads the body as a stream. */
  readonly streams?: readonly string[];
  /** Media types of the reply if it is not JSON. */
  readonly media?: readonly string[];
  /** HTTP status of a successful response. Default: 200. A 204 has no body. */
  readonly status?: 200 | 201 | 202 | 204;
  /** True if the route follows OAuth: errors as in RFC 6749, and rate limits by address instead of by credential. */
  readonly oauth?: true;
  /** True if the use case writes to the audit trail. */
  readonly recorded?: true;
  /** True if the reply is a list of changes with an `X-Cursor` for the next request. */
  readonly resumes?: true;
  /** Event that a request with `Prefer: wait` waits for: changes of lists, or the end of the work that it names. */
  readonly waits?: "changes" | "end";
  /** How clients may cache the response: never, or with revalidation by `ETag`. */
  readonly caching?: "no-store" | "revalidate";
  /** True if the reply depends only on the account's catalog. Such a reply is cached until the catalog changes. */
  readonly ofCatalog?: true;
};

/** Arguments of a handler: the caller, and the request in the shape of the route's schemas. */
type Call<A, Q, B, F, P> = {
  readonly query: Wire<Q>;
  readonly body: Wire<B>;
  /** Hashes in the header `Repr-Digest`, in hexadecimal, if the route reads the body as a stream. */
  readonly digests?: Digests;
  /** Public path under which the router is mounted. */
  readonly mount: string;
  readonly loadReport: RouterOptions["loadReport"];
  /** Waits until `isOver` returns true, as long as the client prefers. Does not wait without `Prefer: wait`. */
  readonly until: (isOver: () => Promise<boolean>) => Promise<void>;
  readonly form: Wire<F>;
  /** Content of the uploaded file, if the route accepts a file. */
  readonly file: Uint8Array;
  /** Path parameters. */
  readonly params: Wire<P>;
  /** Idempotency key, if the route accepts keys and the request has a key. */
  readonly idempotencyKey?: string;
  /**
   * Counts the request toward the rate limit of a caller that the use case has authenticated.
   * Throws if the caller exceeds the limit.
   */
  readonly admit: (principal: Principal) => Promise<void>;
  /** Signal that aborts when the client disconnects. */
  readonly leaving: Pick<AbortController, "signal">;
  /** Origin of the request, for the audit trail. */
  readonly origin: RequestOrigin;
} & (A extends "open" ? unknown : { readonly account: AccountId; readonly caller: Principal });

/** A reply and its time window, which is reported in the response headers. */
export type Windowed<T> = { readonly window: AppliedWindow | undefined; readonly value: T };

type Handler<A, Q, B, F, P, R> = (domain: Domain, call: Call<A, Q, B, F, P>) => Wire<R> | Promise<Wire<R>>;
type Summarizer<A, Q, B, F, P, R> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<Windowed<Wire<R>>>;
type Sender<A, Q, B, F, P> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<Content>;
type Pager<A, Q, B, F, P> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<ReportPage>;
type Streamer<A, Q, B, F, P, R> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<ListReading<ItemIn<Wire<R>>>>;

type Declaration<A, Q, B, F, P, R> = Facts & {
  readonly access: A;
  /** Path parameters as strings: `/reviews/:review_id` has `review_id`. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Parameters of a form body, as strings. The use case rejects missing parameters. */
  readonly form?: F;
  readonly reply: R;
  /** Members of the reply to a request that changed nothing because it repeats an earlier request. Its status is 200. */
  readonly repeats?: Partial<Wire<R>>;
  /** Returns true if the work that the request started has ended. The status is then 200. */
  readonly isFinal?: (reply: Wire<R>) => boolean;
  /** Returns the list as an HTML page, for clients that prefer one. `undefined` if the host provides no pages. */
  readonly page?: Pager<A, Q, B, F, P>;
  /** Returns the path of the created resource relative to the route, for the `Location` header. */
  readonly locate?: (reply: Wire<R>) => string;
} & (
    | One<"handle", Handler<A, Q, B, F, P, R>>
    | One<"summarize", Summarizer<A, Q, B, F, P, R>>
    | One<"stream", Streamer<A, Q, B, F, P, R>>
    | One<"send", Sender<A, Q, B, F, P>>
  );

/** Object with exactly one of the functions `handle`, `summarize`, `stream` and `send`. */
type One<Name extends Way, F> = { readonly [N in Name]: F } & { readonly [N in Exclude<Way, Name>]?: never };
type Way = "handle" | "summarize" | "stream" | "send";

/** An endpoint without its static types, which the function `route` has already checked. */
export type Route = Facts & {
  readonly access: Access;
  readonly params?: ObjectSchema;
  readonly query: ObjectSchema;
  readonly body?: ObjectSchema;
  readonly form?: ObjectSchema;
  readonly reply: Schema;
  readonly repeats?: Readonly<Record<string, unknown>>;
  readonly isFinal?: (reply: unknown) => boolean;
  readonly page?: (domain: Domain, call: object) => Promise<ReportPage>;
  readonly locate?: (reply: unknown) => string;
  readonly handle?: (domain: Domain, call: object) => unknown;
  readonly summarize?: (domain: Domain, call: object) => Promise<Windowed<unknown>>;
  readonly stream?: (domain: Domain, call: object) => Promise<ListReading>;
  readonly send?: (domain: Domain, call: object) => Promise<Content>;
};

/** A route whose reply still has its static type. */
type Declared<R> = Omit<Route, "reply"> & { readonly reply: R };

/** Routes with a common path prefix. `dataSync` names the credentials that the lists below this prefix accept. */
export type RouteTable = { readonly prefix: string; readonly dataSync: Audience; readonly routes: readonly Route[] };

const nothing = { type: "object", properties: {} } as const;

/** Declares an endpoint. The schemas determine the types of the handler's arguments. */
export function route<
  A extends Access,
  R extends Schema,
  const Q extends ObjectSchema = typeof nothing,
  const B extends ObjectSchema = never,
  const F extends ObjectSchema = never,
  const P extends ObjectSchema = typeof nothing,
>(declaration: Declaration<A, Q, B, F, P, R>): Declared<R> {
  return { query: nothing, ...declaration } as unknown as Declared<R>;
}

/** Returns a copy of a route with changes, for another API version. */
export const withChanges = (route: Route, changes: Partial<Route>): Route => ({ ...route, ...changes });

/** Sections of the API reference, with their descriptions. */
export const tags = {
  Access: "Access tokens, issued to registered partners in exchange for a signed assertion.",
  Reviews: "Reviews and NPS surveys from all platforms, in one format.",
  Invites: "Invites sent to patients after visits, with the patients' clicks and ratings.",
  Surveys: "Patients' answers to surveys, question by question.",
  Conversions: "Calls and online submissions, the appointments linked to them, and results per marketing channel.",
  Submissions: "Appointment requests submitted by scheduling partners.",
  Users: "People with access to the account. Partners can invite, update and delete users.",
  Imports: "Imports of appointment files: counts per run, and the rows with errors or warnings.",
  "Patient-survey files": "Patient files for CAHPS surveys: processing status, and the rows with defects or warnings.",
  Listings: "Monthly counts of views and actions on the locations' online listings.",
  Catalogs:
    "Locations, providers, platforms and other records that the rows of other lists refer to. Each response contains all rows.",
  Changes: "Added, changed and deleted rows of all lists. Use them to keep a copy of the data in sync.",
  Status: "Whether the data of the account arrives as usual.",
  Widget: "Average ratings and reviews, as the account's embed widget shows them.",
  Loads: "Files that systems of the practice send: bundles, appointments, calls, reviews and patients for surveys.",
  People: "Records about one person, for the people of a practice's office.",
  Health: "Health checks for supervisors and load balancers.",
} as const;

type Tag = keyof typeof tags;
