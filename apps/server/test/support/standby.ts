import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Environment } from "../../src/settings/setting.js";
import { fromSources, printed } from "./child-process.js";

/** Server process that tests can end with SIGKILL. `freeze` stops it with SIGSTOP, and it still holds its connections. */
export type Killable = { readonly baseUrl: string; kill(): Promise<void>; freeze(): void };

/** Process that has already loaded the server code, so that a restart is fast. */
export type Standby = { serve(): Promise<Killable>; kill(): Promise<void> };

/** Starts a process that loads the server code and waits for a call of `serve`. */
export function standby(env: Environment): Standby {
  const child = spawn(process.execPath, [...fromSources, join(__dirname, "on-message.cjs")], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const stdout = child.stdout as Readable;
  const closed = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  return {
    kill,
    async serve() {
      child.send(["serve"]);
      const [, baseUrl = ""] = await printed(stdout, /Listening on (http:[^\s"]+)/);
      stdout.resume();
      return { baseUrl, kill, freeze: () => void child.kill("SIGSTOP") };
    },
  };
}
