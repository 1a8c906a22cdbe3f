import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a temporary folder. Returns its path and the URL of a database file in the folder. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "repute-typeorm-"));
  const file = join(path, "test.db");
  return { path, file, url: `sqlite:${file}`, remove: () => rmSync(path, { recursive: true, force: true }) };
}
