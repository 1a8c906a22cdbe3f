import { readdir, readFile } from "node:fs/promises";

const source = new URL("../packages/domain/src/", import.meta.url);
const aside = ["kernel", "memory", "testing"];

/** Returns the domain's modules as a DOT graph with one arrow per import between modules. */
export async function modulesGraph() {
  const modules = await readModules();
  const edges = [...modules].flatMap(([module, imported]) =>
    directOnly(imported, modules).map((other) => `  "${module}" -> "${other}";`),
  );
  const nodes = [...modules.keys()].map((module) => `  "${module}";`);
  return [
    "digraph {",
    '  bgcolor="white"; pad=0.1; nodesep=0.25; ranksep=0.35;',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica,Arial,sans-serif", fontsize=12, fillcolor="#ddf4ff", color="#57606a"];',
    '  edge [color="#57606a", arrowsize=0.6];',
    ...nodes,
    ...edges,
    "}",
  ].join("\n");
}

/** Maps each module to the modules that its files import. Tests are skipped because they may import any module. */
async function readModules() {
  const folders = (await readdir(source, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => !aside.includes(name));
  const modules = new Map();
  for (const module of names.sort()) {
    const folder = new URL(`${module}/`, source);
    const files = (await readdir(folder)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
    const imported = texts.flatMap((text) => [...text.matchAll(/ from "\.\.\/([^/"]+)\//g)].map(([, other]) => other));
    if (files.length === 0) continue;
    modules.set(module, [...new Set(imported)].filter((other) => names.includes(other)).sort());
  }
  return modules;
}

/** Removes imports that another import already implies (transitive reduction). */
const directOnly = (imported, modules) =>
  imported.filter((module) => !imported.some((other) => other !== module && reaches(other, module, modules)));

const reaches = (from, to, modules) =>
  modules.get(from).some((module) => module === to || reaches(module, to, modules));
