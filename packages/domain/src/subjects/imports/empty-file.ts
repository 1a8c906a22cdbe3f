import { invalid } from "../../foundation/kernel/domain-error.js";

export const emptyFileCode = "empty_file";

/** Creates the error for an appointment file without rows. Such a file usually comes from a failed export. */
export const emptyFile = () => invalid("empty_file", "the file has no rows; nothing was imported");
