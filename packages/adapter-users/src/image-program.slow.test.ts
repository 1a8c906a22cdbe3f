import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { imageLimits } from "@repute/domain";
import sharp from "sharp";
import { endings, type ImageOrder, imageProgram } from "./image-encoder.js";

/** An image that takes hundreds of milliseconds to decode. */
const slow = sharp({ create: { width: 4_000, height: 4_000, channels: 4, background: "#f00" } })
  .png({ progressive: true })
  .toBuffer();

/** An image with a result larger than a pipe's buffer. */
const noisy = sharp({
  create: {
    width: 700,
    height: 700,
    channels: 3,
    background: "#000",
    noise: { type: "gaussian", mean: 128, sigma: 60 },
  },
})
  .png()
  .toBuffer();

async function started(limits: Partial<ImageOrder> = {}, sent = slow) {
  const image = await sent;
  const { pixels, side, decodingMemory: memory } = imageLimits;
  const own = { sharp: require.resolve("sharp"), bytes: image.length, type: "image/png" } as const;
  const order: ImageOrder = { ...own, pixels, side, memory, cpuTime: 60_000_000, ...limits };
  const child = spawn(process.execPath, ["-e", imageProgram, JSON.stringify(order)], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {}).write(image);
  if (sent === slow) child.stdout.resume();
  return { child, ended: once(child, "close") };
}

/**
 * Whether the process handles SIGHUP. This handler is the last that the program sets; bit 0 of `SigCgt` represents
 * it.
 */
async function handlesHangups(pid = 0): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const caught = /^SigCgt:\s+([\da-f]+)$/m.exec(status)?.[1] ?? "0";
  return (BigInt(`0x${caught}`) & 1n) === 1n;
}

describe("imageProgram", () => {
  it.each([
    ["CPU time", { cpuTime: 1 }, [null, endings.tooCostly]],
    ["memory", { memory: 1 }, [null, endings.tooCostly]],
    ["pixels", { pixels: 15_999_999 }, [endings.tooManyPixels, null]],
  ] as const)("ends when it exceeds its limit of %s", async (_, limits, ending) => {
    const { ended } = await started(limits);
    expect(await ended).toEqual(ending);
  });

  it("ends when its standard input closes, even while it decodes an image", async () => {
    const { child, ended } = await started();
    child.stdin.end();
    expect(await ended).toEqual([null, "SIGKILL"]);
  });

  it("waits for a slow reader", async () => {
    const { child, ended } = await started({}, noisy);
    await once(child.stdout, "readable");
    await pause(100);
    child.stdout.resume();
    expect(await ended).toEqual([0, null]);
  });

  it("ignores signals that its process group receives when the server stops", async () => {
    const { child, ended } = await started();
    while (!(await handlesHangups(child.pid))) await pause(1);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });
});
