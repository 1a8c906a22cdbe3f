import { invalid } from "@repute/domain";
import type { Command } from "commander";
import { checkConfig } from "../config-check.js";
import { print } from "../output.js";
import { unknownLine, unknownVariables } from "../settings/unknown-variables.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption } from "./command.js";

export function addConfigCommands(program: Command, terminal: Terminal): void {
  const config = program.command("config").description("Check the configuration");
  addCommand(config, "check", "Check all settings, and print each setting with its source (secrets are hidden)", [
    "repute config check",
    "repute config check --json",
  ]).action(({ json }: JsonOption) => {
    const { settings, errors } = checkConfig(terminal.env);
    const unknown = unknownVariables(terminal.env);
    const rows = settings.map(({ variable, value, source }) => [variable, value ?? "", source]);
    const text = [table(["variable", "value", "source"], rows), ...unknown.map(unknownLine)];
    if (errors.length === 0 || !json) print(terminal, { json: { settings, unknown }, text }, json);
    if (errors.length > 0) {
      throw invalid("invalid_configuration", errors.map(({ message }) => message).join("; "), errors);
    }
  });
}
