import { type ImportAttemptItem, type ImportRunItem, notFound, type WithdrawalsOfRun } from "@repute/domain";
import type { Command } from "commander";
import { importOutputs } from "../imports/import-outputs.js";
import { importSummary } from "../imports/import-summary.js";
import { previousImport } from "../imports/previous-import.js";
import { withdrawalsItem } from "../imports/withdrawal-item.js";
import { paragraphs, print, type Text } from "../output.js";
import { minuteText, table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { attemptIdOption, fileOption } from "./option-values.js";

type ListOptions = JsonOption & { readonly account: string };
type OutputNames = { readonly errors?: string; readonly report?: string };
type ShowOptions = ListOptions & OutputNames & { readonly id: number };

export function addImportsCommands(program: Command, terminal: Terminal): void {
  const imports = program.command("imports").description("List and show the import attempts of an account");
  addCommand(imports, "list", "List all import attempts, newest first, with the reason for each failure", [
    "repute imports list --account acme --json",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: ListOptions) => {
      const items = await withExistingDomain(terminal, async ({ accounts, imports: { attempts } }) => {
        const { id } = await accounts.byKey(account);
        const found: ImportAttemptItem[] = [];
        for await (const some of attempts(id)) found.push(...some);
        return found;
      });
      print(terminal, { json: { items }, text: attemptTable(items) }, json);
    });
  addCommand(imports, "show", "Show one import attempt with its counts, and write its report again", [
    "repute imports show --account acme --id 3",
    "repute imports show --account acme --id 3 --report monday.html --errors errors.csv",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--id <id>", "Number of the attempt (see repute imports list)", attemptIdOption)
    .option("--errors <file.csv>", "Write the stored rows with errors to this CSV file", fileOption(".csv"))
    .option("--report <file.html>", "Write the HTML report for the practice's office to this file", fileOption(".html"))
    .action(async (options: ShowOptions) => {
      const { account, id, errors, report, json } = options;
      const shown = await showAttempt(terminal, account, id, options);
      const files = { ...(errors !== undefined && { errors_file: errors }), ...(report !== undefined && { report }) };
      print(terminal, { json: { ...shownItem(shown), ...files }, text: shownText(shown) }, json);
      if (json) return;
      for (const written of [errors, report]) if (written !== undefined) terminal.stderr.write(`Wrote ${written}\n`);
    });
}

type Shown = {
  readonly attempt: ImportAttemptItem;
  readonly run: ImportRunItem | null;
  readonly withdrawals: WithdrawalsOfRun | null;
  readonly suppressed: number | null;
};

function showAttempt(terminal: Terminal, key: string, attemptId: number, names: OutputNames): Promise<Shown> {
  return withExistingDomain(terminal, async ({ accounts, imports }) => {
    const { id, name: practice } = await accounts.byKey(key);
    const { attempt, run } = await imports.attempt(id, attemptId);
    const withdrawals = run && (await imports.withdrawals(id, run.import_id));
    const suppressed = run && (await imports.suppressed(id, run.import_id));
    const { timeZone } = await accounts.settings(id);
    const about = { practice, file: attempt.file ?? "from standard input", timeZone };
    if (names.errors !== undefined && !run) throw noErrorRows(attemptId);
    const outputs = await importOutputs(names);
    try {
      if (run && withdrawals) {
        const pages = () => imports.errorRows(id, run.import_id);
        await outputs.write({ run, withdrawals }, pages, about, () => previousImport(imports, id, run.import_id));
      } else await outputs.writeFailure(attempt, about);
    } finally {
      await outputs.discard();
    }
    return { attempt, run, withdrawals, suppressed };
  });
}

const noErrorRows = (attempt: number) =>
  notFound("no_error_rows", `attempt ${attempt} has no error rows, because it did not store an import`);

const shownItem = ({ attempt, run, withdrawals, suppressed }: Shown) => ({
  ...attempt,
  run,
  withdrawals: withdrawals && withdrawalsItem(withdrawals),
  suppressed,
});

function shownText({ attempt, run, withdrawals, suppressed }: Shown): Text {
  const facts = table(
    [attempt.is_test ? `test attempt ${attempt.attempt_id}` : `attempt ${attempt.attempt_id}`, ""],
    [
      ["status", attempt.status],
      ["started", attempt.started_at],
      ["file", fileOf(attempt)],
      ["connection", attempt.connection ?? ""],
      ["import", idOf(attempt)],
      ["reason", attempt.reason ?? ""],
    ],
  );
  return run && withdrawals ? paragraphs(facts, importSummary(run, withdrawals, suppressed ?? 0)) : facts;
}

const fileOf = ({ file }: ImportAttemptItem): string => file ?? "standard input";

const idOf = ({ import_id }: ImportAttemptItem): string => (import_id === null ? "" : String(import_id));

const attemptTable = (attempts: readonly ImportAttemptItem[]) =>
  table(
    ["attempt", "started (UTC)", "file", "connection", "status", "import", "reason"],
    attempts.map((attempt) => [
      ...[`${attempt.attempt_id}${attempt.is_test ? " (test)" : ""}`, minuteText(attempt.started_at)],
      ...[fileOf(attempt), attempt.connection ?? "", attempt.status, idOf(attempt), attempt.reason ?? ""],
    ]),
  );
