import {
  type CallImport,
  isoInstant,
  type RemainingCall,
  type TimeZone,
  type UndoneCallImport,
  undoneCallsItem,
} from "@repute/domain";
import type { Command } from "commander";
import { minuteText, paragraphs, print, table, type Text } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { addUndoCommand, undoResult } from "./undo.js";

type ListOptions = JsonOption & { readonly account: string };

export function addCallImportsCommands(program: Command, terminal: Terminal): void {
  const imports = program.command("call-imports").description("List and undo the imports of calls");
  addCommand(imports, "list", "List the imports of calls, newest first", ["repute call-imports list --account acme"])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: ListOptions) => {
      const { found, timeZone } = await withExistingDomain(terminal, async ({ accounts, conversions }) => {
        const { id } = await accounts.byKey(account);
        const found: CallImport[] = [];
        for await (const some of conversions.callImports(id)) found.push(...some);
        return { found, ...(await accounts.settings(id)) };
      });
      print(terminal, { json: { items: found.map(importItem) }, text: importTable(found, timeZone) }, json);
    });
  addUndoCommand(imports, terminal, {
    description: "Undo an import of calls: remove its new calls, and restore the calls that it changed",
    noun: "import",
    undo: ({ conversions }, ...wanted) => conversions.undoCalls(...wanted),
    ...{ itemOf: undoneCallsItem, textOf: undoneText },
  });
}

const importItem = ({ id, at, tracker, fileName, rows, added, changed, undoneAt }: CallImport) => ({
  import_id: id,
  imported_at: isoInstant(at),
  file: fileName,
  format: tracker,
  ...{ rows, added, changed },
  undone_at: undoneAt === null ? null : isoInstant(undoneAt),
});

const importTable = (found: readonly CallImport[], timeZone: TimeZone) =>
  table(
    ["import", `imported (${timeZone})`, "file", "rows", "new calls", "changed calls", `undone (${timeZone})`],
    found
      .map(importItem)
      .map((one) => [
        ...[String(one.import_id), minuteText(one.imported_at, timeZone), one.file ?? "standard input"],
        ...[one.rows, one.added, one.changed, minuteText(one.undone_at ?? "", timeZone)],
      ]),
  );

/** Maximum number of remaining calls that are printed without `--json`. */
const maxNamed = 20;

function undoneText({ import: { id }, removed, restored, remaining }: UndoneCallImport, dryRun: boolean): Text {
  const counts = table(
    [`import ${id}`, "count"],
    [
      ["calls removed", removed],
      ["calls with their earlier values", restored],
      ["calls changed since, not undone", remaining.length],
    ],
  );
  const others = remaining.length > maxNamed ? [`${remaining.length - maxNamed} more: see --json.`] : [];
  const named = table(
    ["call", "changed since by"],
    remaining.slice(0, maxNamed).map((call) => [call.conversion, changerOf(call)]),
  );
  return paragraphs(counts, ...(remaining.length > 0 ? [[named, ...others]] : []), undoResult(dryRun));
}

const changerOf = (call: RemainingCall): string => (call.import === null ? "a bundle" : `import ${call.import}`);
