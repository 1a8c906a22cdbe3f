import type { Command } from "commander";
import { backup, restore, verify } from "../compose.js";
import { readConfig } from "../config.js";
import { print } from "../output.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption } from "./command.js";

type FileOptions = JsonOption & { readonly replace?: boolean };

/** Adds the commands `backup`, `verify` and `restore`. */
export function addBackupCommands(program: Command, terminal: Terminal): void {
  addCommand(program, "backup", "Copy the database to a file and check the copy, even while the database is in use", [
    "repute backup /var/backups/repute-2026-11-21.db",
  ])
    .argument("<file>", "File to write the copy to")
    .option("--replace", "Overwrite the file if it exists")
    .action((file: string, { replace = false, json }: FileOptions) => {
      const written = backup(readConfig(terminal.env), file, replace);
      print(terminal, { json: written, text: `Wrote ${written.file} (${megabytes(written.bytes)})` }, json);
    });

  addCommand(
    program,
    "verify",
    "Check every page, index and reference of the database, even while the database is in use",
    ["repute verify", "repute verify /var/backups/repute-2026-11-21.db"],
  )
    .argument("[file]", "Backup file to check instead of the database")
    .action((file: string | undefined, { json }: JsonOption) => {
      const checked = verify(readConfig(terminal.env), file);
      const text = `No damage found in ${checked.file} (${megabytes(checked.bytes)})`;
      print(terminal, { json: { ...checked, sound: true }, text }, json);
    });

  addCommand(program, "restore", "Restore the database from a backup (stop the server first)", [
    "repute restore /var/backups/repute-2026-11-21.db --replace",
  ])
    .argument("<file>", "Backup file to restore")
    .option(
      "--replace",
      "Replace the existing database, and keep the previous database in the same folder under another name",
    )
    .action((from: string, { replace = false, json }: FileOptions) => {
      const { file, bytes, previousFile } = restore(readConfig(terminal.env), from, replace);
      const before = previousFile === undefined ? "" : `\nThe previous database is kept as ${previousFile}`;
      const output = {
        json: { file, bytes, kept: previousFile ?? null },
        text: `Restored ${file} (${megabytes(bytes)})${before}`,
      };
      print(terminal, output, json);
    });
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
