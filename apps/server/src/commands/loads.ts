import type { TimeZone, UploadItem } from "@repute/domain";
import type { Command } from "commander";
import { streamLogs } from "../logs.js";
import { readConfig } from "../settings/config.js";
import { minuteText, paragraphs, print, table, type Text } from "../terminal/output.js";
import { printable, type Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { positiveOption } from "./option-values.js";

type ListOptions = JsonOption & { readonly account: string };

export function addLoadsCommands(program: Command, terminal: Terminal): void {
  const loads = program
    .command("loads")
    .description("List, show and work on the files that were sent over HTTP or imported from folders");
  addCommand(loads, "list", "List the latest 100 loads of an account, newest first", [
    "repute loads list --account acme",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: ListOptions) => {
      const { items, timeZone } = await withExistingDomain(terminal, async ({ accounts, loads: { list } }) => {
        const { id } = await accounts.byKey(account);
        return { items: await list(id), ...(await accounts.settings(id)) };
      });
      print(terminal, { json: { items }, text: loadTable(items, timeZone) }, json);
    });
  addCommand(loads, "show", "Show a load with its counts and problems", ["repute loads show --account acme --id 12"])
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--id <id>", "Number of the load", positiveOption)
    .action(async ({ account, id, json }: ListOptions & { readonly id: number }) => {
      const { item, timeZone } = await withExistingDomain(terminal, async ({ accounts, loads: { one } }) => {
        const found = await accounts.byKey(account);
        return { item: await one(found.id, id), ...(await accounts.settings(found.id)) };
      });
      print(terminal, { json: item, text: loadText(item, timeZone) }, json);
    });
  addCommand(
    loads,
    "work",
    "Work on the queued loads of all accounts until none is left (the server runs this command)",
    ["repute loads work"],
  ).action(async ({ json }: JsonOption) => {
    await terminal.runInBackground();
    const { report } = streamLogs(readConfig(terminal.env).logLevel, terminal.stderr);
    const ended = await withExistingDomain(terminal, (domain) => domain.loads.work({ onError: report }));
    print(terminal, { json: { ended }, text: `Loads that ended: ${ended}` }, json);
  });
}

const loadTable = (items: readonly UploadItem[], timeZone: TimeZone) =>
  table(
    ["load", `received (${timeZone})`, "kind", "file", "state", "problem"],
    items.map((item) => [
      ...[String(item.id), minuteText(item.received_at, timeZone), item.kind, item.file_name ?? "", item.state],
      item.state === "failed" ? item.problems.slice(0, 1).map(problemLine).join("") : "",
    ]),
  );

function loadText(item: UploadItem, timeZone: TimeZone): Text {
  const facts = table(
    [`load ${item.id}`, ""],
    [
      ["kind", item.kind],
      ["state", item.state],
      ["received", `${minuteText(item.received_at, timeZone)} (${timeZone})`],
      ["file", item.file_name ?? ""],
      ["bytes", item.bytes],
      ...(item.run_id === null ? [] : [["number of the run", item.run_id] as const]),
      ...(item.repeats === null ? [] : [["same file as load", item.repeats] as const]),
    ],
  );
  const problems = item.problems.map(problemLine);
  return paragraphs(facts, ...(problems.length > 0 ? [problems] : []));
}

function problemLine({ line, row, key, message }: UploadItem["problems"][number]): string {
  const place = line === undefined ? (row === undefined ? "" : `row ${row}: `) : `line ${line}: `;
  return printable(`${place}${key === undefined ? "" : `${key} `}${message}`);
}
