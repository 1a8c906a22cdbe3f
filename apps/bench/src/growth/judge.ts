/** How a cost grows with the size of the account. */
type Growth = "flat" | "linear" | "steep";

/** Maximum factors of a flat and of a linear cost for ten times as many rows. */
const maxFactors = { flat: 2, linear: 13 } as const;

/** Growth of a cost, and whether the growth is at most the expected growth. */
export type Judgment = { readonly factor: number; readonly growth: Growth; readonly isExpected: boolean };

/**
 * Judges the costs of accounts, each of which has ten times as many rows as the account before.
 * Costs below `resolution` count as `resolution`, because differences between them are not significant.
 */
export function judge(costs: readonly number[], expected: "flat" | "linear", resolution: number): Judgment {
  const [first = Number.NaN, ...others] = costs.map((cost) => (cost < resolution ? resolution : cost));
  let [before, factor] = [first, others.length > 0 ? 0 : Number.NaN];
  for (const cost of others) [before, factor] = [cost, Math.max(factor, cost / before)];
  const growth = growthOf(factor);
  return { factor, growth, isExpected: growth === "flat" || growth === expected };
}

function growthOf(factor: number): Growth {
  if (factor <= maxFactors.flat) return "flat";
  return factor <= maxFactors.linear ? "linear" : "steep";
}
