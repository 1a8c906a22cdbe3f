import { type AuditOrigin, byOperator, originText, recordFailure } from "../../foundation/accounts/audit-trail.js";
import type { Catalog } from "../../foundation/catalog/catalog.js";
import { placesOf } from "../../foundation/catalog/places.js";
import type { EmailAddress } from "../../foundation/kernel/contact-details.js";
import { conflict, invalid, isDomainError } from "../../foundation/kernel/domain-error.js";
import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import { defined } from "../../foundation/kernel/json.js";
import type { OnStored, Ports, Stores } from "../../foundation/kernel/storage.js";
import { storedFileName } from "../../foundation/kernel/text.js";
import { type Instant, plus, second, toSecond } from "../../foundation/kernel/times.js";
import { readSuppression, refuseChanged, type Suppression } from "../../foundation/records/personal-data.js";
import type { ReadAccount } from "../../foundation/records/record-type.js";
import { type CodeRanges, codeSets, type CodeSets } from "./cahps-codes.js";
import {
  isInterrupted,
  isUnfinished,
  type PatientFile,
  type PatientFileItem,
  patientFileItem,
  patientWarning,
  type PatientWarningItem,
  processEnded,
  publishFiles,
  publishWarnings,
  type StoredWarning,
} from "./patient-file.js";
import { defectRules, warningRules } from "./patient-findings.js";
import {
  lastRow,
  type Patient,
  patientDates,
  type PatientHeadings,
  type PatientReading,
  type PatientRow,
  type PatientRows,
  type PatientSource,
  readPatient,
  readStay,
  type SampleMonth,
  stayFields,
  type SurveyField,
  usablePart,
  usablePatientRow,
  withoutErased,
} from "./patient-rows.js";
import {
  codeDate,
  earlierRows,
  type FileFacts,
  type Finding,
  findingsOf,
  gatherFacts,
  judgedProcedures,
  type JudgingTerms,
} from "./patient-rules.js";
import {
  markReplaced,
  type MonthSample,
  monthSample,
  partsOf,
  type SampleCounts,
  type SurveyVisit,
  visitOf,
} from "./survey-visits.js";

export type ParseOptions = {
  /** Name or path of the uploaded file. Only the name is stored, for the operator. */
  readonly fileName?: string;
  /** Name of the connection that delivered the file, and name of the transformation that was applied to the file. */
  readonly connection?: string;
  readonly transform?: string;
  readonly isTest?: boolean;
  /** Time of the upload. Defaults to the current time. Dates in the file must not be later. */
  readonly uploadedAt?: Instant;
  /** User who uploaded the file. Omitted if the upload was automatic. */
  readonly createdBy?: EmailAddress;
  /** Sample month of the file. Defaults to the month to which most rows belong. */
  readonly month?: SampleMonth;
  /**
   * Earlier file of the same survey and sample month. Rows of this file replace its rows about the same visits, and rows
   * with new visit ids replace its other rows about the same patients.
   */
  readonly corrects?: number;
  readonly onProgress?: (progress: ParseProgress) => void;
  readonly onStored?: OnStored<ParsedPatientFile>;
};

/** Progress of parsing a patient file. `of` is the total number of rows, which is known after the first reading. */
export type ParseProgress = { readonly phase: "reading" | "checking"; readonly rows: number; readonly of?: number };

/** Result of parsing a patient file: the published item and the counts. */
export type ParsedPatientFile = {
  readonly item: PatientFileItem;
  readonly month: SampleMonth | null;
  /** Headings as written in the file, by field. */
  readonly headings: PatientHeadings;
  /** Headings that were not read. Absent if the reader of the file does not say. */
  readonly unread?: PatientRows["unread"] | undefined;
  readonly counts: PatientCounts;
  /** Counts of all files of the sample month together, without tests. */
  readonly sample: SampleCounts;
  /** Earlier file with the same content and survey, or `null`. If there are several, the latest. */
  readonly earlier: PatientFileItem | null;
  /**
   * Number of rows that were skipped because they are about erased people. The other counts do not include these rows.
   */
  readonly suppressed: number;
};

/** Converts the counts of a patient file to the format that operators and senders see. */
export const patientFileCounts = ({ item, month, counts, suppressed, sample }: ParsedPatientFile) => ({
  ...item,
  suppressed,
  sample_month: month,
  eligible_patients: counts.eligible,
  sample_files: sample.files,
  sample_visits: sample.visits,
  sample_eligible: sample.eligible,
  defects: counts.defectsByCode,
  warnings: counts.warningsByCode,
  eligible_by_group: counts.eligibleByGroup,
});

