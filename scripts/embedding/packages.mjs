import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { manifestAt, run, workspace } from "./run.mjs";

/** Folders of the packages that are published, relative to the workspace. */
const places = ["packages", "apps"]
  .flatMap((group) => readdirSync(join(workspace, group)).map((name) => `${group}/${name}`))
  .filter((place) => !manifestAt(join(workspace, place)).private);

/** Builds and packs the packages, and unpacks each archive. Builds once instead of before each package. */
export function packPackages(folder) {
  const flags = places.flatMap((place) => ["-w", place]);
  run(workspace, "npm", "run", "--silent", "build");
  run(workspace, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...flags);
  return places.map((place) => {
    const name = basename(place);
    const archive = join(folder, readdirSync(folder).find((file) => file.startsWith(`repute-${name}-`)) ?? "");
    const unpacked = join(folder, "unpacked", name);
    mkdirSync(unpacked, { recursive: true });
    run(folder, "tar", "-xzf", archive, "-C", unpacked, "--strip-components=1");
    return { name, place, archive, unpacked, manifest: manifestAt(unpacked) };
  });
}

/** Checks that a package contains its entry points, documents and sources, and no internal files. */
export function checkFiles({ name, unpacked, manifest }) {
  const files = readdirSync(unpacked, { recursive: true });
  const strangers = files.filter((file) => /\.test\.|\.tsbuildinfo$|^test\//.test(file));
  assert.deepEqual(strangers, [], `${name} has files that hosts have no use for`);
  const promised = [manifest.main, manifest.types, manifest.exports, manifest.bin].flatMap(targetsOf);
  for (const file of promised) {
    assert.ok(existsSync(join(unpacked, file)), `${name} promises ${file}, which is not in it`);
  }
  for (const file of ["README.md", "LICENSE"]) assert.ok(files.includes(file), `${name} has no ${file}`);
  const license = readFileSync(join(workspace, "LICENSE"), "utf8");
  assert.equal(readFileSync(join(unpacked, "LICENSE"), "utf8"), license, `${name} has another license`);
  assert.match(readFileSync(join(unpacked, "README.md"), "utf8"), new RegExp(`^# ${manifest.name}\n`));
  files.filter((file) => file.endsWith(".map")).forEach((file) => checkSourceMap(name, join(unpacked, file)));
}

/** Returns the paths in a field of a manifest, such as `exports`. */
const targetsOf = (value = {}) => (typeof value === "string" ? [value] : Object.values(value).flatMap(targetsOf));

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
