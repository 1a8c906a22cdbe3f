import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the project's README as Markdown, or `undefined` if it is not installed. */
export const readmeText = (): Promise<string | undefined> =>
  readFile(join(__dirname, "../../../README.md"), "utf8").catch(() => undefined);
