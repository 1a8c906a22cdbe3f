import { type AuditOrigin, type AuditRecord, defined, type FailureCount, type Instant } from "@repute/domain";
import type { Command } from "commander";
import { writePart } from "../terminal/output.js";
import { printable, type Terminal, type TextStream } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { sinceOption } from "./option-values.js";

type AuditOptions = JsonOption & { readonly account: string; readonly since?: Instant };

const beginning = 0 as Instant;

export function addAuditCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "audit",
    "Print the audit trail of an account, oldest first, then the counts of failed authentications",
    ["repute audit --account acme --since 2026-03-01", "repute audit --account acme --json > audit.json"],
  )
    .requiredOption("--account <key>", "Key of the account")
    .option("--since <when>", "Print only records since this timestamp or UTC date (default: all records)", sinceOption)
    .action(async ({ account, since = beginning, json }: AuditOptions) => {
      await withExistingDomain(terminal, async ({ audit }) => {
        const [records, failures] = await Promise.all([audit.read(account, since), audit.failures(account, since)]);
        await (json ? printItems : printLines)(terminal.stdout, records, failures);
      });
    });
}

type Pages<Item> = AsyncIterable<readonly Item[]>;
type Printed = readonly [stdout: TextStream, records: Pages<AuditRecord>, failures: Pages<FailureCount>];

/** Prints audit records while they are read, because the audit trail may be long. */
async function printItems(...[stdout, records, failures]: Printed): Promise<void> {
  await writePart(stdout, '{"items":[');
  await printMembers(stdout, records, auditItem);
  await writePart(stdout, '],"failures":[');
  await printMembers(stdout, failures, failureItem);
  await writePart(stdout, "]}\n");
}

async function printMembers<Item>(
  stdout: TextStream,
  pages: Pages<Item>,
  itemOf: (item: Item) => object,
): Promise<void> {
  let separator = "";
  for await (const page of pages) {
    await writePart(stdout, separator + page.map((one) => JSON.stringify(itemOf(one))).join(","));
    separator = ",";
  }
}

async function printLines(...[stdout, records, failures]: Printed): Promise<void> {
  for await (const page of records) await writePart(stdout, page.map((record) => `${auditLine(record)}\n`).join(""));
  for await (const page of failures)
    await writePart(stdout, page.map((failure) => `${failureLine(failure)}\n`).join(""));
}

const auditItem = ({ at, actorId, origin, ...record }: AuditRecord) => ({
  at: timeOf(at),
  actor_id: actorId,
  ...record,
  origin: origin ? originItem(origin) : null,
});

const originItem = ({ requestId, userAgent, osUser, importRun, ...rest }: AuditOrigin) =>
  defined({ request_id: requestId, user_agent: userAgent, os_user: osUser, import_run: importRun, ...rest });

const failureItem = ({ actorId, firstAt, lastAt, ...failure }: FailureCount) => ({
  first_at: timeOf(firstAt),
  last_at: timeOf(lastAt),
  actor_id: actorId,
  ...failure,
});

/**
 * Formats a count of failed requests:
 * `2026-03-01T17:05:00.123+00:00 to 2026-03-01T19:00:00.000+00:00 access-token rpc_a: POST /oauth/token: bad_signature,
 * 12 times`
 */
function failureLine({ firstAt, lastAt, actor, actorId, action, outcome, count }: FailureCount): string {
  const when = firstAt === lastAt ? timeOf(firstAt) : `${timeOf(firstAt)} to ${timeOf(lastAt)}`;
  return printable(`${when} ${actor} ${actorId}: ${action}: ${outcome}, ${count} ${count === 1 ? "time" : "times"}`);
}

/**
 * Formats an audit record:
 * `2026-03-01T17:05:00.123+00:00 api-token 7: GET /v2/reviews [date, rating] 20 rows: ok (203.0.113.7, request ID, agent)`
 */
function auditLine({ at, actor, actorId, action, subject, filters, rows, outcome, origin }: AuditRecord): string {
  const who = actorId === null ? actor : `${actor} ${actorId}`;
  const what = [action, subject, filters.length > 0 && `[${filters.join(", ")}]`, rows !== null && `${rows} rows`];
  return printable(`${timeOf(at)} ${who}: ${what.filter(Boolean).join(" ")}: ${outcome}${originPart(origin ?? {})}`);
}

/**
 * Formats the origin of an audit record:
 * ` (203.0.113.7, request 0f8fad5b-d9cb-469f-a165-70867728950e, curl/8.5.0, cut by disconnect)`
 */
function originPart({ address, requestId, userAgent, osUser, importRun, connection, cut }: AuditOrigin): string {
  const parts = [
    osUser !== undefined && `user ${osUser}`,
    importRun !== undefined && `run ${importRun}`,
    connection !== undefined && `connection ${connection}`,
    address,
    requestId !== undefined && `request ${requestId}`,
    userAgent,
    cut !== undefined && `cut by ${cut}`,
  ].filter((part) => typeof part === "string");
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

const timeOf = (at: Instant): string => new Date(at).toISOString().replace("Z", "+00:00");
