import { readdir, readFile } from "node:fs/promises";

const source = new URL("../packages/domain/src/", import.meta.url);
const layers = ["workflows", "subjects", "foundation"];
const aside = ["kernel"];

/** Returns the domain's modules as a DOT graph with a box per layer and one arrow per import between modules. */
export async function modulesGraph() {
  const layerOf = await readLayers();
  const modules = await readModules(layerOf);
  const edges = [...modules].flatMap(([module, imported]) =>
    directOnly(imported, modules).map((other) => `  "${module}" -> "${other}";`),
  );
  const boxes = layers.map((layer) => {
    const nodes = [...modules.keys()].filter((module) => layerOf.get(module) === layer).map((module) => `"${module}";`);
    return `  subgraph "cluster_${layer}" { label="${layer}"; labeljust=l; fontname="Helvetica,Arial,sans-serif"; fontsize=12; color="#d0d7de"; ${nodes.join(" ")} }`;
  });
  return [
    "digraph {",
    '  bgcolor="white"; pad=0.1; nodesep=0.25; ranksep=0.35;',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica,Arial,sans-serif", fontsize=12, fillcolor="#ddf4ff", color="#57606a"];',
    '  edge [color="#57606a", arrowsize=0.6];',
    ...boxes,
    ...edges,
    "}",
  ].join("\n");
}

/** Maps each module to the layer that contains its folder. */
async function readLayers() {
  const layerOf = new Map();
  for (const layer of layers) {
    const entries = await readdir(new URL(`${layer}/`, source), { withFileTypes: true });
    for (const entry of entries.filter((entry) => entry.isDirectory())) layerOf.set(entry.name, layer);
  }
  return new Map([...layerOf].filter(([module]) => !aside.includes(module)).sort(([a], [b]) => a.localeCompare(b)));
}

/** Maps each module to the modules that its files import. Tests are skipped because they may import any module. */
async function readModules(layerOf) {
  const modules = new Map();
  for (const [module, layer] of layerOf) {
    const folder = new URL(`${layer}/${module}/`, source);
    const files = (await readdir(folder)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/ from "\.\.\/(?:\.\.\/\w+\/)?([^/"]+)\//g)].map(([, other]) => other),
    );
    modules.set(module, [...new Set(imported)].filter((other) => other !== module && layerOf.has(other)).sort());
  }
  return modules;
}

/** Removes imports that another import already implies (transitive reduction). */
const directOnly = (imported, modules) =>
  imported.filter((module) => !imported.some((other) => other !== module && reaches(other, module, modules)));

const reaches = (from, to, modules) =>
  modules.get(from).some((module) => module === to || reaches(module, to, modules));
