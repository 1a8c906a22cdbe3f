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
