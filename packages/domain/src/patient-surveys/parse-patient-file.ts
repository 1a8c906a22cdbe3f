import type { AuditOrigin } from "../audit/audit-origin.js";
import { byOperator, originText } from "../audit/audit-record.js";
import type { AuditWriter } from "../audit/audit-store.js";
import type { RecordingPorts } from "../audit/record-failure.js";
import { recordFailure } from "../audit/record-failure.js";
import type { Catalog } from "../catalog/catalog.js";
import { placesOf } from "../imports/places.js";
import { defined } from "../kernel/defined.js";
import { invalid } from "../kernel/domain-error.js";
import type { EmailAddress } from "../kernel/email.js";
import type { AccountId, PatientFileId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { toSecond } from "../kernel/instant.js";
import type { Secrets } from "../kernel/secrets.js";
import type { Reads } from "../kernel/storage.js";
import type { Suppression, SuppressionReads } from "../suppression/suppression.js";
import { readSuppression, refuseChanged } from "../suppression/suppression.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import type { CodeRanges } from "./code-ranges.js";
import { codeSets } from "./code-sets.js";
import type { CodeSets } from "./code-sets.js";
import type { FileFacts } from "./file-facts.js";
import { gatherFacts } from "./file-facts.js";
import { failFile, failureOf, fileRun } from "./file-run.js";
import type { PatientFileStores, RunPorts } from "./file-run.js";
import type { PatientCounts } from "./judge-patients.js";
import { publishFile, publishWarnings } from "./publish-files.js";
import { judgePatients } from "./judge-patients.js";
import { patientDates } from "./patient-dates.js";
import type { PatientReading } from "./patient.js";
import { readStay, stayFields } from "./patient.js";
import type { PatientFile } from "./patient-file.js";
import type { PatientFileStore } from "./patient-file-stores.js";
import type { PatientFileItem } from "./patient-file-items.js";
import type { StoredWarning } from "./patient-file-stores.js";
import { patientFileItem } from "./patient-file-items.js";
import type { PatientSource } from "./patient-rows.js";
import { lastRow } from "./patient-rows.js";
import type { SampleMonth } from "./sample-month.js";
import { withoutErased } from "./suppressed-patients.js";
import type { SurveyField } from "./survey-field.js";
import type { InterruptedReads } from "./tidy-patient-files.js";
import { tidyPatientFiles } from "./tidy-patient-files.js";
import { usablePart, usablePatientRow } from "./usable-patient-row.js";

export type ParseOptions = {
  /** Names of the connection that delivered the file, and of the transformation applied to it. */
  readonly connection?: string;
  readonly transform?: string;
  readonly isTest?: boolean;
  /** Upload time, now by default. Dates in the file must not be later. */
  readonly uploadedAt?: Instant;
  /** User who uploaded the file, if it was uploaded manually. */
  readonly createdBy?: EmailAddress;
  /** Sample month. Defaults to the month of most rows. */
  readonly month?: SampleMonth;
  readonly onProgress?: (progress: ParseProgress) => void;
};

/** Progress of parsing. `of` is the total number of rows, known after the first reading. */
export type ParseProgress = { readonly phase: "reading" | "checking"; readonly rows: number; readonly of?: number };

/** Parsed file: its published item and the results for its rows. */
export type ParsedPatientFile = {
  readonly item: PatientFileItem;
  readonly month: SampleMonth | null;
  readonly counts: PatientCounts;
  /** Last parsed file with the same content and survey, or `null`. */
  readonly earlier: PatientFileItem | null;
  /** Rows dropped because they are about erased people. No other count includes them. */
  readonly suppressed: number;
};

type ParseStores = PatientFileStores & SuppressionReads & { readonly audit: AuditWriter };

export type ParsePorts = RunPorts<ParseStores> &
  RecordingPorts & {
    readonly storage: Reads<SettingStores & InterruptedReads & EarlierReads & SuppressionReads>;
    readonly secrets: Secrets;
  };

type EarlierReads = { readonly patientFiles: Pick<PatientFileStore, "withDigest"> };

/** Maximum number of rows. The index for comparing rows is kept in memory. */
const mostRows = 500_000;

/**
 * Parses a patient file for a survey. The first reading collects facts about the whole file; the second judges each row
 * and stores its findings. The file is listed from the start. On any error it becomes `Failed`, and the error is
 * thrown.
 */
export function parsePatientFile(ports: ParsePorts, excludedProcedures?: CodeRanges) {
  const codes = codeSets(excludedProcedures);
  return async (account: AccountId, source: PatientSource, options: ParseOptions = {}): Promise<ParsedPatientFile> => {
    await tidyPatientFiles(ports)(account);
    const file = await receive(ports, account, source, options);
    const attempt = { account, action, subject: subjectOf(file), origin: originOfFile(options) };
    return recordFailure(ports, attempt, async () => {
      try {
        const suppression = await ports.storage.read(account, (stores) =>
          readSuppression(stores, ports.secrets, account),
        );
        const { source: kept, dropped } = withoutErased(source, suppression);
        const parsed = await parse({ ports, account, codes, file, source: kept, suppression, options });
        return { ...parsed, suppressed: dropped() };
      } catch (error) {
        // If this write fails too, the file counts as failed once its heartbeats stop.
        await failFile(ports, account, file.id, failureOf(error)).catch(() => undefined);
        throw error;
      }
    });
  };
}

const action = "parse_patient_survey";

const subjectOf = ({ id }: PatientFile): string => `file ${id}`;

const originOfFile = ({ connection }: ParseOptions): AuditOrigin =>
  defined({ connection: connection === undefined ? undefined : originText(connection) });

function receive({ storage }: ParsePorts, account: AccountId, source: PatientSource, options: ParseOptions) {
  return storage.transact(account, async (stores, now) => {
    const { patientFiles } = stores;
    const file: PatientFile = {
      id: ((await patientFiles.greatest(account)) + 1) as PatientFileId,
      type: source.type,
      status: "Pending",
      connection: options.connection ?? null,
      transform: options.transform ?? null,
      isTest: options.isTest === true,
      createdAt: toSecond(options.uploadedAt ?? now),
      createdBy: options.createdBy ?? null,
      patients: 0,
      warnings: 0,
      failure: null,
      digest: null,
      seenAt: now,
    };
    await patientFiles.save(account, file);
    await publishFile(file, { stores, account, now });
    return file;
  });
}

type Parsing = {
  readonly ports: ParsePorts;
  readonly account: AccountId;
  readonly codes: CodeSets;
  readonly file: PatientFile;
  readonly source: PatientSource;
  readonly suppression: Suppression;
  readonly options: ParseOptions;
};

async function parse(parsing: Parsing): Promise<Omit<ParsedPatientFile, "suppressed">> {
  const { ports, account, codes, file, source, suppression, options } = parsing;
  const run = fileRun(ports, account, file.id);
  await run.step({ status: "Started" });
  const reading = await readingOf(parsing);
  const { fields, facts, digest } = await readFacts(parsing, reading, run.stayAlive);
  const { judge, counts } = judgePatients(file.id, reading, { fields, facts, codes });
  let rows = 0;
  for await (const some of source.read()) {
    const warnings: StoredWarning[] = [];
    for (const row of some.rows) {
      const item = judge(usablePatientRow(row));
      if (item) warnings.push({ id: item.id, json: JSON.stringify(item) });
    }
    if (warnings.length > 0) await run.keep(warnings);
    await run.stayAlive();
    rows += some.rows.length;
    options.onProgress?.({ phase: "checking", rows, of: facts.patients });
  }
  const found = counts();
  const earlier = await ports.storage.read(account, ({ patientFiles }) => patientFiles.withDigest(account, digest));
  const done: Partial<PatientFile> = { status: "Done", patients: rows, warnings: found.warnings, digest };
  const subject = subjectOf(file);
  const origin = originOfFile(options);
  const stored = await run.step(done, async (stores, now) => {
    await refuseChanged(suppression, stores, ports.secrets, account);
    await publishWarnings(file.id, { stores, account, now });
    await stores.audit.append(account, [byOperator({ at: ports.clock(), action, subject, rows, origin }, ports)]);
  });
  return {
    item: patientFileItem(stored, stored.seenAt),
    month: facts.month,
    counts: found,
    earlier: earlier && earlier.patients > 0 ? patientFileItem(earlier, stored.seenAt) : null,
  };
}

async function readingOf({ ports, account, file }: Parsing): Promise<PatientReading> {
  const { settings, locations } = await ports.storage.read(account, async (stores) => ({
    settings: await stores.settings.read(account),
    ...(await stores.catalog.read(account, "locations")),
  }));
  const catalog: Pick<Catalog, "locations" | "providers"> = { locations, providers: [] };
  return {
    type: file.type,
    dates: patientDates(file.createdAt, settings.timeZone),
    places: placesOf(catalog),
  };
}

type KnownFile = {
  readonly fields: ReadonlySet<SurveyField>;
  readonly facts: FileFacts;
  readonly digest: string;
};

async function readFacts(
  { ports: { secrets }, source, options }: Parsing,
  reading: PatientReading,
  stayAlive: () => Promise<void>,
): Promise<KnownFile> {
  const { add, facts } = gatherFacts(options.month);
  let fields: ReadonlySet<SurveyField> = new Set();
  let digest = secrets.sha256(source.type);
  let rows = 0;
  for await (const some of source.read()) {
    fields = some.fields;
    digest = secrets.sha256(digest + JSON.stringify(some.rows));
    for (const row of some.rows) add(readStay(usablePart(row, stayFields), reading));
    rows += some.rows.length;
    if (rows > mostRows || (some.rows.at(-1)?.row ?? 0) > lastRow) throw tooManyRows();
    await stayAlive();
    options.onProgress?.({ phase: "reading", rows });
  }
  return { fields, facts: facts(), digest };
}

const tooManyRows = () => invalid("too_many_rows", `the file must have at most ${mostRows} rows`);
