import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { type Batch, newBatch, postBatch, postUntilDead, storedOf } from "./support/batches.js";
import { reputeJson } from "./support/command-line.js";
import { serverProcesses } from "./support/server-process.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const rounds = scaled(3, 50);
const clients = 4;

describe.each(engines)("a server under load on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const start = serverProcesses();

  it(`loses nothing that it acknowledged when it is stopped ${rounds} times`, async () => {
    const { env } = workspace();
    const token = await accountWithToken(env);
    const began = new Date();
    const all: Batch[] = [];
    let server = await start(env);
    for (let round = 0; round < rounds; round += 1) {
      let posting: readonly Promise<Batch[]>[] = [];
      await new Promise<void>((answered) => {
        posting = Array.from({ length: clients }, () => postUntilDead(server.baseUrl, token, answered));
      });
      await server.end("SIGTERM");
      all.push(...(await Promise.all(posting)).flat());
      server = await start(env);
    }
    const stored = await storedOf(server.baseUrl, token, all, began);
    all.forEach(({ size, answer }, index) => {
      expect(answer === undefined ? [0, size] : [size]).toContain(stored[index]);
    });
    const acknowledged = all.filter(({ answer }) => answer !== undefined).length;
    reportFigure(`${engine}: ${rounds} stops under load: ${acknowledged} batches acknowledged, 0 lost, 0 in part`);
  });
});

describe("a server under load that is backed up", () => {
  const workspace = freshWorkspace();
  const start = serverProcesses();

  it(`gives ${rounds} intact backups that contain all writes acknowledged before them`, async () => {
    const { env, folder } = workspace();
    const token = await accountWithToken(env);
    const began = new Date();
    const { baseUrl } = await start(env);
    const acknowledged: Batch[] = [];
    let isPosting = true;
    const posting = Promise.all(
      Array.from({ length: clients }, async () => {
        while (isPosting) acknowledged.push(await postBatch(baseUrl, token, newBatch()));
      }),
    );
    posting.catch(() => {});
    const backups: { readonly file: string; readonly batches: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [file, batches] = [join(folder, `backup-${round}.db`), acknowledged.length];
      await reputeJson(["backup", file], env);
      backups.push({ file, batches });
    }
    isPosting = false;
    await posting;

    for (const { file, batches } of backups) {
      // The restore command verifies the whole backup. The server then uses the restored file.
      const restored = { ...env, DATABASE_URL: `sqlite:${file}.restored` };
      await reputeJson(["restore", file], restored);
      const copy = await start(restored);
      const stored = await storedOf(copy.baseUrl, token, acknowledged, began);
      acknowledged.forEach(({ size }, index) => {
        expect(index < batches ? [size] : [0, size]).toContain(stored[index]);
      });
      await copy.end("SIGTERM");
    }
    reportFigure(
      `SQLite: ${rounds} backups while ${acknowledged.length} batches were acknowledged: all open intact, ` +
        "each with all that was acknowledged before it, no batch in part",
    );
  });
});
