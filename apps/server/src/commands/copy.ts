import { addCopy } from "@repute/copy";
import type { Command } from "commander";
import type { Terminal } from "../terminal.js";

/** Adds the `copy` command, which needs neither this server nor its database. */
export function addCopyCommand(program: Command, terminal: Terminal): void {
  addCopy(program.command("copy"), "repute copy", terminal);
}
