// Sets the version of the workspace, of all packages and of their dependencies on each other. With --repository, also
// sets the addresses of the repository, which the packages do not have until someone publishes them.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { repository: { type: "string" } } });
const [version, ...more] = positionals;
const { repository } = values;
const isAddress = repository === undefined || /^https:\/\/[\w.-]+(\/[\w.-]+)+$/.test(repository);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? "") || more.length > 0 || !isAddress) {
  console.error("usage: node scripts/set-version.mjs 1.2.3 [--repository https://github.com/OWNER/NAME]");
  process.exit(2);
}

const root = new URL("../", import.meta.url);
const places = ["packages", "apps"].flatMap((group) =>
  readdirSync(new URL(group, root)).map((name) => `${group}/${name}`),
);
for (const place of ["", ...places]) {
  const file = new URL(`${place}/package.json`.replace(/^\//, ""), root);
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.version = version;
  if (repository !== undefined && (place === "" || !manifest.private)) {
    const folder = place === "" ? {} : { directory: place };
    manifest.homepage = place === "" ? `${repository}#readme` : `${repository}/tree/main/${place}#readme`;
    manifest.bugs = `${repository}/issues`;
    manifest.repository = { type: "git", url: `git+${repository}.git`, ...folder };
  }
  for (const field of ["dependencies", "devDependencies"]) {
    const own = Object.keys(manifest[field] ?? {}).filter((name) => name.startsWith("@repute/"));
    for (const name of own) manifest[field][name] = version;
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
console.log("next: npm install --package-lock-only && npm run docs");
