import { callFile } from "@repute/adapter-files";
import { type CallImportProgress, type CallImportReport, type CallTracker, callTrackers } from "@repute/domain";
import { type Command, Option } from "commander";
import { print, type Text } from "../output.js";
import { showProgress } from "../progress.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { noticesOf, withInputFile } from "./input-file.js";

type ImportOptions = JsonOption & {
  readonly account: string;
  readonly format: CallTracker | "auto";
  readonly dryRun?: boolean;
};

export function addImportCallsCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "import-calls",
    "Import an export of a call tracker (all or nothing; a repeated import changes nothing)",
    [
      "repute import-calls --account acme callrail-march.csv",
      "curl -s https://.../calls.json | repute import-calls --account acme --format callrail -",
    ],
  )
    .argument("<file>", "CSV or .xlsx with a heading row, or JSON (- for standard input)")
    .requiredOption("--account <key>", "Key of the account")
    .addOption(
      new Option("--format <tracker>", "Format of the export").choices(["auto", ...callTrackers]).default("auto"),
    )
    .option("--dry-run", "Check the file without storing anything")
    .action(async (file: string, options: ImportOptions) => {
      const report = await importCalls(terminal, file, options);
      print(terminal, { json: reportItem(report), text: reportText(report) }, options.json);
    });
}

/** Imports calls. Checks the account before reading the file. */
function importCalls(terminal: Terminal, file: string, { account, format, dryRun = false }: ImportOptions) {
  return withExistingDomain(terminal, async ({ accounts, conversions }) => {
    const { id } = await accounts.byKey(account);
    const progress = showProgress(terminal.stderr, "rows");
    const onProgress = ({ rows, ...how }: CallImportProgress) => progress.show({ ...how, done: rows });
    const options = { ...(format !== "auto" && { tracker: format }), dryRun, onProgress };
    try {
      return await withInputFile(terminal, file, (source) =>
        conversions.importCalls(id, callFile(source, noticesOf(terminal)), options),
      );
    } finally {
      progress.end();
    }
  });
}

const reportItem = ({ tracker, stored, rows, calls, skipped, suppressed, changed }: CallImportReport) => ({
  format: tracker,
  stored,
  rows,
  calls,
  skipped,
  suppressed,
  ...(changed !== undefined && { changed }),
});

function reportText({ tracker, stored, rows, calls, skipped, suppressed, changed = 0 }: CallImportReport): Text {
  const counts = [
    ["rows", rows],
    ["calls", calls],
    ["skipped (outbound)", skipped.outbound],
    ["skipped (unfinished)", skipped.unfinished],
    ...(suppressed > 0 ? [["rows about erased people, dropped", suppressed] as const] : []),
    ...(stored ? [["added or changed", changed] as const] : []),
  ] as const;
  const counted = table([tracker ?? "no rows", "count"], counts);
  return stored ? counted : [counted, "Dry run: no errors found, nothing was stored."];
}
