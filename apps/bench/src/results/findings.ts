import type { Figure } from "./figure.js";
import { median, spread } from "./statistics.js";
import { isMet } from "./targets.js";

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
