import { ndjsonBundle, spoolToFile } from "@repute/adapter-files";
import type { BundleSource, LoadReport } from "@repute/domain";
import type { Command } from "commander";
import { give, table } from "../answer.js";
import { loadProgress } from "../load-progress.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";

type LoadOptions = JsonOption & { readonly account: string; readonly dryRun?: boolean };

export function addLoadCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "load", "load an account bundle, all of it or nothing", [
    "repute load --account acme acme.ndjson",
    "zcat acme.ndjson.gz | repute load --account acme --dry-run -",
  ])
    .argument("<file>", "the bundle, one JSON object a line; - reads standard input")
    .requiredOption("--account <key>", "which account")
    .option("--dry-run", "check everything, store nothing")
    .action(async (file: string, { account, dryRun = false, json }: LoadOptions) => {
      const report = await load(terminal, account, file, dryRun);
      give(terminal, { json: report, text: reportText(report) }, json);
    });
}

/** Looks for the account before it reads anything. */
function load(terminal: Terminal, key: string, file: string, dryRun: boolean): Promise<LoadReport> {
  return withExistingDomain(terminal, async ({ accounts, bundle }) => {
    const { id } = await accounts.byKey(key);
    const progress = loadProgress(terminal.stderr);
    try {
      return await withBundle(terminal, file, (source) =>
        bundle.load(id, source, { dryRun, onProgress: progress.show }),
      );
    } finally {
      progress.end();
    }
  });
}

async function withBundle<T>(terminal: Terminal, file: string, work: (source: BundleSource) => Promise<T>): Promise<T> {
  if (file !== "-") return work(ndjsonBundle(file));
  const spool = await spoolToFile(terminal.stdin);
  try {
    return await work(ndjsonBundle(spool.file));
  } finally {
    await spool.close();
  }
}

/** A dry run does not know what differs from what is stored. */
function reportText({ stored, lines, kinds }: LoadReport): string {
  const counts = Object.entries(kinds);
  return stored
    ? table(
        ["kind", "lines", "changed"],
        [...counts.map(([kind, of]) => [kind, of.lines, of.changed ?? ""]), ["all", lines, ""]],
      )
    : `${table(["kind", "lines"], [...counts.map(([kind, of]) => [kind, of.lines]), ["all", lines]])}\nno fault found; nothing was stored`;
}
