import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of a test's own. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "repute-typeorm-"));
  return { path, file: join(path, "test.db"), remove: () => rmSync(path, { recursive: true, force: true }) };
}
