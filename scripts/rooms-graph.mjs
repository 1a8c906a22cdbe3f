import { readdir, readFile } from "node:fs/promises";

const source = new URL("../packages/domain/src/", import.meta.url);
const aside = ["kernel", "memory", "testing"];

/** The rooms of the domain as a graph: which room imports which, by the imports that stand in their files. */
export async function roomsGraph() {
  const rooms = await readRooms();
  const edges = [...rooms].flatMap(([room, imported]) =>
    directOnly(imported, rooms).map((other) => `  "${room}" -> "${other}";`),
  );
  const nodes = [...rooms.keys()].map((room) => `  "${room}";`);
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

/** Each room with the rooms that its files import; tests may import anything, and are left out. */
async function readRooms() {
  const folders = (await readdir(source, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => !aside.includes(name));
  const rooms = new Map();
  for (const room of names.sort()) {
    const folder = new URL(`${room}/`, source);
    const files = (await readdir(folder)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
    const imported = texts.flatMap((text) => [...text.matchAll(/ from "\.\.\/([^/"]+)\//g)].map(([, other]) => other));
    if (files.length === 0) continue;
    rooms.set(room, [...new Set(imported)].filter((other) => names.includes(other)).sort());
  }
  return rooms;
}

/** Without the arrows that follow from others. */
const directOnly = (imported, rooms) =>
  imported.filter((room) => !imported.some((other) => other !== room && reaches(other, room, rooms)));

const reaches = (from, to, rooms) => rooms.get(from).some((room) => room === to || reaches(room, to, rooms));
