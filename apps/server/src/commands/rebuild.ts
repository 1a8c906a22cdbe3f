import type { Account, Domain, RebuildReport } from "@repute/domain";
import type { Command } from "commander";
import { print } from "../output.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type RebuildOptions = JsonOption & { readonly account?: string };
type Rebuilt = { readonly account: string } & RebuildReport;

export function addRebuildCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "rebuild", "Rebuild the published lists, and mark all items except conversions as modified", [
    "repute rebuild",
    "repute rebuild --account acme",
  ])
    .option("--account <key>", "Key of the account (default: all accounts)")
    .action(async ({ account, json }: RebuildOptions) => {
      const items = await withExistingDomain(terminal, (domain) => rebuild(domain, account));
      print(terminal, { json: { items }, text: rebuiltTable(items) }, json);
    });
}

/** Formats the counts of a rebuild with one row per account and one column per kind of record. */
function rebuiltTable(items: readonly Rebuilt[]) {
  const [first] = items;
  const names = first ? Object.keys(first) : ["account"];
  return table(
    names,
    items.map((item) => Object.values(item)),
  );
}

/** Rebuilds accounts one by one. Each account is a separate unit of work. */
async function rebuild(domain: Domain, key: string | undefined): Promise<Rebuilt[]> {
  const accounts: Account[] = key === undefined ? await domain.accounts.list() : [await domain.accounts.byKey(key)];
  const items: Rebuilt[] = [];
  for (const account of accounts) items.push({ account: account.key, ...(await domain.feed.rebuild(account.id)) });
  return items;
}
