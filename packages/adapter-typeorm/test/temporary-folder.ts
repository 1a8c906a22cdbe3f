import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of a test's own, with the name of a database file in it. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "repute-typeorm-"));
  const file = join(path, "test.db");
  return { path, file, url: `sqlite:${file}`, remove: () => rmSync(path, { recursive: true, force: true }) };
}
