import {
  type AccountId,
  type Domain,
  type ErasureOptions,
  type ErasureProgress,
  type ErasureReport,
  invalid,
  type Person,
  type PersonPatient,
  type TimeZone,
} from "@repute/domain";
import type { Command } from "commander";
import { countText, minuteText, paragraphs, print, showProgress, table, type Text } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { isPostgresUrl } from "../settings/address.js";
import { readConfig } from "../settings/config.js";
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
  const command = addCommand(program, "erase", "Erase a person from all data of an account", [
    "repute erase --account acme --patient MRN-5 --dry-run",
    'repute erase --account acme --phone "(801) 555-0142"',
    "repute erase --account acme --email cal.reed@example.com",
    "repute erase --account acme --patient MRN-5 --lift",
  ]);
  identifierOptions(command)
    .option(
      "--dry-run",
      "Show the records that would be erased, and the contacts shared with others, without erasing anything",
    )
    .option("--lift", "Erase nothing, and allow imports to store an erased person again")
    .action(async (options: EraseOptions) => {
      if (options.lift) return liftPerson(terminal, options);
      const person = personOf(options);
      const { dryRun = false } = options;
      const { report, timeZone } = await search(terminal, options, ({ erase }, id, progress) =>
        erase(id, person, { ...progress, dryRun }),
      );
      const isPostgres = isPostgresUrl(readConfig(terminal.env).databaseUrl);
      const left = [...notReached, isPostgres ? inPostgres : inSqlite];
      print(
        terminal,
        { json: { ...report, not_reached: left }, text: reportText(report, timeZone, left) },
        options.json,
      );
    });
}

export function addPersonCommand(program: Command, terminal: Terminal): void {
  const command = addCommand(program, "person", "Show the records about one person, which an erasure would remove", [
    'repute person --account acme --name "Cal Reed"',
    "repute person --account acme --patient MRN-5 --json",
  ]);
  identifierOptions(command)
    .option("--name <name>", "First and last name of the person")
    .action(async (options: EraseOptions & { readonly name?: string }) => {
      const { name } = options;
      const isNamed = name !== undefined && !options.patient && !options.phone && !options.email;
      const person = isNamed ? { name } : personOf(options, name);
      const { report, timeZone } = await search(terminal, options, ({ lookUp }, id, progress) =>
        lookUp(id, person, progress),
      );
      const { kinds, view } = report;
      print(terminal, { json: { kinds, ...view }, text: viewText(report, timeZone) }, options.json);
    });
}

const identifierOptions = (command: Command): Command =>
  command
    .requiredOption("--account <key>", "Key of the account")
    .option("--patient <id>", "Patient ID in the practice's own system")
    .option("--phone <number>", "Phone number of the person")
    .option("--email <address>", "Email address of the person");

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
function personOf({ patient, phone, email }: EraseOptions, name?: string): Person {
  const people: Person[] = [
    ...(patient === undefined ? [] : [{ patientId: patient }]),
    ...(phone === undefined ? [] : [{ phone }]),
    ...(email === undefined ? [] : [{ email }]),
  ];
  const [person] = people;
  if (person && people.length === 1 && name === undefined) return person;
  throw invalid(
    "invalid_person",
    "identify the person by exactly one of --patient, --phone or --email (with repute person, or by --name)",
  );
}

type Searched = { readonly report: ErasureReport; readonly timeZone: TimeZone };

/** Runs a use case that searches all records for a person, and shows its progress. */
function search(
  terminal: Terminal,
  { account }: EraseOptions,
  work: (
    erasure: Domain["erasure"],
    account: AccountId,
    progress: Pick<ErasureOptions, "onProgress">,
  ) => Promise<ErasureReport>,
): Promise<Searched> {
  return withExistingDomain(terminal, async ({ accounts, erasure }) => {
    const { id } = await accounts.byKey(account);
    const { timeZone } = await accounts.settings(id);
    const progress = showProgress(terminal.stderr, "rows");
    const onProgress = ({ phase, rows }: ErasureProgress) => progress.show({ phase, done: rows });
    try {
      return { report: await work(erasure, id, { onProgress }), timeZone };
    } finally {
      progress.end();
    }
  });
}

