import type { Command } from "commander";
import { readConfig } from "../config.js";
import { refuseLostDatabase } from "../lost-database.js";
import { serve } from "../serve.js";
import type { Terminal } from "../terminal.js";
import { addCommand, createDescription, type CreateOption } from "./command.js";

export function addServeCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "serve", "Migrate the database, then serve it over HTTP until SIGTERM or SIGINT", [
    "repute serve",
    "HOST=0.0.0.0 PORT=80 DATABASE_URL=sqlite:/var/lib/repute/repute.db repute serve",
  ])
    .option("--create", createDescription)
    .addHelpText("after", "\nThe environment variables are listed in: repute --help")
    .action(async ({ create }: CreateOption) => {
      const config = readConfig(terminal.env);
      if (!create) await refuseLostDatabase(config, "repute serve --create");
      await serve(config, terminal);
    });
}
