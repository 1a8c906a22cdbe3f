import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { code, fillParts, table } from "../reference/tables.mjs";

export const workspace = fileURLToPath(new URL("../../", import.meta.url));

const execute = promisify(execFile);

/** Runs a program and returns its output. An error includes the program's output and error output. */
export async function run(folder, program, ...words) {
  try {
    const running = execute(program, words, { cwd: folder, maxBuffer: 2 ** 26 });
    running.child.stdin.end();
    return (await running).stdout;
  } catch (error) {
    throw new Error(`${program} ${words.join(" ")} failed:\n${error.stdout ?? ""}${error.stderr ?? error.message}`);
  }
}

/** Reads the package.json in a folder. */
export const manifestAt = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Folders of the packages that are published, relative to the workspace. */
const places = ["packages", "apps"]
  .flatMap((group) => readdirSync(join(workspace, group)).map((name) => `${group}/${name}`))
  .filter((place) => !manifestAt(join(workspace, place)).private);

/** Builds and packs the packages, and unpacks each archive. Builds once instead of before each package. */
export async function packPackages(folder) {
  const flags = places.flatMap((place) => ["-w", place]);
  await run(workspace, "npm", "run", "--silent", "build");
  await run(workspace, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...flags);
  const unpack = async (place) => {
    const name = basename(place);
    const archive = join(folder, readdirSync(folder).find((file) => file.startsWith(`repute-${name}-`)) ?? "");
    const unpacked = join(folder, "unpacked", name);
    mkdirSync(unpacked, { recursive: true });
    await run(folder, "tar", "-xzf", archive, "-C", unpacked, "--strip-components=1");
    return { name, place, archive, unpacked, manifest: manifestAt(unpacked) };
  };
  return Promise.all(places.map(unpack));
}

/** Checks that a package contains its documents and sources, and no internal files. publint checks its entry points. */
export function checkFiles({ name, unpacked, manifest }) {
  const files = readdirSync(unpacked, { recursive: true });
  const strangers = files.filter((file) => /\.test\.|\.tsbuildinfo$|^test\//.test(file));
  assert.deepEqual(strangers, [], `${name} has files that hosts have no use for`);
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

/** Packages that a TypeScript host with an Express app already has. */
const ofTheHost = ["express", "typescript", "@types/express", "@types/node"];

/** Installs the packages without a network. Links their declared dependencies, and no others, from the workspace. */
export function linkPackages(folder, packed) {
  writeFileSync(join(folder, "package.json"), "{}\n");
  for (const { unpacked, manifest } of packed) {
    cpSync(unpacked, join(folder, "node_modules", manifest.name), { recursive: true });
  }
  ofTheHost.forEach((name) => link(folder, workspace, name));
  for (const { place, manifest } of packed) {
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
    const foreign = Object.keys(declared).filter((name) => !name.startsWith("@repute/"));
    foreign.forEach((name) => link(folder, join(workspace, place), name));
  }
}

/** Links a package from the node_modules folder of `from`, or else of the workspace. */
function link(folder, from, name) {
  const place = join(folder, "node_modules", name);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  const near = join(from, "node_modules", name);
  symlinkSync(existsSync(near) ? near : join(workspace, "node_modules", name), place, "dir");
}

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
