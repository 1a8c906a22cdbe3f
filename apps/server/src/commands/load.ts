import type { FileHandle } from "node:fs/promises";
import { callFile, ndjsonBundle, reviewFile } from "@repute/adapter-files";
import {
  type AccountId,
  callImportItem,
  type CallImportReport,
  type CallTracker,
  callTrackers,
  type Domain,
  type ImportProgress,
  type LoadReport,
  type Problem,
  type ReviewImportReport,
} from "@repute/domain";
import { type Command, Option } from "commander";
import { paragraphs, print, showProgress, table, type Text } from "../terminal/output.js";
import { problemLine } from "../terminal/failure.js";
import { printable, type Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, noticesOf, withExistingDomain, withInputFile } from "./command.js";
import { sealAfterWriting } from "./maintenance.js";
import { positiveOption } from "./option-values.js";

type ImportOptions = JsonOption & { readonly account: string; readonly dryRun?: boolean };

type LoadOptions = ImportOptions & {
  readonly allowDeletions?: number;
  readonly discard?: boolean;
};

export function addLoadCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "load", "Load an account bundle (all or nothing)", [
    "repute load --account acme acme.ndjson",
    "repute load --account acme --discard",
    "zcat acme.ndjson.gz | repute load --account acme --dry-run -",
  ])
    .argument("[file]", "Bundle file with one JSON object per line (- for standard input)")
    .requiredOption("--account <key>", "Key of the account")
    .option("--dry-run", "Check the bundle without storing anything")
    .option("--allow-deletions <n>", "Permit exactly this number of deletions by complete lists", positiveOption)
    .option("--discard", "End an unfinished load without storing the rest of it")
    .action(
      async (
        file: string | undefined,
        { account, discard = false, json, ...options }: LoadOptions,
        command: Command,
      ) => {
        if (discard === (file !== undefined) || (discard && options.dryRun)) {
          command.error("error: use either a bundle file or --discard");
        }
        if (file === undefined) {
          const discarded = await discardLoad(terminal, account);
          const text = discarded
            ? "The unfinished load was ended. The records that it had not stored yet were removed."
            : "The account has no unfinished load.";
          return print(terminal, { json: { discarded }, text }, json);
        }
        const report = await load(terminal, account, file, options);
        warn(terminal, report.warnings ?? []);
        print(terminal, { json: report, text: loadText(report) }, json);
      },
    );
}

function warn({ stderr }: Terminal, problems: readonly Problem[]): void {
  for (const one of problems) stderr.write(`warning: ${printable(problemLine(one))}\n`);
}

const discardLoad = (terminal: Terminal, key: string): Promise<boolean> =>
  withExistingDomain(terminal, async ({ accounts, bundle }) => bundle.discard((await accounts.byKey(key)).id));

/** Loads an account bundle. Checks the account before reading the file. */
function load(
  terminal: Terminal,
  key: string,
  file: string,
  options: Pick<LoadOptions, "dryRun" | "allowDeletions">,
): Promise<LoadReport> {
  return withExistingDomain(terminal, async (domain) => {
    const { id } = await domain.accounts.byKey(key);
    const progress = showProgress(terminal.stderr, "lines");
    const report = await withInputFile(terminal, file, (source) =>
      domain.bundle.load(id, ndjsonBundle(source), {
        ...options,
        onProgress: ({ lines, ...how }) => progress.show({ ...how, done: lines }),
      }),
    ).finally(progress.end);
    if (report.stored) await sealAfterWriting(domain, { account: id, records: report.lines }, terminal);
    return report;
  });
}

/** Formats the counts of a load. A dry run cannot count changes, because it is not compared with the stored data. */
function loadText({ stored, lines, kinds }: LoadReport): Text {
  const counts = Object.entries(kinds);
  const shown = (["missing", "changed", "deleted"] as const).filter((name) =>
    counts.some(([, of]) => of[name] !== undefined),
  );
  const counted = table(
    ["kind", "lines", ...shown],
    [
      ...counts.map(([kind, of]) => [kind, of.lines, ...shown.map((name) => of[name] ?? "")]),
      ["total", lines, ...shown.map(() => "")],
    ],
  );
  if (stored) return counted;
  const missing = counts.reduce((sum, [, of]) => sum + (of.missing ?? 0), 0);
  const deletions = `Records that the complete lists do not name: ${missing}. The load deletes them.`;
  return [counted, ...(shown.includes("missing") ? [deletions] : []), "Dry run: no errors found, nothing was stored."];
}

