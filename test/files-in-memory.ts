import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";

const memory = "/dev/shm";
const enough = 4 * 2 ** 30;

/**
 * Has the temporary files of this process, and of those that it starts, lie in memory until it ends, where the machine has
 * such a place with room. Tests wait for disks a third of their time otherwise, and kill processes only, not machines.
 */
export function keepFilesInMemory(): void {
  if (!existsSync(memory)) return;
  removeForgotten();
  if (free(memory) < enough) return;
  const folder = mkdtempSync(`${memory}/repute-tests-${process.pid}-`);
  chmodSync(folder, 0o755); // PostgreSQL may run as somebody else
  process.env["TMPDIR"] = folder;
  process.once("exit", () => remove(folder));
}

/** What runs left that were broken off. */
function removeForgotten(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = /^repute-tests-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) remove(`${memory}/${name}`);
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

function free(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
