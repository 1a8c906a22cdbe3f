import { type ChildProcess, spawn } from "node:child_process";
import {
  type Cancellation,
  type ImageEncoder,
  imageLimits,
  imagesBusy,
  imageTooCostly,
  imageTooLarge,
  type ImageType,
  imageTypeOf,
  notAnImage,
  slots,
} from "@repute/domain";

/**
 * Re-encodes images with sharp, each in a separate process with limited memory, CPU time and priority.
 * One image is processed at a time and 16 images wait, with at most 4 images per account.
 * All processes end a few seconds after the last image.
 */
export function sharpImageEncoder(): ImageEncoder {
  const inTurn = slots(slotLimits, imagesBusy);
  const encode = imageProcesses();
  return async (account, sent, cancellation) => {
    const type = imageTypeOf(sent);
    if (!type) throw notAnImage();
    return inTurn(account, () => encode(sent, type, cancellation), cancellation);
  };
}

const slotLimits = { atOnce: 1, maxWaiting: 16, maxPerAccount: 4 };

/**
 * Re-encodes each image in a separate process.
 * A launcher starts these processes.
 * It starts with the first image and ends `idle` milliseconds after the last one.
 * The returned function is an `ImageEncoder` and throws the same errors.
 */
export function imageProcesses(idle = 5_000) {
  const running = new Map<number, Settle>();
  let launcher: ChildProcess | undefined;
  let lastId = 0;
  let ending: NodeJS.Timeout | undefined;

  return async (image: Uint8Array, type: ImageType, cancellation?: Cancellation): Promise<Uint8Array> => {
    const id = ++lastId;
    // Ignore errors. They occur only if the launcher has ended, and then the image has already been rejected.
    const stop = () => void launcher?.send({ id } satisfies LauncherTask, () => {});
    cancellation?.addEventListener("abort", stop);
    try {
      const reply = await replyTo({ id, order: orderFor(image.length, type), image });
      if (cancellation?.aborted) throw cancellation.reason as Error;
      if (reply.code === 0 && imageTypeOf(reply.image) === type) return reply.image;
      throw refusalOf(reply);
    } finally {
      cancellation?.removeEventListener("abort", stop);
    }
  };

  function replyTo(task: LauncherTask): Promise<LauncherReply> {
    clearTimeout(ending);
    return new Promise<LauncherReply>((resolve, reject) => {
      running.set(task.id, { resolve, reject });
      launcher ??= begun();
      launcher.ref();
      launcher.channel?.ref();
      launcher.send(task, (error) => error && reject(imagesBusy(error)));
    }).finally(() => {
      running.delete(task.id);
      if (running.size === 0) rest();
    });
  }

  /** Lets the host process exit while no image is being processed. */
  function rest(): void {
    launcher?.unref();
    launcher?.channel?.unref();
    ending = setTimeout(() => {
      const idleLauncher = launcher;
      launcher = undefined;
      if (idleLauncher?.connected) idleLauncher.disconnect();
    }, idle).unref();
  }

  function begun(): ChildProcess {
    const child = startLauncher();
    const lost = (cause: Error) => {
      if (launcher !== child) return;
      launcher = undefined;
      for (const { reject } of running.values()) reject(imagesBusy(cause));
    };
    child.on("message", (reply: LauncherReply) => running.get(reply.id)?.resolve(reply));
    child.once("error", lost);
    child.once("exit", (code, signal) =>
      lost(new Error(`The image launcher ended with ${signal ?? `exit code ${code}`}`)),
    );
    return child;
  }
}

type Settle = { readonly resolve: (reply: LauncherReply) => void; readonly reject: (error: Error) => void };

