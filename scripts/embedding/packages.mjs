import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, workspace } from "./run.mjs";

const names = [
  "domain",
  "adapter-express",
  "adapter-typeorm",
  "adapter-files",
  "adapter-jwks",
  "adapter-users",
  "browser",
  "client",
];

/** Packs the packages for hosts and unpacks each archive. */
export function packPackages(folder) {
  const flags = names.flatMap((name) => ["-w", `packages/${name}`]);
  run(workspace, "npm", "pack", "--silent", "--pack-destination", folder, ...flags);
  return names.map((name) => {
    const archive = join(folder, readdirSync(folder).find((file) => file.startsWith(`repute-${name}-`)) ?? "");
    const unpacked = join(folder, "unpacked", name);
    mkdirSync(unpacked, { recursive: true });
    run(folder, "tar", "-xzf", archive, "-C", unpacked, "--strip-components=1");
    const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
    return { name, archive, unpacked, manifest };
  });
}

/** Checks that a package contains its entry points, documents and sources, and no internal files. */
export function checkPackage({ name, unpacked, manifest }) {
  const files = readdirSync(unpacked, { recursive: true });
  const strangers = files.filter((file) => /\.test\.|\.tsbuildinfo$|^test\//.test(file));
  assert.deepEqual(strangers, [], `${name} has files that hosts have no use for`);
  for (const file of [manifest.main, manifest.types, ...Object.values(manifest.exports).flatMap(Object.values)]) {
    assert.ok(existsSync(join(unpacked, file)), `${name} promises ${file}, which is not in it`);
  }
  for (const file of ["README.md", "LICENSE"]) assert.ok(files.includes(file), `${name} has no ${file}`);
  const license = readFileSync(join(workspace, "LICENSE"), "utf8");
  assert.equal(readFileSync(join(unpacked, "LICENSE"), "utf8"), license, `${name} has another license`);
  assert.match(readFileSync(join(unpacked, "README.md"), "utf8"), new RegExp(`^# ${manifest.name}\n`));
  files.filter((file) => file.endsWith(".map")).forEach((file) => checkSourceMap(name, join(unpacked, file)));
}

/** Checks that all sources of a source map are packed. A missing source means that dist contains an outdated file. */
function checkSourceMap(name, map) {
  for (const source of JSON.parse(readFileSync(map, "utf8")).sources) {
    const file = join(dirname(map), source);
    assert.ok(
      existsSync(file),
      `${name}: ${map} points to ${source}, which is not packed; remove dist and build again`,
    );
  }
}
