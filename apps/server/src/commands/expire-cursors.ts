import type { Account, Domain } from "@repute/domain";
import type { Command } from "commander";
import { print } from "../output.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type ExpireOptions = JsonOption & { readonly account?: string };

export function addExpireCursorsCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "expire-cursors",
    "Make all copies of the change feed start over, after a restore that did not use `repute restore`",
    ["repute expire-cursors", "repute expire-cursors --account acme"],
  )
    .option("--account <key>", "Key of the account (default: all accounts)")
    .action(async ({ account, json }: ExpireOptions) => {
      const items = await withExistingDomain(terminal, (domain) => expire(domain, account));
      const text = table(
        ["account"],
        items.map((item) => [item.account]),
      );
      print(terminal, { json: { items }, text }, json);
    });
}

async function expire(domain: Domain, key: string | undefined): Promise<{ readonly account: string }[]> {
  const accounts: Account[] = key === undefined ? await domain.accounts.list() : [await domain.accounts.byKey(key)];
  for (const account of accounts) await domain.changes.expireCursors(account.id);
  return accounts.map((account) => ({ account: account.key }));
}
