import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import { main } from "../../src/main.js";
import type { Environment } from "../../src/settings/setting.js";
import type { Terminal } from "../../src/terminal/terminal.js";
import { reputeCommand } from "./child-process.js";

export type Context = { readonly env?: Environment; readonly stdin?: string; readonly watched?: boolean };
export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs `repute ...args` in this process. Returns its exit code and output. */
export async function repute(args: readonly string[], around: Context = {}): Promise<Ended> {
  return begin(args, around).ended;
}

/** Runs `repute ...args --json`. Returns the parsed output. */
export async function reputeJson<T>(args: readonly string[], env: Environment): Promise<T> {
  const { code, stdout, stderr } = await repute([...args, "--json"], { env });
  if (code !== 0) throw new Error(`repute ${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Returns the error line of a failed command. Without a terminal, `serve` logs the error as a JSON record. */
export const failureLine = (stderr: string): string =>
  stderr.startsWith("{") ? `error: ${(JSON.parse(stderr) as { readonly msg: string }).msg}\n` : stderr;

/** Running command, until it receives a signal. */
export type Running = {
  readonly ended: Promise<Ended>;
  /** Waits for the first match in standard output. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: "SIGTERM" | "SIGINT"): void;
  /** Emits an uncaught exception. */
  crash(error: unknown): void;
};

export function begin(args: readonly string[], { env = {}, stdin = "", watched = false }: Context = {}): Running {
  const signals = new EventEmitter();
  const stdout = capture();
  const stderr = capture();
  const terminal: Terminal = {
    // Without colors, tests can compare the output of a terminal.
    env: { NO_COLOR: "1", ...env },
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: stdout.stream,
    stderr: Object.assign(stderr.stream, { isTTY: watched }),
    signals,
    // The process runs further tests.
    runInBackground: () => {},
    command: reputeCommand,
  };
  const ended = main(["node", "repute", ...args], terminal).then((code) => {
    const result = { code, stdout: stdout.text(), stderr: stderr.text() };
    stdout.close(`it ended with ${code}: ${result.stderr}`);
    return result;
  });
  return {
    ended,
    printed: stdout.match,
    signal: (name) => void signals.emit(name, name),
    crash: (error) => void signals.emit("uncaughtException", error),
  };
}

function capture() {
  const changes = new EventEmitter();
  let text = "";
  let closed: string | undefined;
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      text += piece.toString();
      changes.emit("change");
      done();
    },
  });
  const match = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text);
        if (!found && closed === undefined) return;
        changes.off("change", look);
        if (found) resolve(found);
        else reject(new Error(`nothing matched ${String(pattern)}: ${closed}`));
      };
      changes.on("change", look);
      look();
    });
  const close = (reason: string) => {
    closed = reason;
    changes.emit("change");
  };
  return { stream, text: () => text, match, close };
}
