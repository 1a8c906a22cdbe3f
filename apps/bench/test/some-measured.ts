import type { Measured, Round } from "../src/results/measured.js";

const filtered = {
  invites: { firstByte: 4, milliseconds: 30, bytes: 250_000 },
  responses: { firstByte: 4, milliseconds: 30, bytes: 250_000 },
  provider: { firstByte: 4, milliseconds: 20, bytes: 33_000 },
  customField: { firstByte: 4, milliseconds: 10, bytes: 20_000 },
};

/** A round in which everything is on the right side of its target. */
export const aRound = (lists: Partial<Round["lists"]> = {}): Round => ({
  lists: {
    limit: { firstByte: 0.5, milliseconds: 50, bytes: 1_000_500 },
    whole: { firstByte: 4, milliseconds: 100, bytes: 1_000_900 },
    tenth: { firstByte: 4, milliseconds: 10, bytes: 100_090 },
    same: { firstByte: 4, milliseconds: 100, bytes: 1_000_900 },
    naive: { firstByte: 4_990, milliseconds: 5_000, bytes: 1_000_500 },
    ...lists,
  },
  filtered,
  smallRequest: 3,
  hundredRows: { repute: 800, naive: 100 },
  loading: { insert: 100_000, inTimeOrder: 20_000, atRandom: 10_000 },
  exchanges: { repute: 600, bare: 1_000 },
  postgres: {
    copy: 90,
    adapter: 100,
    whole: { firstByte: 8, milliseconds: 120, bytes: 1_000_900 },
    same: { firstByte: 8, milliseconds: 120, bytes: 1_000_900 },
    naive: { firstByte: 1_190, milliseconds: 1_200, bytes: 1_000_500 },
    filtered,
    smallRequest: 6,
  },
});

/** A run on nginx with such rounds. */
export const someMeasured = (changes: Partial<Measured> = {}): Measured => ({
  rows: 20_000,
  tenth: 2_000,
  naiveRows: 20_000,
  loadRows: 10_000,
  bytes: 1_000_000,
  limit: "nginx",
  rounds: [aRound()],
  memory: { idle: 80, small: 100, whole: 110 },
  naive: { smallRequest: 4_900, peak: 900 },
  ...changes,
});
