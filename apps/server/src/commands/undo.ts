import {
  type AccountId,
  type Domain,
  isoInstant,
  type RemainingReason,
  type TimeZone,
  type UndoneImport,
  undoneImportItem,
} from "@repute/domain";
import type { Command } from "commander";
import { minuteText, paragraphs, print, table, type Text } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { idOption } from "./option-values.js";

/** How a group of commands undoes one of its imports. `noun` is the word for an import in the help. */
type Undoing<Undone> = {
  readonly description: string;
  readonly noun: string;
  readonly undo: (domain: Domain, account: AccountId, id: number, options: { dryRun: boolean }) => Promise<Undone>;
  readonly itemOf: (undone: Undone, dryRun: boolean) => object;
  readonly textOf: (undone: Undone, dryRun: boolean, timeZone: TimeZone) => Text;
};

type UndoOptions = JsonOption & { readonly account: string; readonly id: number; readonly dryRun?: boolean };

/** Adds the command `undo` to a group of commands about imports. */
export function addUndoCommand<Undone>(
  group: Command,
  terminal: Terminal,
  { description, noun, undo, itemOf, textOf }: Undoing<Undone>,
): void {
  const command = `repute ${group.name()} undo --account acme --id 3`;
  addCommand(group, "undo", description, [`${command} --dry-run`, command])
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--id <id>", `Number of the ${noun} (see repute ${group.name()} list)`, idOption)
    .option("--dry-run", "Print what would change without changing anything")
    .action(async ({ account, id, dryRun = false, json }: UndoOptions) => {
      const { undone, timeZone } = await withExistingDomain(terminal, async (domain) => {
        const { id: accountId } = await domain.accounts.byKey(account);
        const { timeZone } = await domain.accounts.settings(accountId);
        return { undone: await undo(domain, accountId, id, { dryRun }), timeZone };
      });
      print(terminal, { json: itemOf(undone, dryRun), text: textOf(undone, dryRun, timeZone) }, json);
    });
}

/** Last sentence of the output of an undo. */
export const undoResult = (dryRun: boolean, result = "You can import a corrected file now."): string =>
  dryRun ? "Dry run: nothing was changed." : result;

export const addUndoImportCommand = (imports: Command, terminal: Terminal): void =>
  addUndoCommand(imports, terminal, {
    description: "Undo an import: remove its appointments and unsent invites, and restore what it changed",
    noun: "import",
    undo: ({ imports: { undo } }, ...wanted) => undo(...wanted),
    ...{ itemOf: undoneImportItem, textOf: undoneText },
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
    isRepeated ? "This import was already undone. Nothing was changed." : undoResult(dryRun),
  );
}
