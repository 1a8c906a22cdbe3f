import { type AccountId, type Domain, notFound, type PatientFileState } from "@repute/domain";
import { type EarlierReport, earlierReport } from "../report/earlier-report.js";
import { type FindingOfRow, findingsOf, keysOf } from "./patient-report.js";

type Surveys = Pick<Domain["patientSurveys"], "files" | "warningRows">;

/** A patient file with the findings of the last file before it for the same survey. */
export type FileWithPrevious = {
  readonly file: PatientFileState;
  readonly previous: EarlierReport<FindingOfRow> | undefined;
};

/** Finds a patient file and the file before it. Ignores test files. Throws `file_not_found`. */
export async function fileWithPrevious(surveys: Surveys, account: AccountId, id: number): Promise<FileWithPrevious> {
  let file: PatientFileState | undefined;
  for await (const files of surveys.files(account)) {
    for (const one of files) {
      if (one.file_id === id) file = one;
      else if (file && isComparable(one, file))
        return { file, previous: await reportOf(surveys, account, one.file_id) };
    }
  }
  if (!file) throw notFound("file_not_found", "the account has no such file");
  return { file, previous: undefined };
}

const isComparable = (one: PatientFileState, file: PatientFileState): boolean =>
  one.cahps_type === file.cahps_type && one.download_status === "Done" && !one.is_test;

const reportOf = ({ warningRows }: Surveys, account: AccountId, id: number) =>
  earlierReport(`file ${id}`, findingPages(warningRows(account, id)), keysOf);

async function* findingPages(pages: ReturnType<Surveys["warningRows"]>): AsyncGenerator<readonly FindingOfRow[]> {
  for await (const warnings of pages) yield warnings.flatMap(findingsOf);
}
