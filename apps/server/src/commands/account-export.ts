import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ExportReport } from "@repute/domain";
import type { Command } from "commander";
import { paragraphs, print, showProgress, table, type Text, writePart } from "../terminal/output.js";
import { fileInTheMaking } from "../terminal/output-file.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, warningsOn, withExistingDomain } from "./command.js";

type ExportOptions = JsonOption & { readonly key: string };

export function addExportAccount(account: Command, terminal: Terminal): void {
  addCommand(account, "export", "Write an account to a bundle file, which another server can load", [
    "repute account export --key acme acme.ndjson.gz",
    "repute account export --key acme - | gpg --encrypt --recipient ann@example.com > acme.ndjson.gpg",
  ])
    .argument("<file>", "Bundle file, compressed if its name ends in .gz (- for standard output)")
    .requiredOption("--key <key>", "Key of the account")
    .action(async (file: string, { key, json }: ExportOptions) => {
      const report = await exportAccount(terminal, key, file);
      for (const { kind, key: name, message } of report.problems) {
        warningsOn(terminal)(`omitted: ${[kind, name].filter(Boolean).join(".")}: ${message}`);
      }
      const { stderr } = terminal;
      print(
        file === "-" ? { ...terminal, stdout: stderr } : terminal,
        { json: report, text: exportText(report) },
        json,
      );
    });
}

/** Writes the bundle. The file gets its name when it is complete, and only its owner can read it. */
function exportAccount(terminal: Terminal, key: string, file: string): Promise<ExportReport> {
  return withExistingDomain(terminal, async ({ accounts, bundle }) => {
    const { id } = await accounts.byKey(key);
    const output = file === "-" ? undefined : await fileInTheMaking(file);
    // A file of several compressed members is a valid gzip file, and each member is compressed in another thread.
    const packed = file.endsWith(".gz") ? promisify(gzip) : async (text: string) => text;
    const write = async (text: string): Promise<void> =>
      output ? output.add(await packed(text)) : writePart(terminal.stdout, text);
    const progress = showProgress(terminal.stderr, "lines");
    try {
      const report = await bundle.export(id, write, {
        onProgress: (done) => progress.show({ phase: "exporting", done }),
      });
      await output?.finish([]);
      return report;
    } finally {
      progress.end();
      await output?.discard();
    }
  });
}

function exportText({ lines, kinds, omitted, erased }: ExportReport): Text {
  const { invite = 0, submission = 0 } = omitted;
  const left = [
    ["invites that were not sent yet", invite],
    ["test submissions", submission],
    ["records about erased people", erased],
  ] as const;
  return paragraphs(
    table(["kind", "lines"], [...Object.entries(kinds), ["total", lines]]),
    ...left.filter(([, count]) => count > 0).map(([what, count]) => `Omitted: ${count} ${what}.`),
    notCarried,
  );
}

const notCarried =
  "A bundle contains no users' passwords, images and invitations, tokens, clients, call trackers, reports of imports, patient survey files, erased people, expectations or audit trail.";
