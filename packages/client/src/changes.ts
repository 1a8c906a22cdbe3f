/** A change of an account: an item of a list in its newest state, or that it is there no longer. */
export type Change = {
  /** The list's public name, such as `survey-responses`. */
  readonly list: string;
  /** Unique within its list. */
  readonly id: string;
  readonly changed_at: string;
} & (
  | { readonly op: "upsert"; readonly item: Readonly<Record<string, unknown>> }
  | { readonly op: "delete"; readonly item?: undefined }
);

/** Whether a value from the network has the members of a change. */
export function isChange(value: unknown): value is Change {
  if (typeof value !== "object" || value === null) return false;
  const { list, id, changed_at, op, item } = value as Partial<Record<string, unknown>>;
  if (![list, id, changed_at].every((member) => typeof member === "string")) return false;
  return op === "delete" ? item === undefined : op === "upsert" && typeof item === "object" && item !== null;
}

export type ChangesOptions = {
  /** Of the last page that was kept; without it, the whole account. */
  readonly cursor?: string | undefined;
  /** Public names; all when absent. */
  readonly lists?: readonly string[] | undefined;
  /** Changes a page: 1 to 100,000. */
  readonly limit?: number;
  /** When nothing is left, waits for more, up to so many seconds (1 to 60) a request, and goes on until the signal. */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
};

/** Changes that were asked for together. Keep `cursor` with what they changed: the next copy goes on from there. */
export type ChangePage = {
  readonly changes: readonly Change[];
  readonly cursor: string;
  /** Whether there is more right now. */
  readonly more: boolean;
};

/** The same as the bytes that came: a change a line. */
export type RawChangePage = Omit<ChangePage, "changes"> & { readonly ndjson: Uint8Array };

/** How many rows of a list changed last in a month (UTC), and the sum of their checksums, modulo 2^53. */
export type Checksum = {
  readonly list: string;
  readonly month: string;
  readonly count: number;
  readonly checksum: string;
};

/** The account's rows by list and month, at the revision of the cursor. */
export type Checksums = { readonly checksums: readonly Checksum[]; readonly cursor: string };
