import type { Plan } from "./plan.js";
import type { Figure, Row } from "./row.js";
import { rowsNamed } from "./rows.js";
import type { Stage } from "./stage.js";
import { openStage } from "./stage.js";
import type { Workshop } from "./workshop.js";

/** Everything that a run found. */
export type Measured = {
  readonly rows: number;
  readonly rounds: number;
  /** Of the whole list. */
  readonly bytes: number;
  readonly limit: Stage["limit"]["kind"];
  readonly figures: readonly Figure[];
};

/** Makes the data, starts everything, and measures round by round. */
export async function measure(workshop: Workshop, plan: Plan): Promise<Measured> {
  const rows = rowsNamed(plan.only);
  const stage = await openStage(workshop, plan);
  const found = new Map<Row, unknown[]>(rows.map((row) => [row, []]));

  async function measureAll(some: readonly Row[], when: string): Promise<void> {
    for (const row of some) {
      workshop.progress(`${when}${row.title}`);
      const one = await row.measure(stage);
      if (one !== undefined) found.get(row)?.push(one);
    }
  }

  await measureAll(
    rows.filter(({ warmsUp }) => warmsUp),
    "warming up: ",
  );
  for (const values of found.values()) values.length = 0;
  const everyRound = rows.filter(({ once }) => !once);
  for (let round = 1; round <= plan.rounds; round += 1) {
    await measureAll(everyRound, `round ${round} of ${plan.rounds}: `);
  }
  await measureAll(
    rows.filter(({ once }) => once),
    "",
  );
  return {
    rows: plan.rows,
    rounds: plan.rounds,
    bytes: stage.bytes,
    limit: stage.limit.kind,
    figures: [...found].flatMap(([row, values]) => (values.length > 0 ? row.figures(values, stage) : [])),
  };
}
