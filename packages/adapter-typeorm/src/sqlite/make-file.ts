import { closeSync, openSync } from "node:fs";

/**
 * Creates an empty file that only its owner can access. Returns false if the file already exists.
 * An existing file is not opened, because closing it would release this process's locks on the file.
 */
export function makeFile(file: string): boolean {
  try {
    closeSync(openSync(file, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
