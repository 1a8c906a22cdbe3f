// Generates src/api.ts, the types of the API, from docs/openapi.json.
// Leaves out the examples, which are most of the document.
import { readFile, writeFile } from "node:fs/promises";
import openapiTypes, { astToString } from "openapi-typescript";

const source = new URL("../../docs/openapi.json", import.meta.url);
const target = new URL("src/api.ts", import.meta.url);
const header = "// Made from docs/openapi.json: change the routes instead.\n";

const document = JSON.parse(await readFile(source, "utf8"), (key, value) =>
  /^examples?$/.test(key) ? undefined : value,
);
const types = await openapiTypes(JSON.stringify(document), { exportType: true, alphabetize: false });
await writeFile(target, header + astToString(types));
