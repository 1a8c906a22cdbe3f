import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";

const memory = "/dev/shm";
const enough = 4 * 2 ** 30;

/**
 * Moves the temporary files of this process and its children to memory until the process ends, if the machine has
 * enough shared memory.
 * On disk, tests spend a third of their time on I/O.
 * Tests never simulate a power failure, so memory is sufficient.
 */
export function keepFilesInMemory(): void {
  if (!existsSync(memory)) return;
  removeForgotten();
  if (free(memory) < enough) return;
  const folder = mkdtempSync(`${memory}/repute-tests-${process.pid}-`);
  chmodSync(folder, 0o755); // PostgreSQL may run as another user.
  process.env["TMPDIR"] = folder;
  process.once("exit", () => remove(folder));
}

/** Removes the folders of interrupted runs. */
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
