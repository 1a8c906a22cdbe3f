import type { ImportAttemptItem, ImportRunItem, WithdrawalsOfRun } from "@repute/domain";
import type { Command } from "commander";
import { importSummary } from "../imports/import-summary.js";
import { withdrawalsItem } from "../imports/withdrawal-item.js";
import type { Text } from "../output.js";
import { paragraphs, print } from "../output.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";
import { attemptIdOption } from "./option-values.js";

type ListOptions = JsonOption & { readonly account: string };
type ShowOptions = ListOptions & { readonly id: number };

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
  addCommand(imports, "show", "Show one import attempt with its counts", ["repute imports show --account acme --id 3"])
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--id <id>", "Number of the attempt (see repute imports list)", attemptIdOption)
    .action(async ({ account, id, json }: ShowOptions) => {
      const shown = await showAttempt(terminal, account, id);
      print(terminal, { json: shownItem(shown), text: shownText(shown) }, json);
    });
}

type Shown = {
  readonly attempt: ImportAttemptItem;
  readonly run: ImportRunItem | null;
  readonly withdrawals: WithdrawalsOfRun | null;
  readonly suppressed: number | null;
};

function showAttempt(terminal: Terminal, key: string, attemptId: number): Promise<Shown> {
  return withExistingDomain(terminal, async ({ accounts, imports }) => {
    const { id } = await accounts.byKey(key);
    const shown = await imports.attempt(id, attemptId);
    const { run } = shown;
    return {
      ...shown,
      withdrawals: run && (await imports.withdrawals(id, run.import_id)),
      suppressed: run && (await imports.suppressed(id, run.import_id)),
    };
  });
}

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
    ["attempt", "started", "file", "connection", "status", "import", "reason"],
    attempts.map((attempt) => [
      ...[`${attempt.attempt_id}${attempt.is_test ? " (test)" : ""}`, attempt.started_at],
      ...[fileOf(attempt), attempt.connection ?? "", attempt.status, idOf(attempt), attempt.reason ?? ""],
    ]),
  );
