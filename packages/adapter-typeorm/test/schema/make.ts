import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { listFile, listModule } from "./migration-list.js";

const fingerprints = join(__dirname, "../../src/sqlite/schema-fingerprints.ts");

async function write(file: string, text: string): Promise<void> {
  writeFileSync(file, await format(text, { parser: "typescript", printWidth: 120 }));
  process.stdout.write(`written: ${file}\n`);
}

void (async () => {
  await write(listFile, listModule());
  // Loaded afterwards, because the history applies the listed migrations.
  const { schemaHistory, schemaModule } = await import("./history.js");
  await write(fingerprints, schemaModule(await schemaHistory()));
})();