function startLauncher(): ChildProcess {
  return spawn(process.execPath, ["--max-old-space-size=64", "-e", launcherProgram, JSON.stringify(processLimits)], {
    cwd: "/",
    env: environment(),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
}

const processLimits: LauncherLimits = {
  // Timeout in milliseconds. The timeout is long because the process runs with the lowest priority.
  deadline: 30_000,
  // Maximum output in bytes: twice the size of the largest uncompressed result.
  maxReplyBytes: 2 * 4 * imageLimits.side ** 2,
};

function orderFor(bytes: number, type: ImageType): ImageOrder {
  const { pixels, side, decodingMemory: memory, decodingSeconds } = imageLimits;
  const cpuTime = decodingSeconds * 1_000_000;
  return { sharp: require.resolve("sharp"), bytes, type, pixels, side, memory, cpuTime };
}

/**
 * Returns the environment of the launcher, without the host's secrets and `NODE_OPTIONS`.
 * Limits malloc to one arena to save memory.
 */
function environment(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH } = process.env;
  const own = { MALLOC_ARENA_MAX: "1", UV_THREADPOOL_SIZE: "1" };
  return LD_LIBRARY_PATH === undefined ? own : { ...own, LD_LIBRARY_PATH };
}

/**
 * Converts an exit code or signal to an error.
 * The process sends no error messages, because they could quote the file.
 */
function refusalOf({ code, signal }: LauncherReply): Error {
  if (code === endings.notAnImage) return notAnImage();
  if (code === endings.tooManyPixels) return imageTooLarge();
  if (signal === endings.tooCostly) return imageTooCostly();
  const cause = new Error(`The image process ended with ${signal ?? `exit code ${code}`}`);
  return crashes.has(signal) ? notAnImage(cause) : imagesBusy(cause);
}

/** Signals that end a decoder if the image crashes it. A retry would crash the decoder again. */
const crashes: ReadonlySet<NodeJS.Signals | null> = new Set([
  "SIGSEGV",
  "SIGBUS",
  "SIGABRT",
  "SIGILL",
  "SIGFPE",
] as const);

/** Settings of the image process, passed as JSON in its first argument. */
export type ImageOrder = {
  /** Path of the sharp module. */
  readonly sharp: string;
  /** Size of the image in bytes. It marks the end of the image, because standard input stays open. */
  readonly bytes: number;
  readonly type: ImageType;
  /** Maximum number of pixels in the image, and maximum width and height of the result. */
  readonly pixels: number;
  readonly side: number;
  /** Limits of the process: resident memory in bytes and CPU time in microseconds. */
  readonly memory: number;
  readonly cpuTime: number;
};

/** Exit codes, and the signal, of a process that rejects an image. A successful process exits with 0. */
export const endings = { notAnImage: 64, tooManyPixels: 65, tooCostly: "SIGUSR2" } as const;

/**
 * Source code of a thread that ends the process when it exceeds its limits.
 * A signal ends the process immediately; `process.exit` would wait for libvips.
 */
const watch = `
  const { workerData: { memory, cpuTime } } = require("node:worker_threads");
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.memoryUsage.rss() > memory || user + system > cpuTime) process.kill(process.pid, "${endings.tooCostly}");
  }, 10);
`;

/**
 * Source code of the image process. It is a string so that it also runs in hosts that bundle this package.
 *
 * The limits of V8 do not apply to libvips, so the process watches its own memory in a thread. The thread starts before
 * the process lowers its priority. On Linux, each thread has its own priority, so this thread preempts the threads of
 * libvips.
 */
export const imageProgram = `
  const { writeFileSync } = require("node:fs");
  const { constants, setPriority } = require("node:os");
  const { Worker } = require("node:worker_threads");
  const order = JSON.parse(process.argv[1]);

  new Worker(${JSON.stringify(watch)}, { eval: true, workerData: order });
  setPriority(constants.priority.PRIORITY_LOW);
  // If the machine runs out of memory, Linux ends this process instead of the server.
  try { writeFileSync("/proc/self/oom_score_adj", "1000"); } catch {}
  // Signals to the process group also reach the server, which finishes its requests before it ends.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

  const received = [];
  let count = 0;
  process.stdin
    .on("data", (piece) => {
      received.push(piece);
      count += piece.length;
      if (count === order.bytes) void encode(Buffer.concat(received.splice(0)));
    })
    // The server ended, or no longer wants the image.
    .on("close", () => process.kill(process.pid, "SIGKILL"));

  const sharp = require(order.sharp);
  sharp.concurrency(1);
  sharp.cache(false);

  const written = {
    "image/png": (image) => image.png(),
    "image/jpeg": (image) => image.jpeg({ quality: 85 }),
    "image/webp": (image) => image.webp({ quality: 85 }),
  };

  async function encode(sent) {
    try {
      const { width, height } = await sharp(sent, { limitInputPixels: false }).metadata();
      if (width * height > order.pixels) process.exit(${endings.tooManyPixels});
      const image = sharp(sent, { limitInputPixels: order.pixels, failOn: "error", sequentialRead: true })
        .autoOrient()
        .resize(order.side, order.side, { fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb");
      const result = await written[order.type](image).toBuffer();
      // Exit in the callback, because a large result is written to standard output in several steps.
      process.stdout.write(result, () => process.exit(0));
    } catch {
      process.exit(${endings.notAnImage});
    }
  }
`;

/**
 * A message to the launcher.
 * The launcher re-encodes the image according to `order`, or cancels if `order` is absent.
 */
type LauncherTask = {
  readonly id: number;
  readonly order?: ImageOrder;
  readonly image?: Uint8Array;
};

/** Result of an image process: its exit code or signal, and its standard output as `image`. */
type LauncherReply = {
  readonly id: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly image: Uint8Array;
};

/** Limits of one image process: `deadline` in milliseconds, `maxReplyBytes` in bytes of output. */
type LauncherLimits = { readonly deadline: number; readonly maxReplyBytes: number };

/**
 * Source code of the launcher, which starts one image process per image.
 * Its first argument is a `LauncherLimits`.
 * The launcher is a small process, because Linux copies the page tables of a process that starts another one.
 * A server with 190 MB would be blocked for 20 ms.
 * The launcher ends when its parent ends or disconnects.
 * Image processes end with the launcher, because their standard input closes.
 */
const launcherProgram = `
  const { spawn } = require("node:child_process");
  const { deadline: timeout, maxReplyBytes } = JSON.parse(process.argv[1]);
  const children = new Map();

  // Signals to the process group also reach the server, which finishes its requests before it ends.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

  // Closes the standard input of the image processes, which ends them.
  process.on("disconnect", () => process.exit());
  process.on("message", ({ id, order, image }) => {
    if (order) decode(id, order, image);
    else children.get(id)?.kill("SIGKILL");
  });

  function decode(id, order, sent) {
    const child = spawn(process.execPath, ["--max-old-space-size=64", "-e", ${JSON.stringify(imageProgram)}, JSON.stringify(order)], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout,
      killSignal: "SIGKILL",
    });
    const reply = [];
    let bytes = 0;
    // Ignore this error, because it is followed by a close event with a negative exit code.
    child.once("error", () => {});
    children.set(id, child);
    child.stdout.on("data", (piece) => {
      bytes += piece.length;
      if (bytes <= maxReplyBytes) reply.push(piece);
      else child.kill("SIGKILL");
    });
    // Ignore errors while writing the image. If the process ends early, its exit code shows the reason.
    child.stdin.on("error", () => {}).write(sent);
    child.once("close", (code, signal) => {
      children.delete(id);
      process.send({ id, code, signal, image: Buffer.concat(reply) });
    });
  }
`;