/**
 * Result of checking a file: the number of findings by code, and the number of eligible rows by category. The category
 * is a procedure category or a type of stay.
 */
type PatientCounts = {
  readonly warnings: number;
  /** Number of rows without a defect. */
  readonly eligible: number;
  readonly defectsByCode: Counts;
  readonly warningsByCode: Counts;
  readonly eligibleByGroup: Counts;
};

type Counts = Readonly<Record<string, number>>;

/**
 * Parses a patient file for a CAHPS survey.
 *
 * The first reading collects facts about the whole file. The second reading checks each row and stores the findings.
 * The file appears in the list of patient files as soon as parsing starts.
 * If an error occurs, the status of the file becomes `Failed` and the error is thrown.
 */
export function parsePatientFile(ports: Ports, excludedProcedures?: CodeRanges) {
  const codes = codeSets(excludedProcedures);
  return async (account: AccountId, source: PatientSource, options: ParseOptions = {}): Promise<ParsedPatientFile> => {
    await tidyPatientFiles(ports)(account);
    const file = await receiveFile(ports, account, source, options);
    const attempt = { account, action, subject: subjectOf(file), origin: originOfFile(options) };
    return recordFailure(ports, attempt, async () => {
      try {
        const suppression = await ports.storage.read(account, (stores) =>
          readSuppression(stores, ports.secrets, account),
        );
        const remaining = withoutErased(source, suppression);
        return await parse({ ports, account, codes, file, ...remaining, suppression, options });
      } catch (error) {
        // If saving the status also fails, the file counts as failed when its heartbeats stop.
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

/** Stores a new patient file with the status `Pending`, before any row is read. */
function receiveFile(
  { storage }: Ports,
  account: AccountId,
  source: Pick<PatientSource, "type">,
  options: ParseOptions,
): Promise<PatientFile> {
  return storage.transact(account, async (stores, now) => {
    const { ids, patientFiles } = stores;
    const file: PatientFile = {
      id: ((await ids.greatest(account, "patientFiles")) + 1) as PatientFileId,
      type: source.type,
      status: "Pending",
      connection: options.connection ?? null,
      transform: options.transform ?? null,
      isTest: options.isTest === true,
      createdAt: toSecond(options.uploadedAt ?? now),
      createdBy: options.createdBy ?? null,
      fileName: options.fileName === undefined ? null : storedFileName(options.fileName),
      month: null,
      headings: null,
      patients: 0,
      warnings: 0,
      failure: null,
      digest: null,
      seenAt: now,
    };
    await patientFiles.save(account, file);
    await publishFiles([file], { stores, account, now });
    return file;
  });
}

type Parsing = {
  readonly ports: Ports;
  readonly account: AccountId;
  readonly codes: CodeSets;
  readonly file: PatientFile;
  readonly source: PatientSource;
  /** Returns the number of rows about erased people, which the source omits. */
  readonly dropped: () => number;
  readonly suppression: Suppression;
  readonly options: ParseOptions;
};

async function parse(parsing: Parsing): Promise<ParsedPatientFile> {
  const { ports, account, codes, file, source, dropped, suppression, options } = parsing;
  const run = fileRun(ports, account, file.id);
  await run.step({ status: "Started" });
  const reading = await readingOf(parsing);
  const { fields, headings, unread, facts, digest } = await readFacts(parsing, reading, run.stayAlive);
  const sample = await monthSample(ports, account, file, facts.month, options.corrects);
  const { judge, counts } = judgePatients(file.id, reading, { fields, facts, codes, sample });
  let rows = 0;
  for await (const some of source.read()) {
    const warnings: StoredWarning[] = [];
    const visits: SurveyVisit[] = [];
    for (const row of some.rows) {
      const { item, visit } = judge(usablePatientRow(row));
      if (item) warnings.push({ id: item.id, json: JSON.stringify(item) });
      if (visit && !file.isTest) visits.push(visit);
    }
    if (warnings.length + visits.length > 0) await run.keep(warnings, visits);
    await run.stayAlive();
    rows += some.rows.length;
    options.onProgress?.({ phase: "checking", rows, of: facts.patients });
  }
  await sample.pairPatients();
  const found = counts();
  const earlier = await ports.storage.read(account, ({ patientFiles }) => patientFiles.withDigest(account, digest));
  const done: Partial<PatientFile> = {
    ...{ status: "Done", patients: rows, warnings: found.warnings, digest },
    ...{ month: facts.month, headings },
  };
  const subject = subjectOf(file);
  const origin = originOfFile(options);
  const parsed = (stored: PatientFile): ParsedPatientFile => ({
    item: patientFileItem(stored, stored.seenAt),
    month: facts.month,
    headings,
    unread,
    counts: found,
    sample: sample.counts(),
    earlier: earlier && earlier.patients > 0 ? patientFileItem(earlier, stored.seenAt) : null,
    suppressed: dropped(),
  });
  const stored = await run.step(done, async (stores, now, changed) => {
    await refuseChanged(suppression, stores, ports.secrets, account);
    await publishWarnings(file.id, { stores, account, now });
    await markReplaced(stores, account, file, options.corrects, sample);
    await stores.audit.append(account, [byOperator({ at: ports.clock(), action, subject, rows, origin }, ports)]);
    await options.onStored?.(stores, parsed(changed));
  });
  return parsed(stored);
}

/** Minimum time between two heartbeats, in milliseconds. */
const pulse = 20 * second;

/**
 * Records the progress of a process that parses a file. Every function throws `file_interrupted` if the process sent no
 * heartbeat for too long.
 */
function fileRun({ storage, clock }: Ports, account: AccountId, id: PatientFileId) {
  let seenAt = clock();
  const step = (
    change: Partial<PatientFile>,
    more?: (stores: Stores, now: Instant, changed: PatientFile) => Promise<void>,
  ) =>
    storage.transact(account, async (stores, now) => {
      const file = await stores.patientFiles.byId(account, id);
      if (!file || !isUnfinished(file) || isInterrupted(file, now)) throw interrupted();
      seenAt = now;
      const changed = { ...file, ...change, seenAt: now };
      await stores.patientFiles.save(account, changed);
      if (changed.status !== file.status) await publishFiles([changed], { stores, account, now });
      await more?.(stores, now, changed);
      return changed;
    });
  return {
    step,
    /** Stores a heartbeat if the last heartbeat is too old. */
    async stayAlive(): Promise<void> {
      if (plus(seenAt, pulse) < clock()) await step({});
    },
    keep: (warnings: readonly StoredWarning[], visits: readonly SurveyVisit[]) =>
      step({}, async ({ patientWarnings, surveyVisits }) => {
        if (warnings.length > 0) await patientWarnings.append(account, id, warnings);
        const position = visits[0]?.row;
        if (position !== undefined) await surveyVisits.save(account, id, { position, visits });
      }),
  };
}

const interrupted = () =>
  conflict("file_interrupted", "the process that parsed this file stopped responding; parse the file again");

/** Maximum number of rows in a patient file. The limit exists because an index of all rows is in memory. */
const maxRows = 500_000;

type FactReading = {
  readonly ports: Ports;
  readonly account: AccountId;
  readonly file: PatientFile;
  readonly source: PatientSource;
  readonly options: ParseOptions;
};

/** Creates the parsers for the dates and locations of a patient file. */
async function readingOf({ ports, account, file }: FactReading): Promise<PatientReading> {
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

/** Result of reading a patient file for the first time. `digest` is a hash of the content. */
type KnownFile = {
  readonly fields: ReadonlySet<SurveyField>;
  readonly headings: PatientHeadings;
  readonly unread: PatientRows["unread"];
  readonly facts: FileFacts;
  readonly digest: string;
};

/** Reads a patient file for the first time and collects the facts about it. Throws `too_many_rows`. */
async function readFacts(
  { ports: { secrets }, source, options }: FactReading,
  reading: PatientReading,
  stayAlive: () => Promise<void>,
): Promise<KnownFile> {
  const { add, facts } = gatherFacts(options.month);
  let fields: ReadonlySet<SurveyField> = new Set();
  let headings: PatientHeadings = {};
  let unread: KnownFile["unread"];
  let digest = secrets.sha256(source.type);
  let rows = 0;
  for await (const some of source.read()) {
    fields = some.fields;
    headings = some.headings ?? headings;
    unread = some.unread ?? unread;
    digest = secrets.sha256(digest + JSON.stringify(some.rows));
    for (const row of some.rows) add(readStay(usablePart(row, stayFields), reading));
    rows += some.rows.length;
    if (rows > maxRows || (some.rows.at(-1)?.row ?? 0) > lastRow) throw tooManyRows();
    await stayAlive();
    options.onProgress?.({ phase: "reading", rows });
  }
  return { fields, headings, unread, facts: facts(), digest };
}

const tooManyRows = () => invalid("too_many_rows", `the file must have at most ${maxRows} rows`);

/** Creates a function that checks one row of a file. Call this function for all rows, in file order. */
function judgePatients(
  file: PatientFileId,
  reading: PatientReading,
  known: Omit<JudgingTerms, "earlier" | "type" | "uploadDate"> & { readonly sample: MonthSample },
) {
  const { type, dates } = reading;
  const terms: JudgingTerms = { ...known, type, uploadDate: dates.uploadDate, earlier: earlierRows(type) };
  const [defectsByCode, warningsByCode, eligibleByGroup] = [counter(), counter(), counter()];
  let [warned, eligible] = [0, 0];
  return {
    /** Checks a row. Returns the findings to store, if there are any, and the visit of the row, if it has an id. */
    judge(row: PatientRow): { readonly item?: PatientWarningItem; readonly visit?: SurveyVisit } {
      const isMissing = known.facts.isMissingSex(row.texts.sex ?? "");
      const patient = readPatient(isMissing ? { ...row, texts: { ...row.texts, sex: "" } } : row, reading);
      const defects = findingsOf(defectRules, patient, terms);
      const warnings = findingsOf(warningRules, patient, terms);
      terms.earlier.add(patient);
      defectsByCode.add(codesOf(defects));
      warningsByCode.add(codesOf(warnings));
      if (defects.length === 0) {
        eligible += 1;
        eligibleByGroup.add([groupOf(patient, terms)]);
      }
      const visit = visitOf(patient, defects.length === 0);
      if (visit) known.sample.add(visit);
      if (defects.length + warnings.length === 0) return defined({ visit });
      warned += 1;
      return defined({ visit, item: patientWarning(file, row, defects, warnings) });
    },
    counts: (): PatientCounts => ({
      ...{ warnings: warned, eligible },
      defectsByCode: defectsByCode.inOrder(defectRules.map(({ code }) => code)),
      warningsByCode: warningsByCode.inOrder(warningRules.map(({ code }) => code)),
      eligibleByGroup: eligibleByGroup.inOrder(),
    }),
  };
}

const codesOf = (findings: readonly Finding[]): ReadonlySet<string> => new Set(findings.map(({ code }) => code));

function counter() {
  const counts = new Map<string, number>();
  return {
    add(names: Iterable<string>): void {
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    inOrder(names: readonly string[] = [...counts.keys()].sort()): Counts {
      return Object.fromEntries(names.flatMap((name) => (counts.has(name) ? [[name, counts.get(name) ?? 0]] : [])));
    },
  };
}

/** Returns the category of the procedure or stay for the report. */
function groupOf(patient: Patient, terms: JudgingTerms): string {
  if (terms.type === "OASCAHPS") {
    const [code] = judgedProcedures(patient, terms).eligible;
    return code === undefined ? "5 no code" : terms.codes.procedureCategory(code);
  }
  const [drg, date] = [patient.text("ms_drg"), codeDate(patient, terms)];
  if (!terms.codes.isKnownDrg(drg, date)) return "no MS-DRG";
  return terms.codes.isMaternityDrg(drg, date) ? "Maternity" : "Medical and Surgical";
}

/** Maximum number of findings to delete per transaction. */
const maxRemoved = 500;

/** Marks a file as failed, after deleting all its findings. */
async function failFile({ storage }: Ports, account: AccountId, id: PatientFileId, failure: string): Promise<void> {
  const removeSome = () =>
    storage.transact(account, async ({ patientWarnings }) => {
      const some = await patientWarnings.page(account, { file: id, after: 0, limit: maxRemoved });
      await patientWarnings.remove(
        account,
        id,
        some.map((one) => one.id),
      );
      return some.length;
    });
  while ((await removeSome()) > 0);
  const read: ReadAccount<Stores> = (work) => storage.transact(account, (stores) => work(stores, account));
  for await (const { position } of partsOf(read, id)) {
    await storage.transact(account, ({ surveyVisits }) => surveyVisits.remove(account, id, position));
  }
  await storage.transact(account, async (stores, now) => {
    const file = await stores.patientFiles.byId(account, id);
    if (!file || !isUnfinished(file)) return;
    const failed: PatientFile = { ...file, status: "Failed", patients: 0, warnings: 0, failure };
    await stores.patientFiles.save(account, failed);
    await publishFiles([failed], { stores, account, now });
  });
}

/**
 * Returns the failure message for an operator. Hides the message of unexpected errors, because it may contain patient
 * data.
 */
const failureOf = (error: unknown): string =>
  isDomainError(error) ? error.message : "internal error; parse the file again";

/** Marks files as failed if their parsing process stopped. */
export function tidyPatientFiles(ports: Ports) {
  return async (account: AccountId): Promise<void> => {
    const { storage, clock } = ports;
    const files = await storage.read(account, ({ patientFiles }) => patientFiles.unfinished(account));
    for (const file of files) {
      if (isInterrupted(file, clock())) await failFile(ports, account, file.id, processEnded);
    }
  };
}
