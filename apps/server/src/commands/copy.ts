import { addCopy } from "@repute/copy";
import type { Command } from "commander";
import type { Terminal } from "../terminal.js";

/** The copy is a program of its own, which needs no server and no database of ours. */
export function addCopyCommand(program: Command, terminal: Terminal): void {
  addCopy(program.command("copy"), "repute copy", terminal);
}
