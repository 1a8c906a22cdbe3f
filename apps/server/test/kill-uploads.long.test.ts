import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { type Batch, postBatch, postUntilDead, storedOf } from "./support/batches.js";
import { reputeJson } from "./support/command-line.js";
import { type Killable, type Standby, standby } from "./support/standby.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const rounds = scaled(4, 200);
const clients = 4;
/** Minimum number of acknowledged batches before the server is killed. */
const minAnswers = scaled(1, 25);
const maxMilliseconds = 250;

/** Kills the server at a random time while clients post batches. Returns all posted batches. */
async function killWhilePosting(server: Killable, token: string): Promise<Batch[]> {
  let posting: readonly Promise<Batch[]>[] = [];
  let answers = 0;
  await new Promise<void>((resolve) => {
    const onAnswer = () => void ((answers += 1) === minAnswers && resolve());
    posting = Array.from({ length: clients }, () => postUntilDead(server.baseUrl, token, onAnswer));
  });
  await setTimeout(randomInt(maxMilliseconds));
  await server.kill();
  return (await Promise.all(posting)).flat();
}

describe.each(engines)("a server that receives uploads on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const waiting = new Set<Standby>();
  afterEach(() => Promise.all([...waiting].map((one) => one.kill())));

  it(`keeps every batch that it acknowledged, and no part of any other, when it is killed ${rounds} times`, async () => {
    const { env, folder } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const ready = () => {
      const one = standby({ ...env, LOG_LEVEL: "info", RATE_LIMIT_PER_MINUTE: "0" });
      waiting.add(one);
      return one;
    };

    const start = new Date();
    let server = await ready().serve();
    const [all, unanswered] = [[] as Batch[], { stored: 0, lost: 0 }];
    for (let round = 0; round < rounds; round += 1) {
      const [next, began] = [ready(), new Date()];
      const batches = await killWhilePosting(server, token);
      server = await next.serve();

      const stored = await storedOf(server.baseUrl, token, batches, began);
      batches.forEach(({ size, answer }, index) => {
        expect(answer === undefined ? [0, size] : [size]).toContain(stored[index]);
        if (answer === undefined) unanswered[stored[index] === 0 ? "lost" : "stored"] += 1;
      });
      const again: Batch[] = [];
      for (const batch of batches) again.push(await postBatch(server.baseUrl, token, batch));
      again.forEach(({ answer = "", size }, index) => {
        expect(answer).toBe(batches[index]?.answer ?? answer);
        expect(JSON.parse(answer)).toMatchObject({ accepted: size, duplicates: 0 });
      });
      all.push(...again);
      // The backup command fails if the database does not pass its integrity check.
      if (engine === "SQLite") await reputeJson(["backup", join(folder, "copy.db"), "--replace"], env);
    }

    expect(await storedOf(server.baseUrl, token, all, start)).toEqual(all.map(({ size }) => size));
    const answers = all.flatMap(({ answer = "" }) => (JSON.parse(answer) as { items: { id: number }[] }).items);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(all.reduce((sum, { size }) => sum + size, 0));
    await server.kill();
    const answered = all.length - unanswered.stored - unanswered.lost;
    reportFigure(
      `${engine}: ${rounds} kills: ${answered} batches acknowledged and all there; without an answer ${unanswered.stored} there whole, ` +
        `${unanswered.lost} not at all; ${answers.length} submissions, each once`,
    );
  });
});
