import { constants, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";

/**
 * Has the process step back behind others: for one that reads one large file and ends. Processors go first to those that
 * answer requests. Garbage is collected before it has gathered as much again as is in use; left to itself, Node waits for
 * three times as much. This takes half the memory and a twentieth more time.
 */
export function backgroundProcess(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  setFlagsFromString("--heap-growing-percent=80");
}
