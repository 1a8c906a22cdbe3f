import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const patience = 5_000;

/** Ends a child process and waits until it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), patience);
  await gone;
  clearTimeout(insist);
}
