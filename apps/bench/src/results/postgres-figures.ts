import type { PostgresRound } from "../measures/postgres-round.js";
import { count } from "./count.js";
import { filterFigures } from "./filter-figures.js";
import type { Figure } from "./figure.js";
import type { Measured } from "./measured.js";
import { targets } from "./targets.js";

/** What is judged on PostgreSQL; nothing where it was not measured. */
export function postgresFigures({ rounds, naiveRows }: Measured): Figure[] {
  const found = rounds.flatMap(({ postgres }) => postgres ?? []);
  if (found.length === 0) return [];
  const values = (value: (round: PostgresRound) => number): number[] => found.map(value);
  return [
    {
      key: "postgres_list_x_copy",
      label: "PostgreSQL: whole list over HTTP, speed relative to psql \\copy",
      unit: "x",
      values: values(({ copy, whole }) => copy / whole.milliseconds),
      target: targets.postgresToCopy,
    },
    {
      key: "postgres_adapter_x_copy",
      label: "PostgreSQL: the same without HTTP",
      unit: "x",
      values: values(({ copy, adapter }) => copy / adapter),
      target: targets.postgresToCopy,
    },
    {
      key: "postgres_list_x_naive",
      label: `PostgreSQL: whole list, speed relative to TypeORM's find (${count(naiveRows)} rows)`,
      unit: "x",
      values: values(({ naive, same }) => naive.milliseconds / same.milliseconds),
      target: targets.postgresToNaive,
    },
    {
      key: "postgres_list_first_byte",
      label: "PostgreSQL: whole list, time to the first byte",
      unit: "ms",
      values: values(({ whole }) => whole.firstByte),
      target: targets.firstByte,
    },
    {
      key: "postgres_small_request_p99",
      label: "PostgreSQL: small request during whole lists, 99th percentile",
      unit: "ms",
      values: values(({ smallRequest }) => smallRequest),
      target: targets.smallRequest,
    },
    ...filterFigures("PostgreSQL", found),
  ];
}
