// Sets the version of the workspace, of all packages and of their dependencies on each other.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const [version, ...more] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? "") || more.length > 0) {
  console.error("usage: node scripts/set-version.mjs 1.2.3");
  process.exit(2);
}

const root = new URL("../", import.meta.url);
const places = ["packages", "apps"].flatMap((group) =>
  readdirSync(new URL(group, root)).map((name) => `${group}/${name}/`),
);
for (const place of ["", ...places]) {
  const file = new URL(`${place}package.json`, root);
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.version = version;
  for (const field of ["dependencies", "devDependencies"]) {
    const own = Object.keys(manifest[field] ?? {}).filter((name) => name.startsWith("@repute/"));
    for (const name of own) manifest[field][name] = version;
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
console.log("next: npm install --package-lock-only && npm run docs");
