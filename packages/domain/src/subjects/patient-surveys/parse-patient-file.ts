import {
  type AuditOrigin,
  type AuditWriter,
  byOperator,
  originText,
  recordFailure,
  type RecordingPorts,
} from "../../foundation/accounts/audit-trail.js";
import type { Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { defined } from "../../foundation/kernel/json.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import {
  readSuppression,
  refuseChanged,
  type Suppression,
  type SuppressionReads,
} from "../../foundation/records/personal-data.js";
import type { SettingStores } from "../../foundation/unit-of-work/unit-of-work.js";
import type { CodeRanges } from "./code-ranges.js";
import { codeSets, type CodeSets } from "./code-sets.js";
import { failFile, failureOf, fileRun, type PatientFileStores, type RunPorts } from "./file-run.js";
import { judgePatients } from "./judge-patients.js";
import type { ParsedPatientFile, ParseOptions } from "./parse-options.js";
import { patientFileItem } from "./patient-file-items.js";
import type { PatientFileStore, StoredWarning } from "./patient-file-stores.js";
import type { PatientFile } from "./patient-file.js";
import type { PatientSource } from "./patient-rows.js";
import { publishWarnings } from "./publish-files.js";
import { readFacts, readingOf } from "./read-file-facts.js";
import { receiveFile } from "./receive-file.js";
import { withoutErased } from "./suppressed-patients.js";
import { type InterruptedReads, tidyPatientFiles } from "./tidy-patient-files.js";
import { usablePatientRow } from "./usable-patient-row.js";

type ParseStores = PatientFileStores & SuppressionReads & { readonly audit: AuditWriter };

export type ParsePorts = RunPorts<ParseStores> &
  RecordingPorts & {
    readonly storage: Reads<SettingStores & InterruptedReads & EarlierReads & SuppressionReads>;
    readonly secrets: Secrets;
  };

type EarlierReads = { readonly patientFiles: Pick<PatientFileStore, "withDigest"> };

/**
 * Parses a patient file for a CAHPS survey.
 *
 * The first reading collects facts about the whole file. The second reading checks each row and stores the findings.
 * The file appears in the list of patient files as soon as parsing starts.
 * If an error occurs, the status of the file becomes `Failed` and the error is thrown.
 */
export function parsePatientFile(ports: ParsePorts, excludedProcedures?: CodeRanges) {
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
        const { source: remaining, dropped } = withoutErased(source, suppression);
        const parsed = await parse({ ports, account, codes, file, source: remaining, suppression, options });
        return { ...parsed, suppressed: dropped() };
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
  const { fields, headings, facts, digest } = await readFacts(parsing, reading, run.stayAlive);
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
  const done: Partial<PatientFile> = {
    ...{ status: "Done", patients: rows, warnings: found.warnings, digest },
    ...{ month: facts.month, headings },
  };
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
    headings,
    counts: found,
    earlier: earlier && earlier.patients > 0 ? patientFileItem(earlier, stored.seenAt) : null,
  };
}
