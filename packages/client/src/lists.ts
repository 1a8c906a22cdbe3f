import type { components, paths } from "./api.js";

/** Paths of all lists that are available as NDJSON. */
export type ListPath = {
  [P in keyof paths]: [Item<Json<P>>] extends [never] ? never : P;
}[keyof paths];

/** Type of the rows in the list at a path. */
export type ItemOf<P extends ListPath> = Item<Json<P>>;

/** Query parameters, path parameters and an optional abort signal. The list's path determines their types. */
export type ListOptions<P extends ListPath> = Input<"query", Parameters<P, "query">> &
  Input<"path", Parameters<P, "path">> & {
    readonly signal?: AbortSignal;
    /** Called before the first row. Store the position after the last row, and add it to the next query. */
    readonly onPosition?: (position: ListPosition) => void;
  };

/**
 * State of a list as query parameters for the next request, which then returns only later changes.
 * If the service was restored from a backup, that request fails with `epoch_expired`: get the list without a position.
 */
export type ListPosition = { readonly modified_since: string; readonly epoch: string };

/** Item type of each list in the change feed. */
export type ChangeItems = {
  [List in Exclude<Schemas["Change"]["list"], keyof OtherItems>]: ItemOf<`/v2/${List}`>;
} & OtherItems;

/** A change in one list: the newest state of an item, or its deletion. */
export type ChangeOf<List extends keyof ChangeItems> = {
  readonly list: List;
  /** Id of the item, unique within its list. */
  readonly id: string;
  readonly changed_at: string;
} & (
  { readonly op: "upsert"; readonly item: ChangeItems[List] } | { readonly op: "delete"; readonly item?: undefined }
);

/**
 * A change in an account.
 * `list` determines the type of `item`.
 * A later version of the service may send other lists, unless the request names its lists.
 */
export type Change = { [List in keyof ChangeItems]: ChangeOf<List> }[keyof ChangeItems];

export type ChangesOptions = {
  /** Cursor from the last stored page. If omitted, all changes from the beginning are returned. */
  readonly cursor?: string | undefined;
  /** Names of the lists to return. Defaults to all lists. */
  readonly lists?: readonly string[] | undefined;
  /** Maximum number of changes per page, from 1 to 100,000. Defaults to 10,000. */
  readonly limit?: number;
  /**
   * Maximum time to wait for changes per request, in seconds from 1 to 60.
   * If set, the client waits for further changes until the signal aborts.
   */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
};

/** A page of changes. Store `cursor` together with the changes, because the next copy continues from this cursor. */
export type ChangePage = {
  readonly changes: readonly Change[];
  readonly cursor: string;
  /** True if more changes are available now. */
  readonly more: boolean;
};

/** A page of changes as received bytes, with one change per line. */
export type RawChangePage = Omit<ChangePage, "changes"> & { readonly ndjson: Uint8Array };

/**
 * Checksum of one list and month: the number of rows that last changed in this month (UTC), and the sum of the rows'
 * checksums modulo 2^53.
 */
export type Checksum = {
  readonly list: string;
  readonly month: string;
  readonly count: number;
  readonly checksum: string;
};

/** Checksums of an account by list and month, at the revision of `cursor`. */
export type Checksums = { readonly checksums: readonly Checksum[]; readonly cursor: string };

/** True if a value from the network has all members of a `Change`. */
export function isChange(value: unknown): value is Change {
  if (typeof value !== "object" || value === null) return false;
  const { list, id, changed_at, op, item } = value as Partial<Record<string, unknown>>;
  if (![list, id, changed_at].every((member) => typeof member === "string")) return false;
  return op === "delete" ? item === undefined : op === "upsert" && typeof item === "object" && item !== null;
}

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

type Schemas = components["schemas"];

/** Items of the lists that the API serves only under `/changes` or under a path with an id. */
type OtherItems = {
  "integration-imports/appointments": ItemOf<"/v2/integration-imports/{import_id}/appointments">;
  "integration-imports/invites": ItemOf<"/v2/integration-imports/{import_id}/invites">;
  "cahps-parsed-files/warnings": ItemOf<"/v2/cahps-parsed-files/{file_id}/warnings">;
  "campaign-catalog": Schemas["CampaignCatalogItem"];
  spends: Schemas["SpendItem"];
  appointments: Schemas["AppointmentItem"];
  account: Schemas["AccountItem"];
};
