import { startWorker } from "../children/worker.js";
import { count } from "../row.js";
import type { Workshop } from "../workshop.js";
import { type CostKey, costLines, type MeasuredCosts } from "./lines.js";
import { measureBesideLists } from "./measure-beside-lists.js";
import { measureRequests } from "./measure-requests.js";
import { measureRest } from "./measure-rest.js";
import { measureWaits } from "./measure-waits.js";
import { measureWrites } from "./measure-writes.js";
import { type MeasuredServer, startMeasured } from "./measured-server.js";
import { openSites, type Site } from "./sites.js";

/** A cost of accounts of each size in one database engine. The cost is the minimum of all rounds. */
export type GrownCost = { readonly engine: Site["engine"]; readonly key: CostKey; readonly costs: readonly number[] };

export type GrowthPlan = {
  /** Numbers of reviews of the measured accounts. Each number is ten times the number before. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly postgres: boolean;
};

/** Measures how costs grow with the size of the account. */
export async function measureGrowth(workshop: Workshop, plan: GrowthPlan): Promise<readonly GrownCost[]> {
  const sites = await openSites(workshop, plan);
  const clients = { client: startWorker(workshop), other: startWorker(workshop) };
  const found = new Map<Site, MeasuredCosts[]>(sites.map((site) => [site, []]));
  const start = (site: Site, round: number) => startMeasured(workshop, site, { ...clients, round });

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
      workshop.progress(`round ${round} of ${plan.rounds}: ${engine}, ${count(account.rows)} rows`);
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
