import { type ErasureReport, invalid, type Person } from "@repute/domain";
import type { Command } from "commander";
import { print, showProgress, table, type Text } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type EraseOptions = JsonOption & {
  readonly account: string;
  readonly patient?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly dryRun?: boolean;
  readonly lift?: boolean;
};

export function addEraseCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "erase", "Erase a person from all data of an account", [
    "repute erase --account acme --patient MRN-5 --dry-run",
    'repute erase --account acme --phone "(801) 555-0142"',
    "repute erase --account acme --email cal.reed@example.com",
    "repute erase --account acme --patient MRN-5 --lift",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .option("--patient <id>", "Patient ID in the practice's own system")
    .option("--phone <number>", "Phone number of the person")
    .option("--email <address>", "Email address of the person")
    .option("--dry-run", "Report what would be erased, without erasing anything")
    .option("--lift", "Erase nothing, and allow imports to store an erased person again")
    .action(async (options: EraseOptions) => {
      if (options.lift) return liftPerson(terminal, options);
      const report = await erase(terminal, options, personOf(options));
      print(terminal, { json: { ...report, not_reached: notReached }, text: reportText(report) }, options.json);
    });
}

/** Removes the person from the suppression list. */
async function liftPerson(terminal: Terminal, options: EraseOptions): Promise<void> {
  const person = personOf(options);
  if (options.dryRun) throw invalid("invalid_options", "use either --lift or --dry-run");
  const lifted = await withExistingDomain(terminal, async ({ accounts, erasure }) =>
    erasure.lift((await accounts.byKey(options.account)).id, person),
  );
  const text = lifted === 0 ? "The person is not on the suppression list." : `Identifiers lifted: ${lifted}.`;
  print(terminal, { json: { lifted }, text }, options.json);
}

/** Requires exactly one identifier, because two identifiers could belong to different people. */
function personOf({ patient, phone, email }: EraseOptions): Person {
  const people: Person[] = [
    ...(patient === undefined ? [] : [{ patientId: patient }]),
    ...(phone === undefined ? [] : [{ phone }]),
    ...(email === undefined ? [] : [{ email }]),
  ];
  const [person] = people;
  if (person && people.length === 1) return person;
  throw invalid("invalid_person", "identify the person by exactly one of --patient, --phone or --email");
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

/** Instructions about data that an erasure does not remove. */
const notReached: readonly string[] = [
  "Backups contain the person's data until you delete the backups. If you restore a backup, erase the person again.",
  "Copies of the lists contain the person's data until the copy command runs again.",
  "Source files are not changed. Delete the person's data from the files that you loaded or imported. Later imports drop rows about the person.",
  "Records without contact data, such as reviews without an invite, may still contain text about the person.",
  "PostgreSQL keeps deleted rows on disk until autovacuum removes them. The archive of the write-ahead log also keeps deleted rows.",
];

function reportText({ erased, kinds, suppressed, sharedContacts, scrubbed }: ErasureReport): Text {
  const rows = Object.entries(kinds).filter(([, count]) => count > 0);
  const all = rows.reduce((sum, [, count]) => sum + count, 0);
  return [
    table(["kind", erased ? "erased" : "found"], [...rows, ["total", all]]),
    ...(erased ? [suppressedText(suppressed)] : ["Dry run: nothing was erased."]),
    ...(sharedContacts > 0 ? [sharedText(sharedContacts, erased)] : []),
    ...(scrubbed === false ? [logText] : []),
    "Not erased by this command:",
    ...notReached.map((one) => `- ${one}`),
  ];
}

const suppressedText = (count: number): string =>
  `Identifiers that imports drop from now on: ${count}. To let imports store the person again, add --lift.`;

const sharedText = (count: number, isErased: boolean): string =>
  `Phone numbers and email addresses shared with another patient: ${count}. If such a number or address was the only link between a record and the person, the record ${isErased ? "was" : "would be"} kept. To erase such records, use --phone or --email.`;

const logText =
  "The write-ahead log of the database still contains the erased data because another process is reading it. The data is removed when the write-ahead log restarts or the service stops.";
