import type { ErasureReport, Person } from "@repute/domain";
import { invalid } from "@repute/domain";
import type { Command } from "commander";
import { print, table } from "../output.js";
import { showProgress } from "../progress.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";

type EraseOptions = JsonOption & {
  readonly account: string;
  readonly patient?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly dryRun?: boolean;
};

export function addEraseCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "erase", "take a person out of everything that an account has", [
    "repute erase --account acme --patient MRN-5 --dry-run",
    'repute erase --account acme --phone "(801) 555-0142"',
    "repute erase --account acme --email cal.reed@example.com",
  ])
    .requiredOption("--account <key>", "which account")
    .option("--patient <id>", "the patient's id in the practice's own system")
    .option("--phone <number>", "a telephone number of the person")
    .option("--email <address>", "an e-mail address of the person")
    .option("--dry-run", "find everything, take nothing out")
    .action(async (options: EraseOptions) => {
      const report = await erase(terminal, options, personOf(options));
      print(terminal, { json: { ...report, not_reached: notReached }, text: reportText(report) }, options.json);
    });
}

/** Exactly one of the three: who gives two may mean one person, or two. */
function personOf({ patient, phone, email }: EraseOptions): Person {
  const given: Person[] = [
    ...(patient === undefined ? [] : [{ patientId: patient }]),
    ...(phone === undefined ? [] : [{ phone }]),
    ...(email === undefined ? [] : [{ email }]),
  ];
  const [person] = given;
  if (person && given.length === 1) return person;
  throw invalid("invalid_person", "name the person by one of --patient, --phone and --email");
}

function erase(terminal: Terminal, { account, dryRun = false }: EraseOptions, person: Person): Promise<ErasureReport> {
  return withExistingDomain(terminal, async ({ accounts, erasure }) => {
    const { id } = await accounts.byKey(account);
    const progress = showProgress(terminal.stderr, "rows");
    const onProgress = ({ phase, rows }: { readonly phase: string; readonly rows: number }) =>
      progress.show({ phase, done: rows });
    try {
      return await erasure.erase(id, person, { dryRun, onProgress });
    } finally {
      progress.end();
    }
  });
}

/** What an erasure cannot reach, in the words of the operator who has to. */
const notReached: readonly string[] = [
  "backups: they keep the person until they are deleted; erase again after a restore",
  "copies that were made of the lists: they lose the person with their next run",
  "files that were loaded or imported, and what the practice's own systems deliver again",
  "words about the person in records that do not say whose they are, such as reviews without an invite",
  "on PostgreSQL: rows that are gone, until autovacuum has cleaned the tables, and the write-ahead log's archive",
];

function reportText({ erased, kinds, sharedContacts, scrubbed }: ErasureReport): string {
  const rows = Object.entries(kinds).filter(([, count]) => count > 0);
  const all = rows.reduce((sum, [, count]) => sum + count, 0);
  return [
    table(["kind", erased ? "erased" : "found"], [...rows, ["all", all]]),
    ...(erased ? [] : ["nothing was taken out"]),
    ...(sharedContacts > 0 ? [sharedText(sharedContacts)] : []),
    ...(scrubbed === false ? [logText] : []),
    "not reached:",
    ...notReached.map((one) => `- ${one}`),
  ].join("\n");
}

const sharedText = (count: number): string =>
  `numbers and addresses that another patient has too: ${count}; what says no more than these stays: erase by --phone or --email`;

const logText =
  "the write-ahead log beside the database still holds what was taken out, because somebody reads from it: it goes when the log starts over, at the latest when the service stops";
