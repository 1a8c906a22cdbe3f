import type { Figure, Target, Unit } from "../row.js";

/** A measured value with its median and spread. `met` says whether the target is met. Undefined without a target. */
export type Finding = Figure & { readonly median: number; readonly spread: number; readonly met?: boolean };

export function findingOf(figure: Figure): Finding {
  const middle = median(figure.values);
  const { target } = figure;
  return {
    ...figure,
    median: middle,
    spread: spread(figure.values),
    ...(target && { met: isMet(middle, target) }),
  };
}

export const missed = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ met }) => met === false);

/** True if a value meets a target. NaN never meets a target. */
export const isMet = (value: number, target: Target): boolean =>
  "min" in target ? value >= target.min : value <= target.max;

/** Formats a target with its unit. Shows shares in percent. */
export function targetText(target: Target, unit: Unit): string {
  const bound = (value: number) => (unit === "share" ? `${Math.round(value * 1_000) / 10} %` : `${value} ${unit}`);
  return "min" in target ? `≥ ${bound(target.min)}` : `≤ ${bound(target.max)}`;
}

/** Returns the median. For an even number of values, the median is the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** Returns a percentile: the smallest value that is at least as large as `share` of the values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Returns the difference between the maximum and the minimum, relative to the median. */
export function spread(values: readonly number[]): number {
  const sorted = ascending(values);
  return ((sorted.at(-1) ?? NaN) - (sorted[0] ?? NaN)) / median(values);
}

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
