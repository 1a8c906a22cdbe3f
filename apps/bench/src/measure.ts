import { memoryOf } from "./children/memory.js";
import { checkAnswers } from "./measures/check-answers.js";
import { measureExchanges } from "./measures/exchanges.js";
import { measureFilteredLists } from "./measures/filtered-lists.js";
import { measureHundredRows } from "./measures/hundred-rows.js";
import { measureMemory } from "./measures/list-memory.js";
import { measureLists } from "./measures/list-round.js";
import { measureLoading } from "./measures/loading.js";
import { smallRequestMeanwhile, smallRequestNaively } from "./measures/meanwhile.js";
import { measurePostgres } from "./measures/postgres-round.js";
import type { Plan } from "./plan.js";
import type { Measured, Round } from "./results/measured.js";
import type { Server } from "./servers/server.js";
import { limitKind, startLimit } from "./servers/start-limit.js";
import type { Stage } from "./stage.js";
import { endpoint, openStage } from "./stage.js";
import type { Workshop } from "./workshop.js";

/** Makes the data, starts everything, and measures round by round. */
export async function measure(workshop: Workshop, plan: Plan): Promise<Measured> {
  const stage = await openStage(workshop, plan);
  const memory = await measureMemory(stage);
  if (stage.postgres) await checkAnswers(stage, stage.postgres);
  const { file, bytes } = await checkAnswers(stage, stage);
  const limit = await startLimit(workshop, file);
  await warmUp(stage, limit);
  const rounds: Round[] = [];
  for (let number = 1; number <= plan.rounds; number += 1) {
    rounds.push(await measureRound(stage, limit, bytes, `round ${number} of ${plan.rounds}`));
  }
  workshop.progress("small requests during a list, the naive way");
  const smallRequest = await smallRequestNaively(stage);
  const peak = (await memoryOf(stage.naive.pid))?.peak;
  return {
    rows: plan.rows,
    tenth: stage.sizes.tenth,
    naiveRows: stage.sizes.naive,
    loadRows: stage.sizes.load,
    bytes,
    limit: limitKind(),
    rounds,
    ...(memory && { memory }),
    naive: { smallRequest, ...(peak !== undefined && { peak }) },
  };
}

/** What is asked for the first time is slower than ever after. */
async function warmUp(stage: Stage, limit: Server): Promise<void> {
  stage.workshop.progress("warming up");
  await stage.client.run("download", endpoint(limit, "/list.json"));
  await measureHundredRows(stage);
  await measureExchanges(stage);
}

async function measureRound(stage: Stage, limit: Server, bytes: number, round: string): Promise<Round> {
  const { progress } = stage.workshop;
  progress(`${round}: lists`);
  const lists = await measureLists(stage, limit, bytes);
  progress(`${round}: other lists and filters`);
  const filtered = await measureFilteredLists(stage, stage.repute);
  progress(`${round}: small requests during lists`);
  const smallRequest = await smallRequestMeanwhile(stage, stage.repute);
  progress(`${round}: lists of 100 rows`);
  const hundredRows = await measureHundredRows(stage);
  progress(`${round}: loading`);
  const loading = await measureLoading(stage);
  progress(`${round}: tokens for assertions`);
  const exchanges = await measureExchanges(stage);
  const found = { lists, filtered, smallRequest, hundredRows, loading, exchanges };
  if (!stage.postgres) return found;
  progress(`${round}: PostgreSQL`);
  return { ...found, postgres: await measurePostgres(stage, stage.postgres, bytes) };
}
