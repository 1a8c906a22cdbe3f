import type { ExchangeRound } from "../measures/exchanges.js";
import type { FilteredLists } from "../measures/filtered-lists.js";
import type { HundredRows } from "../measures/hundred-rows.js";
import type { ListMemory } from "../measures/list-memory.js";
import type { ListRound } from "../measures/list-round.js";
import type { Loading } from "../measures/loading.js";
import type { PostgresRound } from "../measures/postgres-round.js";
import type { LimitKind } from "../servers/start-limit.js";

/** What one round found. */
export type Round = {
  readonly lists: ListRound;
  /** The 99th percentile of small requests during lists, in milliseconds. */
  readonly smallRequest: number;
  readonly filtered: FilteredLists;
  readonly hundredRows: HundredRows;
  readonly loading: Loading;
  readonly exchanges: ExchangeRound;
  /** Absent where PostgreSQL is not installed, or not asked for. */
  readonly postgres?: PostgresRound;
};

/** Everything that a run found. */
export type Measured = {
  readonly rows: number;
  readonly tenth: number;
  /** How many of the rows the naive way was compared on. */
  readonly naiveRows: number;
  readonly loadRows: number;
  /** Of the whole list. */
  readonly bytes: number;
  readonly limit: LimitKind;
  readonly rounds: readonly Round[];
  /** Absent where the system does not tell. */
  readonly memory?: ListMemory;
  readonly naive: { readonly smallRequest: number; readonly peak?: number };
};
