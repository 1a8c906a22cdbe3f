import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of a test's own, and what removes it. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "repute-examples-"));
  return {
    databaseUrl: (name: string) => `sqlite:${join(path, name)}`,
    remove: () => rmSync(path, { recursive: true }),
  };
}
