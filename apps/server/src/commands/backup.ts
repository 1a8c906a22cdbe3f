import type { Command } from "commander";
import { print } from "../output.js";
import { backup, restore, verify } from "../compose.js";
import { readConfig } from "../config.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand } from "./command.js";

type FileOptions = JsonOption & { readonly replace?: boolean };

/** `backup`, `verify` and `restore`. */
export function addBackupCommands(program: Command, terminal: Terminal): void {
  addCommand(program, "backup", "copy the database to a file, also while it is in use; the copy is checked", [
    "repute backup /var/backups/repute-2026-11-21.db",
  ])
    .argument("<file>", "where to write the copy")
    .option("--replace", "write over a file that is there already")
    .action((file: string, { replace = false, json }: FileOptions) => {
      const written = backup(readConfig(terminal.env), file, replace);
      print(terminal, { json: written, text: `wrote ${written.file} (${megabytes(written.bytes)})` }, json);
    });

  addCommand(program, "verify", "check every page, index and reference of the database, also while it is in use", [
    "repute verify",
    "repute verify /var/backups/repute-2026-11-21.db",
  ])
    .argument("[file]", "a backup to check instead")
    .action((file: string | undefined, { json }: JsonOption) => {
      const checked = verify(readConfig(terminal.env), file);
      const text = `${checked.file} is whole and sound (${megabytes(checked.bytes)})`;
      print(terminal, { json: { ...checked, sound: true }, text }, json);
    });

  addCommand(program, "restore", "put a backup in the place of the database, which must not be in use", [
    "repute restore /var/backups/repute-2026-11-21.db --replace",
  ])
    .argument("<file>", "a file that backup wrote")
    .option("--replace", "take the place of a database that is there; it is kept beside under another name")
    .action((from: string, { replace = false, json }: FileOptions) => {
      const { file, bytes, kept } = restore(readConfig(terminal.env), from, replace);
      const before = kept === undefined ? "" : `\nthe database that was there is kept as ${kept}`;
      const output = {
        json: { file, bytes, kept: kept ?? null },
        text: `restored ${file} (${megabytes(bytes)})${before}`,
      };
      print(terminal, output, json);
    });
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
