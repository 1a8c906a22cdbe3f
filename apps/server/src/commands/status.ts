import type { AccountSize } from "@repute/adapter-typeorm";
import { type JobItem, knownSources, type SourceItem, type Span, type StatusItem, weekdays } from "@repute/domain";
import { type Command, InvalidArgumentError } from "commander";
import {
  countText,
  filledTable,
  minuteText,
  paragraphs,
  print,
  QuietEnd,
  table,
  type Text,
} from "../terminal/output.js";
import { exitCodes, type Terminal } from "../terminal/terminal.js";
import { sizeOf } from "../open-domain.js";
import { readConfig } from "../settings/config.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { spanOption } from "./option-values.js";

type StatusOptions = JsonOption & { readonly account?: string };

export function addStatusCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "status",
    "List the accounts whose data is late or fails, or whose webhooks fail, first, and end with exit code 1 if there are any",
    ["repute status", "repute status --account acme", "repute status --json"],
  )
    .option(
      "--account <key>",
      "Key of the account, to show its sources of data, tokens and webhooks (default: all accounts)",
    )
    .action(async ({ account, json }: StatusOptions) => {
      const { id, statuses, jobs } = await withExistingDomain(terminal, async (domain) => ({
        id: account === undefined ? undefined : (await domain.accounts.byKey(account)).id,
        statuses: await domain.accounts.statuses(account),
        jobs: await domain.accounts.jobs(),
      }));
      const size = id === undefined ? undefined : await sizeOf(readConfig(terminal.env), id);
      const accounts = statuses.map((status) => ({ ...status, ...(size && { size }) }));
      const text = account === undefined ? overview(accounts, jobs) : accounts.map(accountText);
      print(terminal, { json: { accounts, jobs }, text }, json);
      if (accounts.some(({ state }) => state === "failing" || state === "late")) throw new QuietEnd(exitCodes.failure);
    });
}

type ExpectOptions = JsonOption & {
  readonly account: string;
  readonly source: string;
  readonly warnAfter?: Span;
  readonly errorAfter?: Span;
  readonly days?: readonly number[];
  readonly ended?: true;
};

export function addExpectCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "expect",
    "Set when data of a source is expected, for `repute status`. Without a span, the service learns it from the last weeks",
    [
      "repute expect --account acme --source bundles --warn-after 26h --error-after 3d --days mon,tue,wed,thu,fri",
      "repute expect --account acme --source bundles",
      "repute expect --account acme --source calls --ended",
    ],
  )
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--source <name>", `Source of data: ${knownSources.join(", ")}`)
    .option(
      "--warn-after <span>",
      "Span after the last arrival until the source is late, such as 90m, 26h or 3d",
      spanOption,
    )
    .option("--error-after <span>", "Span after the last arrival until the source is failing", spanOption)
    .option("--days <days>", "Days of the week that count, such as mon,tue,wed (default: all days)", daysOption)
    .option("--ended", "Omit the source from the status, because it sends no more data")
    .action(async ({ account, source, days = allDays, ended, json, ...spans }: ExpectOptions) => {
      if (ended) {
        await withExistingDomain(terminal, (domain) => domain.accounts.endSource(account, source));
        return print(terminal, { json: { account, source, ended }, text: `No data expected from ${source}` }, json);
      }
      const [warnAfter, errorAfter] = [spans.warnAfter ?? null, spans.errorAfter ?? null];
      const expectation = { source, warnAfter, errorAfter, days };
      await withExistingDomain(terminal, (domain) => domain.accounts.expect(account, expectation));
      const isSet = warnAfter !== null || errorAfter !== null;
      const text = isSet ? `Set when data is expected from ${source}` : `Learning when data is expected from ${source}`;
      const item = { account, source, warn_after: warnAfter, error_after: errorAfter };
      print(terminal, { json: { ...item, days: days.map((one) => weekdays[one]) }, text }, json);
    });
}

const allDays: readonly number[] = weekdays.map((_, index) => index);

function daysOption(text: string): readonly number[] {
  const days = text.split(",").map((name) => weekdays.findIndex((one) => one.slice(0, 3).toLowerCase() === name));
  if (!days.includes(-1)) return days;
  throw new InvalidArgumentError("Expected days of the week with commas between them, such as mon,tue,wed,thu,fri.");
}

const overview = (accounts: readonly StatusItem[], jobs: readonly JobItem[]) =>
  paragraphs(
    statusTable(accounts),
    ...filledTable(
      ["job", "last success (UTC)"],
      jobs.map(({ name, last_success: at }) => [name, timeText(at)]),
    ),
  );

const statusTable = (accounts: readonly StatusItem[]) =>
  table(
    ["account", "state", "reason", "last arrival (UTC)", "unused tokens", "pending users"],
    accounts.map(({ key, state, sources: [worst], webhooks, tokens, pending_invitations: pending }) => [
      ...[key, state, reasonOf(worst, webhooks), timeText(worst?.last_arrival)],
      tokens.filter((token) => token.state === "enabled" && token.last_used === null).length,
      pending,
    ]),
  );

type Sized = StatusItem & { readonly size?: AccountSize };

function accountText({ key, name, state, size, sources, lists, tokens, webhooks, ...rest }: Sized): Text {
  return paragraphs(
    `${key} (${name}): ${state}. Users who have not set a password: ${rest.pending_invitations}`,
    ...(size ? [`Size: ${countText(size.rows)} rows with ${(size.bytes / 1_000_000).toFixed(1)} MB of data`] : []),
    sources.length > 0 ? sourceTable(sources) : lists.length > 0 ? "No data is expected." : "No data arrived yet.",
    ...filledTable(
      ["list", "newest row (UTC)"],
      lists.map(({ name: list, newest_row: at }) => [list, timeText(at)]),
    ),
    ...filledTable(
      ["token", "kind", "name", "state", "last used (UTC)", "expires (UTC)"],
      tokens.map((token) => [
        ...[String(token.id), token.kind, token.name, token.state],
        ...[timeText(token.last_used, "never"), timeText(token.expires_at, "never")],
      ]),
    ),
    ...filledTable(
      ["webhook", "state", "failing since (UTC)"],
      webhooks.map((webhook) => [webhook.id, webhook.state, timeText(webhook.failing_since)]),
    ),
  );
}

const sourceTable = (sources: readonly SourceItem[]) =>
  table(
    ["source", "state", "last arrival (UTC)", "records of that day", "last failure (UTC)", "expected on"],
    sources.map((one) => [
      ...[one.name, one.state, timeText(one.last_arrival, "never"), one.rows_of_last_day ?? ""],
      ...[timeText(one.last_failure), one.expected_on.map((weekday) => weekday.slice(0, 3)).join(" ")],
    ]),
  );

function reasonOf(worst: SourceItem | undefined, webhooks: StatusItem["webhooks"]): string {
  if (worst?.state === "failing") return `${worst.name}, failed at ${timeText(worst.last_failure)}`;
  const failing = webhooks.find((webhook) => webhook.failing_since !== null);
  if (failing) return `${failing.id}, failing since ${timeText(failing.failing_since)}`;
  if (!worst) return "no data arrived yet";
  return worst.state === "late" ? `${worst.name}, late since ${timeText(worst.late_since)}` : worst.name;
}

const timeText = (at: string | null | undefined, absent = "") => (at ? minuteText(at) : absent);
