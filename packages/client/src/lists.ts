import type { paths } from "./api.js";

type Json<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

type Item<Body> = Body extends readonly (infer One)[]
  ? One
  : Body extends { items: readonly (infer One)[] }
    ? One
    : Body extends { records: readonly (infer One)[] }
      ? One
      : never;

/** Paths of all lists that are available as NDJSON. */
export type ListPath = {
  [P in keyof paths]: [Item<Json<P>>] extends [never] ? never : P;
}[keyof paths];

/** Type of the rows in the list at a path. */
export type ItemOf<P extends ListPath> = Item<Json<P>>;

type Parameters<P extends ListPath, In extends "query" | "path"> = paths[P] extends {
  get: { parameters: { [I in In]?: infer Found } };
}
  ? Exclude<Found, undefined>
  : never;

type Input<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: never }
  : Partial<Value> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** Query parameters, path parameters and an optional abort signal. The list's path determines their types. */
export type ListOptions<P extends ListPath> = Input<"query", Parameters<P, "query">> &
  Input<"path", Parameters<P, "path">> & { readonly signal?: AbortSignal };
