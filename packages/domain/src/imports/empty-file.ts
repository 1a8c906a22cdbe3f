import { invalid } from "../kernel/domain-error.js";

/** Code of the error about a file without rows. */
export const emptyFileCode = "empty_file";

/** A file without rows usually means that an export went wrong, so it is not a successful import. */
export const emptyFile = () => invalid("empty_file", "the file has no rows; nothing was imported");
