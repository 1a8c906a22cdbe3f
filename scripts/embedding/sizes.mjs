import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { code, fillParts, table } from "../reference/tables.mjs";
import { workspace } from "./run.mjs";

const guide = join(workspace, "docs/guides/embed-in-an-app.md");

/** The guide may differ from the sizes by this part, so that a small change needs no new table. */
const tolerance = 0.1;

/** Returns the sizes of the archive and of the files in it, in bytes. */
const sizesOf = ({ archive, unpacked }) => [
  statSync(archive).size,
  readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0),
];

const kilobytes = (bytes) => `${Math.round(bytes / 1_000).toLocaleString("en-US")} KB`;

/** Writes the sizes of the packages into the guide. */
export function writeSizes(packed) {
  const rows = packed.map((one) => [code(one.manifest.name), ...sizesOf(one).map(kilobytes)]);
  const sizes = table(["package", "archive", "unpacked"], rows);
  writeFileSync(guide, fillParts(readFileSync(guide, "utf8"), { "package-sizes": sizes }));
}

/** Checks the sizes that the guide states. */
export function checkSizes(packed) {
  const text = readFileSync(guide, "utf8");
  for (const one of packed) {
    const row = new RegExp(`^\\| \`${one.manifest.name}\` \\| ([\\d,]+) KB \\| ([\\d,]+) KB \\|$`, "m").exec(text);
    const stated = row?.slice(1).map((size) => Number(size.replaceAll(",", "")) * 1_000) ?? [0, 0];
    sizesOf(one).forEach((size, index) =>
      assert.ok(
        Math.abs(size - stated[index]) <= tolerance * size,
        `${one.name} has ${kilobytes(size)}, and the guide says ${kilobytes(stated[index])}; run scripts/try-embedding.mjs --write-sizes`,
      ),
    );
  }
}
