import type { Figure, Target, Unit } from "../row.js";

/** A figure boiled down: the median of its rounds, how far these lie apart, and whether the target is met. */
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

/** Whether a value is where it should be; one that is no number is not. */
export const isMet = (value: number, target: Target): boolean =>
  "least" in target ? value >= target.least : value <= target.most;

/** The target with its unit. A share appears in percent. */
export function targetText(target: Target, unit: Unit): string {
  const bound = (value: number) => (unit === "share" ? `${Math.round(value * 1_000) / 10} %` : `${value} ${unit}`);
  return "least" in target ? `≥ ${bound(target.least)}` : `≤ ${bound(target.most)}`;
}

/** The value in the middle; between the two in the middle where there are as many below as above. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** The smallest value that so large a share of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** How far the values lie apart, as a share of their median. */
export function spread(values: readonly number[]): number {
  const sorted = ascending(values);
  return ((sorted.at(-1) ?? NaN) - (sorted[0] ?? NaN)) / median(values);
}

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