type CallImportOptions = ImportOptions & { readonly format: CallTracker | "auto" };

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
    .action(async (file: string, { account, format, dryRun = false, json }: CallImportOptions) => {
      const options = {
        ...(format !== "auto" && { tracker: format }),
        ...(file !== "-" && { fileName: file }),
        dryRun,
      };
      const report = await importRows(terminal, { account, file }, (domain, id, source, onProgress) =>
        domain.conversions.importCalls(id, callFile(source, noticesOf(terminal)), { ...options, onProgress }),
      );
      print(terminal, { json: callImportItem(report), text: callsText(report) }, json);
    });
}

type ImportFile<Report> = (
  domain: Domain,
  account: AccountId,
  source: string | FileHandle,
  onProgress: (progress: ImportProgress) => void,
) => Promise<Report>;

/** Imports a file with `load`, and shows the progress. Checks the account before reading the file. */
function importRows<Report extends { readonly changed?: number }>(
  terminal: Terminal,
  { account, file }: { readonly account: string; readonly file: string },
  load: ImportFile<Report>,
): Promise<Report> {
  return withExistingDomain(terminal, async (domain) => {
    const { id } = await domain.accounts.byKey(account);
    const progress = showProgress(terminal.stderr, "rows");
    const report = await withInputFile(terminal, file, (source) =>
      load(domain, id, source, ({ rows, ...how }) => progress.show({ ...how, done: rows })),
    ).finally(progress.end);
    await sealAfterWriting(domain, { account: id, records: report.changed ?? 0 }, terminal);
    return report;
  });
}

function callsText({ tracker, stored, rows, calls, skipped, suppressed, changed = 0, id }: CallImportReport): Text {
  const counts = [
    ["rows", rows],
    ["calls", calls],
    ["skipped (outbound)", skipped.outbound],
    ["skipped (unfinished)", skipped.unfinished],
    ...(suppressed > 0 ? [["rows about erased people, dropped", suppressed] as const] : []),
    ...(stored ? [["added or changed", changed] as const] : []),
  ] as const;
  const counted = table([tracker ?? "no rows", "count"], counts);
  return stored
    ? paragraphs(counted, `This is import ${id}. To undo it, run repute call-imports undo.`)
    : [counted, "Dry run: no errors found, nothing was stored."];
}

type ReviewOptions = ImportOptions & {
  readonly platform: number;
  readonly location?: number;
  readonly connection?: string;
};

export function addImportReviewsCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "import-reviews",
    "Import reviews as a platform exports them (reports rows with problems; a repeated import changes nothing)",
    [
      "repute import-reviews --account acme --platform 3 reviews.csv",
      "repute import-reviews --account acme --platform 3 --location 1 --dry-run google-page.json",
    ],
  )
    .argument("<file>", "CSV or .xlsx with a heading row, or JSON of Google's API (- for standard input)")
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--platform <id>", "Id of the platform on which the reviews were written", positiveOption)
    .option("--location <id>", "Id of the location of rows that name none, or an unknown one", positiveOption)
    .option("--connection <name>", "Import connection with the headings, references and time zone of the file")
    .option("--dry-run", "Check the file without storing anything")
    .action(async (file: string, { account, json, ...options }: ReviewOptions) => {
      const report = await importRows(terminal, { account, file }, (domain, id, source, onProgress) =>
        domain.reviews.import(id, reviewFile(source, noticesOf(terminal)), { ...options, onProgress }),
      );
      warn(terminal, report.problems);
      print(terminal, { json: report, text: reviewsText(report) }, json);
    });
}

function reviewsText({ stored, rows, faulty, suppressed, older = 0, changed = 0 }: ReviewImportReport): Text {
  const counts = [
    ["rows", rows],
    ["rows with problems, not stored", faulty],
    ...(suppressed > 0 ? [["rows about erased people, dropped", suppressed] as const] : []),
    ...(older > 0 ? [["rows older than the stored review, ignored", older] as const] : []),
    ...(stored ? [["added or changed", changed] as const] : []),
  ] as const;
  const counted = table(["reviews", "count"], counts);
  return stored ? counted : [counted, "Dry run: nothing was stored."];
}
