import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { checkPackage as checkTypes, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { manifestAt, workspace } from "../scripts/embedding/packages.mjs";

const root = manifestAt(workspace);

/** Checks the fields that are the same in all packages, or that follow from the package's folder. */
export function checkManifest({ name, place, manifest }) {
  const { homepage, repository, version, license, engines, bugs } = root;
  const expected = {
    ...{ version, license, engines, bugs },
    homepage: homepage?.replace("#", `/tree/main/${place}#`),
    repository: repository && { ...repository, directory: place },
    type: "commonjs",
    sideEffects: false,
    publishConfig: { access: "public", provenance: true },
  };
  const actual = Object.fromEntries(Object.keys(expected).map((field) => [field, manifest[field]]));
  assert.deepEqual(actual, expected, `${name} has other metadata than the workspace`);
  assert.ok(manifest.keywords.length >= 3, `${name} has too few keywords`);
  assert.equal(manifest.scripts.prepack, "npm --prefix ../.. run --silent build", `${name} is not built when packed`);
  const own = Object.entries(manifest.dependencies ?? {}).filter(([dependency]) => dependency.startsWith("@repute/"));
  for (const [dependency, range] of own) assert.equal(range, version, `${name} needs another version of ${dependency}`);
}

/** Checks with publint and "Are the types wrong?" that every kind of host can load the package and its types. */
export async function lintPackage({ name, archive, manifest }) {
  const data = new Uint8Array(readFileSync(archive));
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: data.buffer } });
  const { problems } = await checkTypes(createPackageFromTarballData(data), { entrypoints: modulesOf(manifest) });
  const found = [
    ...messages.map((message) => formatMessage(message, pkg, { color: false })),
    ...problems.filter(concernsHosts).map(({ kind, ...details }) => `${kind}: ${JSON.stringify(details)}`),
  ];
  assert.deepEqual(found, [], `${name} cannot be loaded by every host`);
}

/** Returns the entry points of a package that are modules. The others, such as `./scct.js`, are scripts for pages. */
const modulesOf = ({ exports }) => Object.keys(exports).filter((entry) => !entry.endsWith(".js"));

/** Node 10 and TypeScript's setting of this name ignore `exports`, so they find no entry points other than `.`. */
const concernsHosts = ({ resolutionKind }) => resolutionKind !== "node10";
