import type { AccountId, AppliedWindow, Audience, Domain, ListReading, Principal, RequestOrigin } from "@repute/domain";
import type { ProblemCode } from "./openapi/problem-examples.js";
import type { Tag } from "./openapi/tags.js";
import type { ObjectSchema, Schema, Wire } from "./schema.js";

/** Who may call: anybody, or the audience of that name; `data-sync` is the audience of the version it is served under. */
export type Access = "open" | "data-sync" | Exclude<Audience, `v${number}-data`>;

/** A file that a request brings in a form (multipart/form-data), the only one, in a part of any name. */
export type FileBody = { readonly bytes: number; readonly types: readonly string[]; readonly description: string };

/** A reply that is no JSON. */
export type Content = { readonly type: string; readonly body: Uint8Array };

type Facts = {
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: `/${string}`;
  /** What generated clients call it: `listReviews`. */
  readonly operation: string;
  /** Its chapter in the API reference. */
  readonly tag: Tag;
  /** Verb and object, such as "List reviews". */
  readonly summary: string;
  /** What the operation is for, its order, defaults and limits. */
  readonly description: string;
  /** Of a list: the members that tell its rows apart; none where the rows carry no id. */
  readonly key?: readonly string[];
  /** What its use case finds wrong with requests; what every route of its form refuses goes without saying. */
  readonly refuses?: readonly ProblemCode[];
  /** Its use case tells what is wrong with a body, all of it by pointer; otherwise the schema does. */
  readonly readsBody?: true;
  /** Its use case tells which of the query's required parameters are missing; otherwise the schema does. */
  readonly readsQuery?: true;
  /** It takes an `Idempotency-Key`: a request that is sent again gets the response of the first time. */
  readonly keyed?: true;
  /** The most bytes that a body may have; 1 MB when absent. */
  readonly bodyLimit?: number;
  /** It takes a file. */
  readonly file?: FileBody;
  /** The types that its reply may have, which is no JSON then. */
  readonly media?: readonly string[];
  /** What a response that went well is; 200 when absent. One of 204 has no body. */
  readonly status?: 200 | 201 | 204;
  /** It speaks OAuth: its errors are RFC 6749's, and it is limited by address instead of by credential. */
  readonly oauth?: true;
  /** Its use case puts what it did into the audit trail itself. */
  readonly recorded?: true;
  /** A list of changes: it tells by `X-Cursor` what to go on with. */
  readonly resumes?: true;
  /** It holds the response by `Prefer: wait` until there is something in it. */
  readonly waits?: true;
  /** How clients may keep the response: not at all, or for as long as an `ETag` of ours says that nothing changed. */
  readonly caching?: "no-store" | "revalidate";
  /** Its reply follows from the account's catalog alone, and is made once for as long as that stays as it is. */
  readonly ofCatalog?: true;
};

/** What a handler is told: who asks, and what was sent, in the shape that the route's schemas describe. */
type Call<A, Q, B, F, P> = {
  readonly query: Wire<Q>;
  readonly body: Wire<B>;
  readonly form: Wire<F>;
  /** The bytes of the file, of a route that takes one. */
  readonly file: Uint8Array;
  /** The parts of the path that have names. */
  readonly params: Wire<P>;
  /** Of a route that takes one, where one was sent. */
  readonly idempotencyKey?: string;
  /** To be called with a caller that has proved by what it sent who it is; throws when it asks too often. */
  readonly admit: (principal: Principal) => Promise<void>;
  /** Its signal is aborted when the client disconnects. */
  readonly leaving: Pick<AbortController, "signal">;
  /** Origin of the request, for the audit trail. */
  readonly origin: RequestOrigin;
} & (A extends "open" ? unknown : { readonly account: AccountId; readonly caller: Principal });

/** A reply about a window, which its headers tell. */
export type Windowed<T> = { readonly window: AppliedWindow | undefined; readonly value: T };

type Handler<A, Q, B, F, P, R> = (domain: Domain, call: Call<A, Q, B, F, P>) => Wire<R> | Promise<Wire<R>>;
type Summarizer<A, Q, B, F, P, R> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<Windowed<Wire<R>>>;
type Sender<A, Q, B, F, P> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<Content>;
type Streamer<A, Q, B, F, P> = (domain: Domain, call: Call<A, Q, B, F, P>) => Promise<ListReading>;

type Declaration<A, Q, B, F, P, R> = Facts & {
  readonly access: A;
  /** The parts of the path that have names, texts all of them: `/reviews/:review_id` has `review_id`. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The parameters of a body in form encoding: texts, whose absence the use case has to refuse. */
  readonly form?: F;
  readonly reply: R;
  /** Whether a reply says that everything had been done before: then it is 200, whatever `status` says. */
  readonly repeats?: (reply: Wire<R>) => boolean;
  /** Where under the route's own path that is found which the reply is about: what `Location` says. */
  readonly locate?: (reply: Wire<R>) => string;
} & (
    | One<"handle", Handler<A, Q, B, F, P, R>>
    | One<"summarize", Summarizer<A, Q, B, F, P, R>>
    | One<"stream", Streamer<A, Q, B, F, P>>
    | One<"send", Sender<A, Q, B, F, P>>
  );

/** One of the ways to reply, and no other. */
type One<Name extends Way, F> = { readonly [N in Name]: F } & { readonly [N in Exclude<Way, Name>]?: never };
type Way = "handle" | "summarize" | "stream" | "send";

/** An endpoint: everything about it, in one plain object. Its types were checked by `route`. */
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

/** Routes under one prefix; what is `data-sync` to them is for the audience named. */
export type RouteTable = { readonly prefix: string; readonly dataSync: Audience; readonly routes: readonly Route[] };

const nothing = { type: "object", properties: {} } as const;

/** Declares an endpoint; what its handler may read of the query and the body follows from their schemas. */
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

/** The same endpoint with differences, for another version. */
export const but = (route: Route, changes: Partial<Route>): Route => ({ ...route, ...changes });