/** Instructions about data that an erasure does not remove. */
const notReached: readonly string[] = [
  "Backups contain the person's data until you delete the backups. If you restore a backup, erase the person again.",
  "Copies of the lists contain the person's data until the copy command runs again.",
  "Systems that receive rows by webhook contain the person's data until they delete it.",
  "Source files are not changed. Delete the person's data from the files that you loaded or imported. Later imports drop rows about the person.",
  "Records without contact data, such as reviews without an invite, may still contain text about the person.",
];

const inPostgres =
  "PostgreSQL keeps deleted rows on disk until autovacuum removes them. The archive of the write-ahead log also keeps deleted rows.";

const inSqlite =
  "Free space in the database file may still contain copies of some values. To remove them, make a backup and restore it.";

function reportText(report: ErasureReport, timeZone: TimeZone, left: readonly string[]): Text {
  const { erased, kinds, suppressed, sharedContacts, scrubbed } = report;
  const rows = Object.entries(kinds).filter(([, count]) => count > 0);
  const all = rows.reduce((sum, [, count]) => sum + count, 0);
  return [
    erased ? table(["kind", "erased"], [...rows, ["total", all]]) : viewText(report, timeZone),
    ...(erased ? [suppressedText(suppressed)] : ["Dry run: nothing was erased."]),
    ...(sharedContacts > 0 ? [sharedText(sharedContacts, erased)] : []),
    ...(scrubbed === false ? [logText] : []),
    "Not erased by this command:",
    ...left.map((one) => `- ${one}`),
  ];
}

/** Titles of the kinds of records, for a practice's office. */
const titles: Readonly<Record<keyof ErasureReport["kinds"], string>> = {
  appointment: "Appointments",
  invite: "Invites",
  review: "Reviews",
  nps_survey: "NPS surveys",
  survey_response: "Survey responses",
  call: "Calls",
  submission: "Online submissions",
  import_error: "Rows with errors in imports",
  staged_row: "Rows of unfinished imports",
  import_change: "Earlier versions of records that imports changed",
  patient_survey_warning: "Rows with findings in patient files",
  survey_visit: "Visits in patient files",
  stop: "Opt-outs from messages",
  kept_response: "Stored responses to submissions",
  tracker_event: "Events of call trackers",
};

/** Lists the records that were found, their patients, and the contacts that other patients share. */
function viewText({ kinds, view }: ErasureReport, timeZone: TimeZone): Text {
  const { records = [], patients = [], shared = [] } = view ?? {};
  const timeOf = (at: string) => (at.includes("T") ? minuteText(at, timeZone) : at);
  const found = (Object.keys(titles) as (keyof typeof titles)[]).filter((kind) => kinds[kind] > 0);
  return paragraphs(
    ...found.flatMap((kind) => {
      const rows = records.filter((one) => one.kind === kind);
      const title = `${titles[kind]}: ${countText(kinds[kind])}${rows.length < kinds[kind] ? `, first ${rows.length} shown` : ""}`;
      const cells = rows.map((one) => [timeOf(one.at), one.patient, one.name, one.location, one.detail]);
      return [rows.length === 0 ? title : [title, table([`time (${timeZone})`, ...personColumns], cells)]];
    }),
    ...(found.length === 0 ? ["No records were found."] : []),
    ...(patients.length === 0 ? [] : [["Patients with these records:", patientTable(patients)]]),
    ...shared.map(({ contact, patients: others }) => [`Other patients with ${contact}:`, patientTable(others)]),
  );
}

const personColumns = ["patient id", "name", "location", "detail"];

const patientTable = (patients: readonly PersonPatient[]) =>
  table(
    ["patient id", "names", "records"],
    patients.map(({ patient, names, records }) => [patient, names.join(", "), records]),
  );

const suppressedText = (count: number): string =>
  `Identifiers that imports drop from now on: ${count}. To let imports store the person again, add --lift.`;

const sharedText = (count: number, isErased: boolean): string =>
  `Phone numbers and email addresses shared with another patient: ${count}. If such a number or address was the only link between a record and the person, the record ${isErased ? "was" : "would be"} kept. To erase such records, use --phone or --email.`;

const logText =
  "The write-ahead log of the database still contains the erased data because another process is reading it. The data is removed when the write-ahead log restarts or the service stops.";
