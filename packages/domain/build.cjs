// Compiles the sources to ES modules for bundlers, which can then leave unused rules out of a bundle.
// Node always loads the output of tsc, so a process never has two copies of the domain.
const { readdirSync, rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { buildSync } = require("esbuild");

const sources = join(__dirname, "src");
const target = join(__dirname, "dist", "esm");

rmSync(target, { recursive: true, force: true });
buildSync({
  entryPoints: readdirSync(sources, { recursive: true })
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file))
    .map((file) => join(sources, file)),
  outdir: target,
  outbase: sources,
  tsconfig: join(__dirname, "tsconfig.json"),
  format: "esm",
  target: "es2022",
  logLevel: "warning",
});
writeFileSync(join(target, "package.json"), `${JSON.stringify({ type: "module", sideEffects: false })}\n`);
