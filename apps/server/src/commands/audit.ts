import { once } from "node:events";
import type { AuditRecord, Instant } from "@repute/domain";
import type { Command } from "commander";
import { printable } from "../printable.js";
import type { Terminal, TextStream } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";
import { sinceOption } from "./option-values.js";

type AuditOptions = JsonOption & { readonly account: string; readonly since?: Instant };

const beginning = 0 as Instant;

export function addAuditCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "audit", "print who did what with an account's data, oldest first", [
    "repute audit --account acme --since 2026-03-01",
    "repute audit --account acme --json > audit.json",
  ])
    .requiredOption("--account <key>", "whose audit trail")
    .option("--since <when>", "a timestamp, or a date for its beginning in UTC (default: all of it)", sinceOption)
    .action(async ({ account, since = beginning, json }: AuditOptions) => {
      await withExistingDomain(terminal, async ({ audit }) => {
        const pages = await audit.read(account, since);
        await (json ? printItems : printLines)(terminal.stdout, pages);
      });
    });
}

type Pages = AsyncIterable<readonly AuditRecord[]>;

/** The trail may be long: it is printed as it is read. */
async function printItems(stdout: TextStream, pages: Pages): Promise<void> {
  await print(stdout, '{"items":[');
  let separator = "";
  for await (const records of pages) {
    await print(stdout, separator + records.map((record) => JSON.stringify(auditItem(record))).join(","));
    separator = ",";
  }
  await print(stdout, "]}\n");
}

async function printLines(stdout: TextStream, pages: Pages): Promise<void> {
  for await (const records of pages) await print(stdout, records.map((record) => `${auditLine(record)}\n`).join(""));
}

async function print(stdout: TextStream, text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, "drain");
}

const auditItem = ({ at, actorId, ...record }: AuditRecord) => ({ at: timeOf(at), actor_id: actorId, ...record });

/** `2026-03-01T17:05:00.123+00:00 api-token 7: GET /v2/reviews [date, rating] 20 rows: ok` */
function auditLine({ at, actor, actorId, action, subject, filters, rows, outcome }: AuditRecord): string {
  const who = actorId === null ? actor : `${actor} ${actorId}`;
  const what = [action, subject, filters.length > 0 && `[${filters.join(", ")}]`, rows !== null && `${rows} rows`];
  return printable(`${timeOf(at)} ${who}: ${what.filter(Boolean).join(" ")}: ${outcome}`);
}

const timeOf = (at: Instant): string => new Date(at).toISOString().replace("Z", "+00:00");
