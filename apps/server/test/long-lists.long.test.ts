import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { isRead } from "@repute/adapter-typeorm/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { newBatch, postBatch } from "./support/batches.js";
import { reputeJson } from "./support/command-line.js";
import { peakMemory, resetPeakMemory } from "./support/memory.js";
import { aReview, practiceLines } from "./support/practice.js";
import { beginList, versions } from "./support/raw-list.js";
import { type ServerProcess, serverProcesses } from "./support/server-process.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const rows = scaled(4_000, 300_000);
/** Comment that is longer in `npm run test:long`, so that a few rows exceed the buffers of the operating system. */
const comment = "It took a while. ".repeat(scaled(300, 30));
const path = "/v2/reviews";
const atOnce = 10;

describe.each(engines)(`a list of ${rows} rows on %s`, (engine) => {
  const workspace = freshWorkspace(engine);
  const start = serverProcesses();
  let server: ServerProcess;
  let token: string;
  beforeEach(async () => {
    const { env, bundle } = workspace();
    token = await accountWithToken(env);
    const reviews = Array.from({ length: rows }, (_, index) =>
      aReview(index + 1, new Date(index * 60_000).toISOString(), { comment }),
    );
    await reputeJson(["load", "--account", "acme", await bundle([...practiceLines, ...reviews])], env);
    server = await start(env);
  });

  const begin = (_: unknown, index: number) =>
    beginList(server.baseUrl, path, token, versions[index % versions.length]);
  const wholeBytes = async (limit = "") => {
    const list = await beginList(server.baseUrl, path + limit, token);
    const { ending, status, bytes } = await list.readToEnd();
    expect({ ending, status }).toEqual({ ending: "whole", status: 200 });
    return bytes;
  };

  it("uses at most 64 MB more memory than a list of a thousand rows", async () => {
    await wholeBytes("?limit=1000");
    await resetPeakMemory(server.pid);
    const before = await peakMemory(server.pid);
    const bytes = await wholeBytes();
    const more = (await peakMemory(server.pid)) - before;
    expect(more).toBeLessThanOrEqual(64);
    reportFigure(`${engine}: a list of ${rows} rows and ${megabytes(bytes)}: ${more.toFixed(1)} MB more memory`);
  });

  it("is recognizable as incomplete after a kill or a second stop signal, over HTTP/1.1 and 1.0", async () => {
    const rounds = scaled(2, 20);
    const whole = await wholeBytes();
    const breaks = {
      killed: () => server.end("SIGKILL"),
      "told to stop twice": async () => {
        const insist = setInterval(() => server.signal("SIGTERM"), 200);
        await server.end("SIGTERM").finally(() => clearInterval(insist));
      },
    };
    const names = Object.keys(breaks) as (keyof typeof breaks)[];
    let faults = 0;
    for (let round = 0; round < rounds; round += 1) {
      const lists = await Promise.all(Array.from({ length: atOnce }, begin));
      const name = names[round % names.length] ?? "killed";
      await breaks[name]();
      for (const [index, list] of lists.entries()) {
        const { ending, status, bytes } = await list.readToEnd();
        const seen = { name, version: versions[index % versions.length], ending, status };
        expect(seen).toMatchObject({ ending: "broken", status: 200 });
        expect(bytes).toBeLessThan(whole);
        faults += 1;
      }
      server = await start(workspace().env);
    }
    reportFigure(
      `${engine}: ${faults} lists broken off in the middle, over HTTP/1.1 and 1.0: ${faults} seen by the client`,
    );
  });

  it("closes its transaction when the client disconnects", async () => {
    const disconnects = scaled(20, 500);
    const { DATABASE_URL: url = "" } = workspace().env;
    for (let disconnected = 0; disconnected < disconnects; disconnected += atOnce) {
      // A recent write stays in the write-ahead log, where open readers are visible.
      await postBatch(server.baseUrl, token, newBatch());
      const lists = await Promise.all(Array.from({ length: atOnce }, begin));
      expect(await isRead(url)).toBe(true);
      for (const { socket } of lists) socket.destroy();
    }
    while (await isRead(url)) await pause(50);
    await wholeBytes();
    reportFigure(`${engine}: ${disconnects} disconnects in the middle of a list: 0 transactions left open`);
  });
});

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
