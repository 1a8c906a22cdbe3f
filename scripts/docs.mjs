// Generates the files of docs/ from their sources. With --check, only reports stale files.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { openApiDocument, publishedFingerprints } from "@repute/adapter-express";
import { instance } from "@viz-js/viz";
import { modulesGraph } from "./modules-graph.mjs";
import { fillParts } from "./reference/tables.mjs";

const drawn = async (graph) => (await instance()).renderString(graph, { format: "svg", engine: "dot" });

const docs = new URL("../docs/", import.meta.url);
const textOf = (name) => readFile(new URL(name, docs), "utf8");

/**
 * Defines a hand-written page with generated parts.
 * The module with the parts is loaded after openapi.json has been written, because the columns of the copy depend on it.
 */
const page = (name, load) => ({
  [`${name}.md`]: async () => fillParts(await textOf(`${name}.md`), await (await load()).parts()),
});

const fingerprints = "../packages/domain/src/foundation/feed/item-fingerprints.ts";

/** Returns the domain's source file with current fingerprints. */
async function fingerprintsCode() {
  const entries = Object.entries(publishedFingerprints()).map(
    ([list, hash]) => `  ${/\W/.test(list) ? JSON.stringify(list) : list}: "${hash}",\n`,
  );
  return (await textOf(fingerprints)).replace(/(?<= = \{\n)[^}]*(?=\};)/, entries.join(""));
}

const made = {
  "openapi.json": () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  ...page("guides/embed-in-an-app", () => import("./reference/functions.mjs")),
  ...page("reference/appointment-files", () => import("./reference/appointment-files.mjs")),
  ...page("reference/bundle", () => import("./reference/bundle.mjs")),
  ...page("reference/command-line", () => import("./reference/command-line.mjs")),
  ...page("reference/configuration", () => import("./reference/configuration.mjs")),
  ...page("reference/copy-tables", () => import("./reference/copy-tables.mjs")),
  ...page("reference/errors", () => import("./reference/errors.mjs")),
  ...page("reference/lists", () => import("./reference/lists.mjs")),
  ...page("reference/patient-survey-files", () => import("./reference/patient-survey-files.mjs")),
  [fingerprints]: fingerprintsCode,
  "explanation/architecture.svg": async () => drawn(await textOf("explanation/architecture.dot")),
  "explanation/modules.svg": async () => drawn(await modulesGraph()),
};

const flags = process.argv.slice(2);
const isCheck = flags.length === 1 && flags[0] === "--check";
if (flags.length > 0 && !isCheck) {
  console.error("usage: npm run docs [-- --check]");
  process.exit(2);
}

const stale = [];
for (const [name, make] of Object.entries(made)) {
  const text = await make();
  if (text === (await textOf(name).catch(() => undefined))) continue;
  stale.push(`docs/${name}`);
  if (isCheck) continue;
  await writeFile(new URL(name, docs), text);
  // The build generates the client's types and the columns of the copy from the API document.
  if (name === "openapi.json") execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
}

if (isCheck && stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}; run npm run docs and commit what it writes`);
  process.exitCode = 1;
} else if (!isCheck) {
  console.log(stale.length > 0 ? `written: ${stale.join(", ")}` : "nothing to write");
}
