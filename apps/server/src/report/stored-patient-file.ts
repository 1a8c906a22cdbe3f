import { type AccountId, type Domain, notFound, type PatientFileState } from "@repute/domain";
import {
  failedPatientReport,
  type FindingOfRow,
  findingsOf,
  keysOf,
  patientReport,
  undonePatientReport,
} from "./patient-report.js";
import { type EarlierReport, earlierReport, type ReportedFile } from "./report-groups.js";
import type { Report } from "./report-page.js";

type Surveys = Pick<Domain["patientSurveys"], "files" | "warningRows" | "sample">;

/** A patient file with the findings of the last file before it for the same survey. */
type FileWithPrevious = {
  readonly file: PatientFileState;
  readonly previous: () => Promise<EarlierReport<FindingOfRow> | undefined>;
};

/** Finds a patient file and the file before it. Ignores test files. Throws `file_not_found`. */
export async function fileWithPrevious(surveys: Surveys, account: AccountId, id: number): Promise<FileWithPrevious> {
  let file: PatientFileState | undefined;
  for await (const files of surveys.files(account)) {
    for (const one of files) {
      if (one.file_id === id) file = one;
      else if (file && isComparable(one, file))
        return { file, previous: () => reportOf(surveys, account, one.file_id) };
    }
  }
  if (!file) throw notFound("file_not_found", "the account has no such file");
  return { file, previous: async () => undefined };
}

const isComparable = (one: PatientFileState, file: PatientFileState): boolean =>
  one.cahps_type === file.cahps_type && one.download_status === "Done" && !one.is_test;

const reportOf = ({ warningRows }: Surveys, account: AccountId, id: number) =>
  earlierReport(`file ${id}`, findingPages(warningRows(account, id)), keysOf);

async function* findingPages(pages: ReturnType<Surveys["warningRows"]>): AsyncGenerator<readonly FindingOfRow[]> {
  for await (const warnings of pages) yield warnings.flatMap(findingsOf);
}

/** Creates the report of a stored patient file again. */
export async function storedPatientReport(
  surveys: Surveys,
  account: AccountId,
  { file, previous }: FileWithPrevious,
  about: ReportedFile,
): Promise<Report> {
  const { file_id: id, sample_month: month, headings } = file;
  if (file.download_status !== "Done") {
    return (file.is_undone ? undonePatientReport : failedPatientReport)(failedFile(file), reasonOf(file), about);
  }
  const sample = file.is_test ? null : await surveys.sample(account, id);
  const reported = { item: file, month, ...(headings && { headings }), ...(sample && { sample }) };
  return patientReport(reported, surveys.warningRows(account, id), about, await previous());
}

const failedFile = ({ cahps_type: type, integration_connection: connection }: PatientFileState) => ({
  type,
  ...(connection !== null && { connection }),
});

const reasonOf = ({ failure, download_status: status }: PatientFileState): string =>
  failure ?? `the file is not parsed yet (${status.toLowerCase()})`;
