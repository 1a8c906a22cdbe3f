import { closeSync, openSync } from "node:fs";

/**
 * Creates a file with permissions for its owner only. Returns false if the file exists. An existing file is not opened,
 * because closing it would release the locks of this process on that file.
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
