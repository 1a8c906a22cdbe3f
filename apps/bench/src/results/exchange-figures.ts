import type { ExchangeRound } from "../measures/exchanges.js";
import type { Figure } from "./figure.js";
import { targets } from "./targets.js";

/** What signed assertions cost. */
export const exchangeFigures = (rounds: readonly ExchangeRound[]): Figure[] => [
  {
    key: "exchanges_x_bare",
    label: "tokens for assertions a second, relative to bare Express committing a row",
    unit: "x",
    values: rounds.map(({ repute, bare }) => repute / bare),
    target: targets.exchanges,
  },
];
