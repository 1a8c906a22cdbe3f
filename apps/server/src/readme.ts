import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the project's README as Markdown, or `undefined` if this installation does not contain the README. */
export const readmeText = (): Promise<string | undefined> =>
  readFile(join(__dirname, "../../../README.md"), "utf8").catch(() => undefined);
