import type { PurgedAccount } from "@repute/domain";
import type { Command } from "commander";
import { print } from "../output.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

export function addPurgeCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "purge-test-submissions", "Delete all test submissions now (the server does this every night)", [
    "repute purge-test-submissions",
  ]).action(async ({ json }: JsonOption) => {
    const items = await withExistingDomain(terminal, (domain) => domain.submissions.purgeTests());
    print(terminal, { json: { items }, text: purgedTable(items) }, json);
  });
}

const purgedTable = (items: readonly PurgedAccount[]) =>
  table(
    ["account", "removed"],
    items.map(({ account, removed }) => [account, removed]),
  );
