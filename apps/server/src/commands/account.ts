import type { Account } from "@repute/domain";
import { isoInstant } from "@repute/domain";
import type { Command } from "commander";
import { print, table } from "../output.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withDomain, withExistingDomain } from "./command.js";

type CreateOptions = JsonOption & { readonly key: string; readonly name: string; readonly timeZone?: string };
type KeyOptions = JsonOption & { readonly key: string };

export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program.command("account").description("create, list, disable and enable accounts");
  addCreate(account, terminal);
  addList(account, terminal);
  addChange(account, terminal, "disable", "refuse every credential of an account from its next request on");
  addChange(account, terminal, "enable", "accept the credentials of a disabled account again");
}

function addCreate(account: Command, terminal: Terminal): void {
  addCommand(account, "create", "create an account", [
    'repute account create --key acme --name "Acme Dental" --time-zone America/Denver',
  ])
    .requiredOption("--key <key>", "what commands call it: lower-case letters, digits and hyphens")
    .requiredOption("--name <name>", "the practice's name")
    .option("--time-zone <zone>", "IANA name of the zone in which its days begin and end (default: UTC)")
    .action(async ({ json, ...wanted }: CreateOptions) => {
      const created = await withDomain(terminal, (domain) => domain.accounts.create(wanted));
      print(terminal, { json: accountItem(created), text: `created account ${created.key}` }, json);
    });
}

function addList(account: Command, terminal: Terminal): void {
  addCommand(account, "list", "list all accounts", ["repute account list --json"]).action(
    async ({ json }: JsonOption) => {
      const accounts = await withExistingDomain(terminal, (domain) => domain.accounts.list());
      print(terminal, { json: { items: accounts.map(accountItem) }, text: accountTable(accounts) }, json);
    },
  );
}

function addChange(account: Command, terminal: Terminal, change: "disable" | "enable", description: string): void {
  addCommand(account, change, description, [`repute account ${change} --key acme`])
    .requiredOption("--key <key>", "which account")
    .action(async ({ key, json }: KeyOptions) => {
      const changed = await withExistingDomain(terminal, (domain) =>
        domain.accounts.setDisabled(key, change === "disable"),
      );
      print(terminal, { json: accountItem(changed), text: `${change}d account ${key}` }, json);
    });
}

const accountItem = ({ id, key, name, createdAt, disabled }: Account) => ({
  id,
  key,
  name,
  created_at: isoInstant(createdAt),
  disabled,
});

const accountTable = (accounts: readonly Account[]): string =>
  table(
    ["key", "name", "created", "state"],
    accounts.map(({ key, name, createdAt, disabled }) => [
      key,
      name,
      isoInstant(createdAt),
      disabled ? "disabled" : "enabled",
    ]),
  );
