import { alignedText, shown } from "../results.js";
import { count } from "../plan.js";
import { progress, startWorker, type Workshop } from "../workshop.js";
import {
  measureBesideLists,
  type MeasuredServer,
  measureRequests,
  measureRest,
  measureWaits,
  measureWrites,
  startMeasured,
} from "./cost-measurements.js";
import { type CostKey, costLines, type MeasuredCosts, resolutions } from "./costs.js";
import { openSites, type Site } from "./growing-account.js";

/** A cost of accounts of each size in one database engine. The cost is the minimum of all rounds. */
type GrownCost = { readonly engine: Site["engine"]; readonly key: CostKey; readonly costs: readonly number[] };

type GrowthPlan = {
  /** Numbers of reviews of the measured accounts. Each number is ten times the number before. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly postgres: boolean;
};

/** Measures how costs grow with the size of the account. */
export async function measureGrowth(workshop: Workshop, plan: GrowthPlan): Promise<readonly GrownCost[]> {
  const sites = await openSites(workshop, plan);
  const client = startWorker(workshop);
  const found = new Map<Site, MeasuredCosts[]>(sites.map((site) => [site, []]));
  const start = (site: Site, round: number) => startMeasured(workshop, site, client, round);

  const resting = await Promise.all(sites.map((site) => start(site, 0)));
  const atRest = await measureRest(
    workshop,
    resting.map(({ processes }) => processes),
  );
  for (const { server } of resting) await server.close();
  sites.forEach((site, index) => found.get(site)?.push(atRest[index] ?? {}));

  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const [site, costs] of found) {
      const { engine, account } = site;
      progress.show(`round ${round} of ${plan.rounds}: ${engine}, ${count(account.rows)} rows`);
      costs.push(await measureServer(await start(site, round), account.accountKey));
      costs.push(await measureWrites(workshop, site, round));
    }
  }
  return grownCosts(found);
}

async function measureServer(measured: MeasuredServer, accountKey: string): Promise<MeasuredCosts> {
  try {
    return {
      ...(await measureRequests(measured, accountKey)),
      ...(await measureBesideLists(measured)),
      ...(await measureWaits(measured)),
    };
  } finally {
    await measured.server.close();
  }
}

/** Returns the minima of all lines in the order of the table. Omits costs that this machine cannot measure. */
function grownCosts(found: ReadonlyMap<Site, readonly MeasuredCosts[]>): readonly GrownCost[] {
  const engines = [...new Set([...found.keys()].map(({ engine }) => engine))];
  return engines.flatMap((engine) => {
    const costs = [...found].flatMap(([site, each]) => (site.engine === engine ? [each] : []));
    return (Object.keys(costLines) as CostKey[]).flatMap((key) => {
      const minima = costs.map((each) => Math.min(...each.flatMap((one) => one[key] ?? [])));
      return minima.every(Number.isFinite) ? [{ engine, key, costs: minima }] : [];
    });
  });
}

/** A cost with its line of the table and its growth. */
type JudgedCost = ReturnType<typeof judgeCost>;

export function judgeCost(grown: GrownCost) {
  const line = costLines[grown.key];
  return { ...grown, ...line, ...judge(grown.costs, line.expected, resolutions[line.unit]) };
}

/** Formats a table of the costs of each size. Marks costs that grow faster than expected. */
export const growthTable = (sizes: readonly number[], costs: readonly JudgedCost[]): string =>
  alignedText([
    ["cost", ...sizes.map((rows) => `${count(rows)} rows`), "growth", "expected", ""],
    ...costs.map(({ engine, label, unit, costs: each, factor, expected, isExpected }) => [
      engine === "SQLite" ? label : `${engine}: ${label}`,
      ...each.map((cost) => `${shown(cost)} ${unit}`),
      `${shown(factor)} x`,
      expected,
      isExpected ? "" : `NOT ${expected.toUpperCase()}`,
    ]),
  ]);

/** How a cost grows with the size of the account. */
type Growth = "flat" | "linear" | "steep";

/** Maximum factors of a flat and of a linear cost for ten times as many rows. */
const maxFactors = { flat: 2, linear: 13 } as const;

/** Growth of a cost, and whether the growth is at most the expected growth. */
type Judgment = { readonly factor: number; readonly growth: Growth; readonly isExpected: boolean };

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
