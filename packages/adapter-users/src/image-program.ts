import type { ImageType } from "@repute/domain";

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
export type LauncherTask = {
  readonly id: number;
  readonly order?: ImageOrder;
  readonly image?: Uint8Array;
};

/** Result of an image process: its exit code or signal, and its standard output as `image`. */
export type LauncherReply = {
  readonly id: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly image: Uint8Array;
};

/** Limits of one image process: `deadline` in milliseconds, `maxReplyBytes` in bytes of output. */
export type LauncherLimits = { readonly deadline: number; readonly maxReplyBytes: number };

/**
 * Source code of the launcher, which starts one image process per image.
 * Its first argument is a `LauncherLimits`.
 * The launcher is a small process, because Linux copies the page tables of a process that starts another one.
 * A server with 190 MB would be blocked for 20 ms.
 * The launcher ends when its parent ends or disconnects.
 * Image processes end with the launcher, because their standard input closes.
 */
export const launcherProgram = `
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
