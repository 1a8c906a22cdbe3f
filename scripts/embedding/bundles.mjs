import assert from "node:assert/strict";
import { build } from "esbuild";
import { expectReview } from "./hosts.mjs";
import { run } from "./run.mjs";

const oneRule = `
import { parseCalendarDate } from "@repute/domain";
console.log(parseCalendarDate("2026-03-01"));
`;

/** Bundles one rule of the domain for a page. The bundle must not contain the libraries of other rules. */
export async function bundleRule(folder) {
  const stdin = { contents: oneRule, resolveDir: folder };
  const { metafile } = await bundle(folder, { stdin, outfile: "rule.mjs", platform: "browser", format: "esm" });
  const [{ inputs }] = Object.values(metafile.outputs);
  const strangers = Object.keys(inputs).filter((file) => !/^(<stdin>$|.*@repute\/domain\/)/.test(file));
  assert.deepEqual(strangers, [], "a bundle with one rule contains other libraries");
  assert.equal(run(folder, "node", "rule.mjs"), "2026-03-01\n");
}

/** Bundles a host that serves a list, with all its packages, and runs the bundle. */
export async function runBundle(folder) {
  await bundle(folder, { entryPoints: ["ask.mjs"], outfile: "bundled.cjs", platform: "node", format: "cjs" });
  expectReview(run(folder, "node", "bundled.cjs"));
}

const bundle = (absWorkingDir, options) =>
  build({ absWorkingDir, bundle: true, minify: true, metafile: true, logLevel: "error", ...options });
