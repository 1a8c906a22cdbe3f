/** What a figure's median must reach, or must not exceed. */
export type Target = { readonly least: number } | { readonly most: number };

/** What Repute promises. Node's own delivery reaches 0.81 of nginx's, hence its own target. */
export const targets = {
  listToNginx: { least: 0.25 },
  listToNode: { least: 0.31 },
  listToNaive: { least: 40 },
  firstByte: { most: 10 },
  smallRequest: { most: 10 },
  // Linear, with room for what a short measurement is off by.
  timeARow: { most: 1.5 },
  peakMemory: { most: 130 },
  memoryGrowth: { most: 40 },
  hundredRows: { least: 6 },
  loading: { least: 0.05 },
  exchanges: { least: 0.5 },
  filter: { most: 0.33 },
  postgresToCopy: { least: 0.6 },
  postgresToNaive: { least: 5 },
} as const satisfies Record<string, Target>;

/** Whether a value is where it should be; one that is no number is not. */
export const isMet = (value: number, target: Target): boolean =>
  "least" in target ? value >= target.least : value <= target.most;

export const targetText = (target: Target, unit: string): string =>
  "least" in target ? `≥ ${target.least} ${unit}` : `≤ ${target.most} ${unit}`;
