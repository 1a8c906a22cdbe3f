import { closeSync, openSync } from "node:fs";

/**
 * Makes a file that only its owner may read, from its first byte on; answers whether it was not there. One that is there
 * is not touched: closing a file takes away the locks that this process has on it elsewhere.
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
