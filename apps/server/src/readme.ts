import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The project's readme, as Markdown; `undefined` where the server was installed without it. */
export const readmeText = (): Promise<string | undefined> =>
  readFile(join(__dirname, "../../../README.md"), "utf8").catch(() => undefined);
