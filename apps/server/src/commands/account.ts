import { type Account, isoInstant } from "@repute/domain";
import type { Command } from "commander";
import { print } from "../output.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain, withNewDomain } from "./command.js";

type CreateOptions = JsonOption & { readonly key: string; readonly name: string; readonly timeZone?: string };
type KeyOptions = JsonOption & { readonly key: string };

export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program.command("account").description("Create, list, disable and enable accounts");
  addCreate(account, terminal);
  addList(account, terminal);
  addChange(account, terminal, "disable", "Reject all credentials of an account, starting with the next request");
  addChange(account, terminal, "enable", "Accept the credentials of a disabled account again");
}

function addCreate(account: Command, terminal: Terminal): void {
  addCommand(account, "create", "Create an account", [
    'repute account create --key acme --name "Acme Dental" --time-zone America/Denver',
  ])
    .requiredOption("--key <key>", "Key that identifies the account in commands: lowercase letters, digits and hyphens")
    .requiredOption("--name <name>", "Name of the practice")
    .option("--time-zone <zone>", "IANA time zone of the practice (default: UTC)")
    .action(async ({ json, ...wanted }: CreateOptions) => {
      const created = await withNewDomain(terminal, (domain) => domain.accounts.create(wanted));
      print(terminal, { json: accountItem(created), text: `Created account ${created.key}` }, json);
    });
}

function addList(account: Command, terminal: Terminal): void {
  addCommand(account, "list", "List all accounts", ["repute account list --json"]).action(
    async ({ json }: JsonOption) => {
      const accounts = await withExistingDomain(terminal, (domain) => domain.accounts.list());
      print(terminal, { json: { items: accounts.map(accountItem) }, text: accountTable(accounts) }, json);
    },
  );
}

function addChange(account: Command, terminal: Terminal, change: "disable" | "enable", description: string): void {
  addCommand(account, change, description, [`repute account ${change} --key acme`])
    .requiredOption("--key <key>", "Key of the account")
    .action(async ({ key, json }: KeyOptions) => {
      const changed = await withExistingDomain(terminal, (domain) =>
        domain.accounts.setDisabled(key, change === "disable"),
      );
      print(
        terminal,
        { json: accountItem(changed), text: `${change === "disable" ? "Disabled" : "Enabled"} account ${key}` },
        json,
      );
    });
}

const accountItem = ({ id, key, name, createdAt, disabled }: Account) => ({
  id,
  key,
  name,
  created_at: isoInstant(createdAt),
  disabled,
});

const accountTable = (accounts: readonly Account[]) =>
  table(
    ["key", "name", "created", "state"],
    accounts.map(({ key, name, createdAt, disabled }) => [
      key,
      name,
      isoInstant(createdAt),
      disabled ? "disabled" : "enabled",
    ]),
  );
