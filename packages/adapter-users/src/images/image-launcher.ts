import { type ImageOrder, imageProgram } from "./image-program.js";

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
