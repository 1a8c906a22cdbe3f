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
} from "@repute/domain";
import {
  endings,
  type ImageOrder,
  type LauncherLimits,
  launcherProgram,
  type LauncherReply,
  type LauncherTask,
} from "./image-program.js";
import { slots } from "./slots.js";

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
