import type { Account, Domain } from "@repute/domain";
import type { Command } from "commander";
import { print } from "../output.js";
import { showProgress } from "../progress.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type SealOptions = JsonOption & { readonly account?: string };
type Sealed = { readonly account: string; readonly sealed: number };

export function addSealCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "seal",
    "Compress the stored lists for clients that accept gzip (the server does this when idle)",
    ["repute seal", "repute seal --account acme"],
  )
    .option("--account <key>", "Key of the account (default: all accounts)")
    .action(async ({ account, json }: SealOptions) => {
      const items = await withExistingDomain(terminal, (domain) => seal(domain, account, terminal));
      const rows = items.map((item) => [item.account, item.sealed]);
      print(terminal, { json: { items }, text: table(["account", "segments compressed"], rows) }, json);
    });
}

async function seal(domain: Domain, key: string | undefined, terminal: Terminal): Promise<Sealed[]> {
  const accounts: Account[] = key === undefined ? await domain.accounts.list() : [await domain.accounts.byKey(key)];
  const progress = showProgress(terminal.stderr, "segments");
  const items: Sealed[] = [];
  let done = 0;
  try {
    for (const account of accounts) {
      const onSegment = () => progress.show({ phase: "compressing", done: (done += 1) });
      items.push({ account: account.key, sealed: await domain.feed.seal(account.id, { onSegment }) });
    }
  } finally {
    progress.end();
  }
  return items;
}
