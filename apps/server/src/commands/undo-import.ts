import { type ImportRun, isoInstant, type RemainingReason, type TimeZone, type UndoneImport } from "@repute/domain";
import type { Command } from "commander";
import { minuteText, paragraphs, print, table, type Text } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { importIdOption } from "./option-values.js";

type UndoOptions = JsonOption & {
  readonly account: string;
  readonly id: ImportRun["id"];
  readonly dryRun?: boolean;
};

export function addUndoImportCommand(imports: Command, terminal: Terminal): void {
  addCommand(
    imports,
    "undo",
    "Undo an import: remove its appointments and unsent invites, and restore what it changed",
    ["repute imports undo --account acme --id 3 --dry-run", "repute imports undo --account acme --id 3"],
  )
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--id <id>", "Number of the import (see repute imports list)", importIdOption)
    .option("--dry-run", "Print what would change without changing anything")
    .action(async ({ account, id, dryRun = false, json }: UndoOptions) => {
      const { undone, timeZone } = await withExistingDomain(terminal, async ({ accounts, imports: { undo } }) => {
        const { id: accountId } = await accounts.byKey(account);
        const { timeZone } = await accounts.settings(accountId);
        return { undone: await undo(accountId, id, { dryRun }), timeZone };
      });
      print(terminal, { json: undoneItem(undone, dryRun), text: undoneText(undone, dryRun, timeZone) }, json);
    });
}

const undoneItem = ({ run, isRepeated, removed, restored, reasons, remaining }: UndoneImport, dryRun: boolean) => ({
  undone: isRepeated || !dryRun,
  undone_before: isRepeated,
  ...{ run, removed, restored, reasons },
  remaining: remaining.map(({ kind, id, reason, patientName, at }) => ({
    ...{ kind, id, reason, patient_name: patientName },
    at: typeof at === "number" ? isoInstant(at) : at,
  })),
});

const reasonTexts: Readonly<Record<RemainingReason, string>> = {
  changed: "changed since, stays",
  sent: "already sent, stays",
  erased: "the person was erased, not restored",
  opted_out: "the patient opted out, no invite",
  deceased: "the patient died, no invite",
  too_late: "the planned time has passed, no invite",
  invited_since: "the patient has another invite, no invite",
};

/** Maximum number of remaining records that are printed without `--json`. */
const maxNamed = 20;

function undoneText(undone: UndoneImport, dryRun: boolean, timeZone: TimeZone): Text {
  const { run, isRepeated, removed, restored, reasons, remaining } = undone;
  const counts = table(
    [`import ${run.import_id}`, "appointments", "invites"],
    [
      ["removed", removed.appointments, removed.invites],
      ["restored", restored.appointments, restored.invites],
    ],
  );
  const count = Object.values(reasons).reduce((sum, one) => sum + one, 0);
  const named = table(
    ["not undone", "patient", `time (${timeZone})`, "reason"],
    remaining
      .slice(0, maxNamed)
      .map(({ kind, id, reason, patientName, at }) => [
        ...[
          `${kind} ${id}`,
          patientName ?? "",
          typeof at === "number" ? minuteText(isoInstant(at), timeZone) : (at ?? ""),
        ],
        reasonTexts[reason],
      ]),
  );
  const others = count > maxNamed ? [`${count - maxNamed} more: see --json, which names the first 200.`] : [];
  return paragraphs(
    counts,
    ...(count > 0 ? [[named, ...others]] : []),
    isRepeated ? "This import was already undone. Nothing was changed." : dryRun ? dryRunNote : doneNote,
  );
}

const dryRunNote = "Dry run: nothing was changed.";
const doneNote = "You can import a corrected file now.";
