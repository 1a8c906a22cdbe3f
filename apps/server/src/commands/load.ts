import { ndjsonBundle } from "@repute/adapter-files";
import type { LoadReport } from "@repute/domain";
import type { Command } from "commander";
import { print, type Text } from "../output.js";
import { showProgress } from "../progress.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { withInputFile } from "./input-file.js";

type LoadOptions = JsonOption & { readonly account: string; readonly dryRun?: boolean; readonly discard?: boolean };

export function addLoadCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "load", "Load an account bundle (all or nothing)", [
    "repute load --account acme acme.ndjson",
    "repute load --account acme --discard",
    "zcat acme.ndjson.gz | repute load --account acme --dry-run -",
  ])
    .argument("[file]", "Bundle file with one JSON object per line (- for standard input)")
    .requiredOption("--account <key>", "Key of the account")
    .option("--dry-run", "Check the bundle without storing anything")
    .option("--discard", "End an unfinished load without storing the rest of it")
    .action(
      async (
        file: string | undefined,
        { account, dryRun = false, discard = false, json }: LoadOptions,
        command: Command,
      ) => {
        if (discard === (file !== undefined) || (discard && dryRun)) {
          command.error("error: use either a bundle file or --discard");
        }
        if (file === undefined) {
          const discarded = await discardLoad(terminal, account);
          const text = discarded
            ? "The unfinished load was ended. The records that it had not stored yet were removed."
            : "The account has no unfinished load.";
          return print(terminal, { json: { discarded }, text }, json);
        }
        const report = await load(terminal, account, file, dryRun);
        print(terminal, { json: report, text: reportText(report) }, json);
      },
    );
}

const discardLoad = (terminal: Terminal, key: string): Promise<boolean> =>
  withExistingDomain(terminal, async ({ accounts, bundle }) => bundle.discard((await accounts.byKey(key)).id));

/** Loads an account bundle. Checks the account before reading the file. */
function load(terminal: Terminal, key: string, file: string, dryRun: boolean): Promise<LoadReport> {
  return withExistingDomain(terminal, async ({ accounts, bundle }) => {
    const { id } = await accounts.byKey(key);
    const progress = showProgress(terminal.stderr, "lines");
    try {
      return await withInputFile(terminal, file, (source) =>
        bundle.load(id, ndjsonBundle(source), {
          dryRun,
          onProgress: ({ lines, ...how }) => progress.show({ ...how, done: lines }),
        }),
      );
    } finally {
      progress.end();
    }
  });
}

/** Formats the counts of a load. A dry run cannot count changes, because it is not compared with the stored data. */
function reportText({ stored, lines, kinds }: LoadReport): Text {
  const counts = Object.entries(kinds);
  const deletes = counts.some(([, { deleted }]) => deleted !== undefined);
  const last = ({ deleted = "" }: { readonly deleted?: number | "" }) => (deletes ? [deleted] : []);
  return stored
    ? table(
        ["kind", "lines", "changed", ...(deletes ? ["deleted"] : [])],
        [
          ...counts.map(([kind, of]) => [kind, of.lines, of.changed ?? "", ...last(of)]),
          ["total", lines, "", ...last({})],
        ],
      )
    : [
        table(["kind", "lines"], [...counts.map(([kind, of]) => [kind, of.lines]), ["total", lines]]),
        "Dry run: no errors found, nothing was stored.",
      ];
}
