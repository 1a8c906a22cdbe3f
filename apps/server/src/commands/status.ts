import type { SourceItem, StatusItem } from "@repute/domain";
import type { Command } from "commander";
import { filledTable, minuteText, paragraphs, print, QuietEnd, table, type Text } from "../terminal/output.js";
import { exitCodes, type Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type StatusOptions = JsonOption & { readonly account?: string };

export function addStatusCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "status",
    "List the accounts whose data is late or fails first, and end with exit code 1 if there are any",
    ["repute status", "repute status --account acme", "repute status --json"],
  )
    .option("--account <key>", "Key of the account, to show its sources of data and its tokens (default: all accounts)")
    .action(async ({ account, json }: StatusOptions) => {
      const accounts = await withExistingDomain(terminal, (domain) => domain.accounts.statuses(account));
      const text = account === undefined ? statusTable(accounts) : accounts.map(accountText);
      print(terminal, { json: { accounts }, text }, json);
      if (accounts.some(({ state }) => state === "failing" || state === "late")) throw new QuietEnd(exitCodes.failure);
    });
}

const statusTable = (accounts: readonly StatusItem[]) =>
  table(
    ["account", "state", "source", "last arrival (UTC)", "unused tokens", "pending users"],
    accounts.map(({ key, state, sources: [worst], tokens, pending_invitations: pending }) => [
      ...[key, state, worst ? reasonOf(worst) : "no data arrived yet", timeText(worst?.last_arrival)],
      tokens.filter((token) => token.state === "enabled" && token.last_used === null).length,
      pending,
    ]),
  );

function accountText({ key, name, state, sources, tokens, pending_invitations: pending }: StatusItem): Text {
  return paragraphs(
    `${key} (${name}): ${state}. Users who have not set a password: ${pending}`,
    sources.length === 0 ? "No data arrived yet." : sourceTable(sources),
    ...filledTable(
      ["token", "kind", "name", "state", "last used (UTC)", "expires (UTC)"],
      tokens.map((token) => [
        ...[String(token.id), token.kind, token.name, token.state],
        ...[timeText(token.last_used, "never"), timeText(token.expires_at, "never")],
      ]),
    ),
  );
}

const sourceTable = (sources: readonly SourceItem[]) =>
  table(
    ["source", "state", "last arrival (UTC)", "records of that day", "last failure (UTC)", "expected on"],
    sources.map((one) => [
      ...[one.name, one.state, timeText(one.last_arrival, "never"), one.rows_of_last_day],
      ...[timeText(one.last_failure), one.expected_on.map((weekday) => weekday.slice(0, 3)).join(" ")],
    ]),
  );

function reasonOf({ name, state, late_since: since, last_failure: failure }: SourceItem): string {
  if (state === "failing") return `${name}, failed at ${timeText(failure)}`;
  return state === "late" ? `${name}, late since ${timeText(since)}` : name;
}

const timeText = (at: string | null | undefined, absent = "") => (at ? minuteText(at) : absent);
