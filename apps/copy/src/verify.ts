import type { Checksum, ReputeClient } from "@repute/client";
import { isChecksum } from "./checksum.js";
import type { CopyOptions } from "./copy.js";
import { copy } from "./copy.js";
import { CopyError, invalidSource } from "./copy-error.js";
import type { Origin } from "./origin.js";
import type { Tally, Target } from "./target.js";

/** Row count and checksum of a list and month on one side. */
type Side = { readonly count: number; readonly checksum: string };

type Difference = {
  readonly list: string;
  readonly month: string;
  readonly source: Side;
  readonly target: Side;
};

/** Result of a comparison: row counts by list, and the months that differ. */
export type Comparison = {
  readonly lists: readonly { readonly list: string; readonly source: number; readonly target: number }[];
  readonly differences: readonly Difference[];
};

const tries = 10;

/** Compares a target with its source. Updates the copy and tries again if the source changes during the comparison. */
export async function verify(
  client: Pick<ReputeClient, "rawChanges" | "checksums">,
  target: Target,
  origin: Origin,
  options: CopyOptions = {},
): Promise<Comparison> {
  const { lists } = origin;
  const { signal } = options;
  for (let tried = 0; tried < tries; tried += 1) {
    const { checksums } = await client.checksums({ lists, ...(signal && { signal }) });
    const { upserts, deletes } = await copy(client, target, origin, { ...options, watch: false });
    if (!checksums.every(isChecksum)) throw invalidSource(origin.source, "an invalid checksum");
    if (upserts + deletes === 0) return compare(checksums, await target.tallies());
  }
  throw new CopyError(
    "source_busy",
    `The source ${origin.source} kept changing, so the copy could not be verified. Try again later.`,
  );
}

const nothing: Side = { count: 0, checksum: "0" };

function compare(source: readonly Checksum[], target: readonly Tally[]): Comparison {
  const bySource = byKey(source);
  const byTarget = byKey(target);
  const keys = [...new Set([...bySource.keys(), ...byTarget.keys()])].sort();
  const all = keys.map((key) => {
    const [list = "", month = ""] = key.split("\0");
    return { list, month, source: bySource.get(key) ?? nothing, target: byTarget.get(key) ?? nothing };
  });
  return {
    lists: [...new Set(all.map(({ list }) => list))].map((list) => {
      const of = all.filter((one) => one.list === list);
      return { list, source: total(of.map((one) => one.source)), target: total(of.map((one) => one.target)) };
    }),
    differences: all.filter(
      (one) => one.source.count !== one.target.count || one.source.checksum !== one.target.checksum,
    ),
  };
}

const byKey = (tallies: readonly Tally[]) =>
  new Map(tallies.map(({ list, month, count, checksum }) => [`${list}\0${month}`, { count, checksum }]));

const total = (sides: readonly Side[]) => sides.reduce((all, { count }) => all + count, 0);
