import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { schemaHistory, schemaModule } from "./history.js";

const file = join(__dirname, "../../src/sqlite/schema-fingerprints.ts");

void (async () => {
  const text = await format(schemaModule(await schemaHistory()), { parser: "typescript", printWidth: 120 });
  writeFileSync(file, text);
  process.stdout.write(`written: ${file}\n`);
})();
