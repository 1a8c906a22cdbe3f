import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken, tokenOf } from "./support/account.js";
import { reputeJson } from "./support/command-line.js";
import { interlacedPng, plainPng, textBomb } from "./support/hostile-png.js";
import { askSteadily, p99 } from "./support/latency.js";
import { peakMemory, resetPeakMemory } from "./support/memory.js";
import { longPractice } from "./support/practice.js";
import { type ServerProcess, serverProcesses } from "./support/server-process.js";
import { freshWorkspace } from "./support/workspace.js";

const atOnce = 4;
const user = { kind: "user", role: "Administrator", id: 7, name: "Ada Quill", email: "ada@example.com", active: true };
const [bomb, interlaced, plain] = [textBomb(), interlacedPng(5_000), plainPng()];
/** Image that is slow to decode but still accepted. */
const slow = interlacedPng(scaled(2_000, 4_000));

describe("a server that receives hostile images", () => {
  const workspace = freshWorkspace();
  const start = serverProcesses();
  let server: ServerProcess;
  let token: string;
  beforeEach(async () => {
    token = await practiceWithUser("acme");
    server = await start(workspace().env);
  });

  /** Creates an account with a user. Returns a token that can upload images. */
  async function practiceWithUser(key: string): Promise<string> {
    const { env, bundle } = workspace();
    await accountWithToken(env, key);
    await reputeJson(["load", "--account", key, await bundle([user])], env);
    return tokenOf(env, key, "account-key");
  }

  /** Uploads an image. Returns the status and, if the upload is rejected, the error code. */
  async function upload(image: Uint8Array, as = token): Promise<string> {
    const body = new FormData();
    body.append("image", new Blob([new Uint8Array(image)]), "image.png");
    const headers = { "api-token": as };
    const response = await fetch(`${server.baseUrl}/v1/users/7/image`, { method: "PUT", headers, body });
    const { code = "" } = (await response.json()) as { code?: string };
    return `${response.status} ${code}`.trim();
  }

  it("uses at most 100 MB more memory for four concurrent images, and then accepts other images", async () => {
    expect(await upload(plain)).toBe("200");
    await resetPeakMemory(server.pid);
    const before = await peakMemory(server.pid);
    const watching = watchImageProcesses(server.pid);
    const outcomes: string[] = [];
    for (let round = 0; round < scaled(1, 20); round += 1) {
      for (const image of [bomb, interlaced]) {
        outcomes.push(...(await Promise.all(Array.from({ length: atOnce }, () => upload(image)))));
      }
    }
    const peak = await watching.end();
    const more = (await peakMemory(server.pid)) - before;
    // The server rejects some uploads as busy, because an account's uploads share a memory limit.
    const judged = outcomes.filter((outcome) => !busy.includes(outcome));
    expect(new Set(judged)).toEqual(new Set(["413 image_too_large"]));
    expect(more).toBeLessThanOrEqual(100);
    expect(peak.memory).toBeLessThanOrEqual(maxMemory);
    expect(peak.atOnce).toBe(1);
    expect(await upload(plain)).toBe("200");
    expect(await imageProcesses(server.pid)).toEqual([]);
    reportFigure(
      `${outcomes.length} hostile images, ${atOnce} at a time: the server grew by ${more.toFixed(0)} MB, ` +
        `an image process had ${peak.memory.toFixed(0)} MB`,
    );
  });

  it.each(["SIGKILL", "SIGTERM"] as const)("leaves no image process behind after %s", async (signal) => {
    const uploading = upload(interlaced).catch(() => "lost");
    const pid = await firstImageProcess();
    await server.end(signal);
    expect(await uploading).toBe(signal === "SIGKILL" ? "lost" : "413 image_too_large");
    while (await isRunning(pid)) await pause(10);
  });

  it("serves lists of other accounts without delay while one account uploads images in a loop", async () => {
    const { env, bundle } = workspace();
    const reader = await accountWithToken(env, "reader");
    await reputeJson(["load", "--account", "reader", await bundle(longPractice(scaled(100, 1_000)))], env);
    const load = { rate: 20, seconds: scaled(1, 20) };
    const headers = { "api-token": reader, "accept-encoding": "gzip" };
    const ask = async () => {
      const response = await fetch(`${server.baseUrl}/v2/reviews?limit=100`, { headers });
      expect([response.status, response.headers.get("content-encoding")]).toEqual([200, "gzip"]);
      await response.arrayBuffer();
    };
    await askSteadily(ask, load);
    const before = p99(await askSteadily(ask, load));
    const outcomes: string[] = [];
    let isOver = false;
    const loops = Array.from({ length: atOnce }, async () => {
      while (!isOver) outcomes.push(await upload(slow));
    });
    const loop = Promise.allSettled(loops);
    const meanwhile = p99(await askSteadily(ask, load).finally(() => (isOver = true)));
    expect((await loop).filter(({ status }) => status === "rejected")).toEqual([]);
    expect(new Set(outcomes.filter((outcome) => !busy.includes(outcome)))).toEqual(new Set(["200"]));
    expect(meanwhile).toBeLessThanOrEqual(Math.max(before, noise) * maxTimes);
    reportFigure(
      `${outcomes.length} slow images beside compressed lists: p99 ${before.toFixed(1)} ms before, ${meanwhile.toFixed(1)} ms meanwhile`,
    );
  });

  async function firstImageProcess(): Promise<number> {
    for (;;) {
      const [pid] = await imageProcesses(server.pid);
      if (pid !== undefined) return pid;
      await pause(5);
    }
  }
});

/** Responses to uploads that waited too long for memory or for an image process, as on a busy machine. */
const busy = ["503 bodies_busy", "503 images_busy"];

/**
 * Maximum memory of an image process, in MB. It is higher in `npm run test:long`, where parallel test suites delay the
 * thread that ends a process above its limit.
 */
const maxMemory = scaled(400, 300);
/** Maximum slowdown factor. Only checked in `npm run torture`, because `npm run test:long` runs other tests in parallel. */
const maxTimes = scaled(Infinity, 2);
/** Latencies below this number of milliseconds count as noise. */
const noise = 20;

const readProcess = (path: string) => readFile(`/proc/${path}`, "utf8").catch(() => "");

/** Returns the process ids of the image processes, which are children of the launcher process. */
async function imageProcesses(server: number): Promise<number[]> {
  return (await Promise.all((await childrenOf(server)).map(childrenOf))).flat();
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readProcess(`${pid}/task/${pid}/children`);
  return children.split(" ").filter(Boolean).map(Number);
}

const isRunning = async (pid: number) => /^State:\s+[^ZX]/m.test(await readProcess(`${pid}/status`));

/** Records the maximum number of image processes and their maximum memory in MB. */
function watchImageProcesses(server: number) {
  const peak = { atOnce: 0, memory: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const pids = await imageProcesses(server);
      peak.atOnce = Math.max(peak.atOnce, pids.length);
      for (const pid of pids) peak.memory = Math.max(peak.memory, (await peakMemory(pid).catch(() => 0)) || 0);
      await pause(5);
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return peak;
    },
  };
}
