import { count } from "./count.js";
import { exchangeFigures } from "./exchange-figures.js";
import { filterFigures } from "./filter-figures.js";
import type { Figure } from "./figure.js";
import type { Measured, Round } from "./measured.js";
import { postgresFigures } from "./postgres-figures.js";
import { targets } from "./targets.js";

/** What is judged, and what stands beside it to compare with. */
export function figuresOf(measured: Measured): Figure[] {
  return [
    ...listFigures(measured),
    ...memoryFigures(measured),
    ...filterFigures(
      "",
      measured.rounds.map(({ lists, filtered }) => ({ whole: lists.whole, filtered })),
    ),
    ...otherFigures(measured),
    ...exchangeFigures(measured.rounds.map(({ exchanges }) => exchanges)),
    ...postgresFigures(measured),
    ...naiveFigures(measured),
  ];
}

const each = ({ rounds }: Measured, value: (round: Round) => number): number[] => rounds.map(value);

function listFigures(measured: Measured): Figure[] {
  const { limit, rows, tenth, naiveRows } = measured;
  return [
    {
      key: "list_x_limit",
      label: `whole list, speed relative to ${limit}`,
      unit: "x",
      values: each(measured, ({ lists }) => lists.limit.milliseconds / lists.whole.milliseconds),
      target: limit === "nginx" ? targets.listToNginx : targets.listToNode,
    },
    {
      key: "list_x_naive",
      label: `whole list, speed relative to the naive way (${count(naiveRows)} rows)`,
      unit: "x",
      values: each(measured, ({ lists }) => lists.naive.milliseconds / lists.same.milliseconds),
      target: targets.listToNaive,
    },
    {
      key: "list_first_byte",
      label: "whole list, time to the first byte",
      unit: "ms",
      values: each(measured, ({ lists }) => lists.whole.firstByte),
      target: targets.firstByte,
    },
    {
      key: "small_request_p99",
      label: "small request during whole lists, 99th percentile",
      unit: "ms",
      values: each(measured, ({ smallRequest }) => smallRequest),
      target: targets.smallRequest,
    },
    {
      key: "time_a_row",
      label: `time a row, ${count(rows)} rows relative to ${count(tenth)}`,
      unit: "x",
      values: each(measured, ({ lists }) => lists.whole.milliseconds / rows / (lists.tenth.milliseconds / tenth)),
      target: targets.timeARow,
    },
  ];
}

function memoryFigures({ memory }: Measured): Figure[] {
  if (!memory) return [];
  return [
    {
      key: "list_peak_memory",
      label: "whole list, peak memory of the server",
      unit: "MB",
      values: [memory.whole],
      target: targets.peakMemory,
    },
    {
      key: "list_memory_growth",
      label: "the same, more than with a list of 10,000 rows",
      unit: "MB",
      values: [memory.whole - memory.small],
      target: targets.memoryGrowth,
    },
    { key: "idle_memory", label: "the same, before the first list", unit: "MB", values: [memory.idle] },
  ];
}

function otherFigures(measured: Measured): Figure[] {
  return [
    {
      key: "hundred_rows_x_naive",
      label: "lists of 100 rows a second, relative to the naive way",
      unit: "x",
      values: each(measured, ({ hundredRows: { repute, naive } }) => repute / naive),
      target: targets.hundredRows,
    },
    {
      key: "load_x_insert",
      label: "rows loaded a second in time order, relative to a prepared INSERT",
      unit: "x",
      values: each(measured, ({ loading }) => loading.inTimeOrder / loading.insert),
      target: targets.loading,
    },
    {
      key: "random_load_x_insert",
      label: "the same in random order",
      unit: "x",
      values: each(measured, ({ loading }) => loading.atRandom / loading.insert),
      target: targets.loading,
    },
  ];
}

function naiveFigures(measured: Measured): Figure[] {
  const { naive, limit } = measured;
  const [peak] = [naive.peak].filter((value) => value !== undefined);
  return [
    {
      key: "naive_first_byte",
      label: "naive way, time to the first byte",
      unit: "ms",
      values: each(measured, ({ lists }) => lists.naive.firstByte),
    },
    {
      key: "naive_small_request_p99",
      label: "naive way, small request meanwhile",
      unit: "ms",
      values: [naive.smallRequest],
    },
    ...(peak === undefined
      ? []
      : [{ key: "naive_peak_memory", label: "naive way, peak memory", unit: "MB", values: [peak] } as const]),
    {
      key: "limit_first_byte",
      label: `${limit}, time to the first byte`,
      unit: "ms",
      values: each(measured, ({ lists }) => lists.limit.firstByte),
    },
  ];
}
