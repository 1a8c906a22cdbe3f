import type { Outcome } from "../bench.js";
import type { RunOptions } from "../command-line.js";
import { growthSizes } from "../plan.js";
import { machineText, thisMachine } from "../results/page.js";
import type { Workshop } from "../workshop.js";
import { growthTable, judgeCost } from "./growth-table.js";
import { measureGrowth } from "./growth.js";

/** Measures how costs grow with the size of the account. Marks the costs that grow faster than expected. */
export async function benchGrowth(workshop: Workshop, { rows, json, ...options }: RunOptions): Promise<Outcome> {
  if (process.platform !== "linux") throw new Error("--growth needs Linux, which reports the costs of other processes");
  const sizes = growthSizes(rows);
  const costs = (await measureGrowth(workshop, { ...options, sizes })).map(judgeCost);
  const wrong = costs.filter(({ isExpected }) => !isExpected).length;
  const [machine, date] = [thisMachine(), new Date().toISOString().slice(0, 10)];
  const text = json
    ? JSON.stringify({ date, machine, sizes, costs })
    : `${growthTable(sizes, costs)}\n\n${machineText(machine)}\n${wrong} of ${costs.length} costs grow faster than expected`;
  return { text, isMet: wrong === 0 };
}
