import type { AccountId, AppliedWindow, Audience, Domain, ListReading, Principal, RequestOrigin } from "@repute/domain";
import type { ProblemCode } from "./openapi/problem-examples.js";
import type { Tag } from "./openapi/tags.js";
import type { ObjectSchema, Schema, Wire } from "./schema.js";

/**
 * Who may call a route: everyone, or an audience. `data-sync` stands for the data-sync audience of the route's
 * version.
 */
export type Access = "open" | "data-sync" | Exclude<Audience, `v${number}-data`>;

/** The single file of a multipart/form-data request. Its part can have any name. */
export type FileBody = { readonly bytes: number; readonly types: readonly string[]; readonly description: string };

/** A reply that is not JSON. */
export type Content = { readonly type: string; readonly body: Uint8Array };

type Facts = {
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: `/${string}`;
  /** Name of the operation in generated clients, such as `listReviews`. */
  readonly operation: string;
  /** Chapter of the API reference. */
  readonly tag: Tag;
  /** Verb and object, such as "List reviews". */
  readonly summary: string;
  /** What the operation is for, its order, defaults and limits. */
  readonly description: string;
  /** Members that identify the rows of a list. Empty if the rows have no id. */
  readonly key?: readonly string[];
  /** Error codes of the use case. Codes that all routes of the same form share are added automatically. */
  readonly refuses?: readonly ProblemCode[];
  /** Whether the use case validates the body and reports every problem by pointer. Otherwise the schema does. */
  readonly readsBody?: true;
  /** Whether the use case reports missing query parameters. Otherwise the schema does. */
  readonly readsQuery?: true;
  /** Whether the route accepts an `Idempotency-Key`. A repeated request gets the first response. */
  readonly keyed?: true;
  /** Maximum size of the body in bytes. Default: 1 MB. */
  readonly bodyLimit?: number;
  /** The file that the route accepts. */
  readonly file?: FileBody;
  /** Media types of the reply if it is not JSON. */
  readonly media?: readonly string[];
  /** Status of a successful response. Default: 200. A 204 has no body. */
  readonly status?: 200 | 201 | 204;
  /** Whether the route follows OAuth: errors as in RFC 6749, and rate limits by address instead of by credential. */
  readonly oauth?: true;
  /** Whether the use case writes to the audit trail. */
  readonly recorded?: true;
  /** Whether the reply is a list of changes with an `X-Cursor` for the next request. */
  readonly resumes?: true;
  /** Whether the route supports `Prefer: wait`, which holds the response until there are changes. */
  readonly waits?: true;
  /** How clients may cache the response: never, or with revalidation by `ETag`. */
  readonly caching?: "no-store" | "revalidate";
  /** Whether the reply depends only on the account's catalog. Such a reply is cached until the catalog changes. */
  readonly ofCatalog?: true;
};

/** Arguments of a handler: the caller, and the request in the shape of the route's schemas. */
type Call<A, Q, B, F, P> = {
  readonly query: Wire<Q>;
  readonly body: Wire<B>;
  readonly form: Wire<F>;
  /** Content of the file, if the route accepts one. */
  readonly file: Uint8Array;
  /** Named parts of the path. */
  readonly params: Wire<P>;
  /** Idempotency key, if the route accepts one and the request has one. */
  readonly idempotencyKey?: string;
  /**
   * Counts the request of a caller who was authenticated by the request's content. Throws if the caller exceeds the
   * rate limit.
   */
  readonly admit: (principal: Principal) => Promise<void>;
  /** Aborted when the client disconnects. */
  readonly leaving: Pick<AbortController, "signal">;
  /** Origin of the request, for the audit trail. */
  readonly origin: RequestOrigin;
} & (A extends "open" ? unknown : { readonly account: AccountId; readonly caller: Principal });

/** A reply with the time window that its headers report. */
export type Windowed<T> = { readonly window: AppliedWindow | undefined; readonly value: T };

type Handler<A, Q, B, F, P, R> = (domain: Domain, call: Call<A, Q, B, F, P>) => Wire<R> | Promise<Wire<R>>;
type Summarizer<A, Q, B, F, P, R> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<Windowed<Wire<R>>>;
type Sender<A, Q, B, F, P> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<Content>;
type Streamer<A, Q, B, F, P> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<ListReading>;

type Declaration<A, Q, B, F, P, R> = Facts & {
  readonly access: A;
  /** Named parts of the path, as strings: `/reviews/:review_id` has `review_id`. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Parameters of a form body, as strings. The use case rejects missing ones. */
  readonly form?: F;
  readonly reply: R;
  /** Whether the reply means that nothing new was done. The status is then 200 instead of `status`. */
  readonly repeats?: (reply: Wire<R>) => boolean;
  /** Returns the path of the created resource relative to the route, for the `Location` header. */
  readonly locate?: (reply: Wire<R>) => string;
} & (
    | One<"handle", Handler<A, Q, B, F, P, R>>
    | One<"summarize", Summarizer<A, Q, B, F, P, R>>
    | One<"stream", Streamer<A, Q, B, F, P>>
    | One<"send", Sender<A, Q, B, F, P>>
  );

/** Exactly one of the ways to reply. */
type One<Name extends Way, F> = { readonly [N in Name]: F } & { readonly [N in Exclude<Way, Name>]?: never };
type Way = "handle" | "summarize" | "stream" | "send";

/** An endpoint as a plain object. Its types were checked by `route`. */
export type Route = Facts & {
  readonly access: Access;
  readonly params?: ObjectSchema;
  readonly query: ObjectSchema;
  readonly body?: ObjectSchema;
  readonly form?: ObjectSchema;
  readonly reply: Schema;
  readonly repeats?: (reply: unknown) => boolean;
  readonly locate?: (reply: unknown) => string;
  readonly handle?: (domain: Domain, call: object) => unknown;
  readonly summarize?: (domain: Domain, call: object) => Promise<Windowed<unknown>>;
  readonly stream?: (domain: Domain, call: object) => Promise<ListReading>;
  readonly send?: (domain: Domain, call: object) => Promise<Content>;
};

/** Routes with a common prefix. `dataSync` is the audience of their `data-sync` routes. */
export type RouteTable = { readonly prefix: string; readonly dataSync: Audience; readonly routes: readonly Route[] };

const nothing = { type: "object", properties: {} } as const;

/** Declares an endpoint. The types of its handler's arguments follow from the schemas. */
export function route<
  A extends Access,
  R extends Schema,
  const Q extends ObjectSchema = typeof nothing,
  const B extends ObjectSchema = never,
  const F extends ObjectSchema = never,
  const P extends ObjectSchema = typeof nothing,
>(declaration: Declaration<A, Q, B, F, P, R>): Route {
  return { query: nothing, ...declaration } as Route;
}

/** Returns a copy of a route with changes, for another version. */
export const but = (route: Route, changes: Partial<Route>): Route => ({ ...route, ...changes });
