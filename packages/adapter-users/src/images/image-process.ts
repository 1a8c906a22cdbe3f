import { spawn } from "node:child_process";
import type { Cancellation, ImageType } from "@repute/domain";
import { imageLimits, imagesBusy, imageTooCostly, imageTooLarge, imageTypeOf, notAnImage } from "@repute/domain";
import type { ImageOrder } from "./image-program.js";
import { endings, imageProgram } from "./image-program.js";

/** Milliseconds. The process has the lowest priority, so on a busy machine it may take long to use up its CPU time. */
const deadline = 30_000;
/** Bytes: twice the pixels of the largest result, uncompressed. */
const mostReply = 2 * 4 * imageLimits.side ** 2;

/** Re-encodes an image in a process of its own, which has no other task. Rejects as `ImageEncoder` does. */
export function encodeInProcess(sent: Uint8Array, type: ImageType, cancellation?: Cancellation): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = startProcess(sent.length, type);
    child.once("error", (error) => reject(imagesBusy(error)));
    if (child.pid === undefined) return;
    const reply: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= mostReply) reply.push(piece);
      else kill();
    });
    // A process that ends before it has read the image says by its exit code why.
    child.stdin.on("error", () => {}).write(sent);
    cancellation?.addEventListener("abort", kill);
    child.once("close", (code, signal) => {
      cancellation?.removeEventListener("abort", kill);
      const image = Buffer.concat(reply);
      if (cancellation?.aborted) reject(cancellation.reason as Error);
      else if (code === 0 && imageTypeOf(image) === type) resolve(image);
      else reject(refusalOf(code, signal));
    });
    function kill(): void {
      child.kill("SIGKILL");
    }
  });
}

function startProcess(bytes: number, type: ImageType) {
  const { pixels, side, decodingMemory: memory, decodingSeconds } = imageLimits;
  const cpuTime = decodingSeconds * 1_000_000;
  const order = { sharp: require.resolve("sharp"), bytes, type, pixels, side, memory, cpuTime } satisfies ImageOrder;
  return spawn(process.execPath, ["--max-old-space-size=64", "-e", imageProgram, JSON.stringify(order)], {
    cwd: "/",
    env: environment(),
    stdio: ["pipe", "pipe", "ignore"],
    timeout: deadline,
    killSignal: "SIGKILL",
  });
}

/** Leaves out the host's secrets, and `NODE_OPTIONS`, which are for the host. One memory pool keeps the memory small. */
function environment(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH } = process.env;
  const own = { MALLOC_ARENA_MAX: "1", UV_THREADPOOL_SIZE: "1" };
  return LD_LIBRARY_PATH === undefined ? own : { ...own, LD_LIBRARY_PATH };
}

/** The exit code or signal tells why. No text comes from the process, because it could quote the file. */
function refusalOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (code === endings.notAnImage) return notAnImage();
  if (code === endings.tooManyPixels) return imageTooLarge();
  if (signal === endings.tooCostly) return imageTooCostly();
  const cause = new Error(`The image process ended with ${signal ?? `exit code ${code}`}`);
  return crashes.has(signal) ? notAnImage(cause) : imagesBusy(cause);
}

/** Signals of a decoder that failed on the file; the same file would fail again. */
const crashes: ReadonlySet<NodeJS.Signals | null> = new Set([
  "SIGSEGV",
  "SIGBUS",
  "SIGABRT",
  "SIGILL",
  "SIGFPE",
] as const);
