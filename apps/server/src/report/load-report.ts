import type { LoadReport, LoadReportRow } from "@repute/adapter-express";
import {
  type AccountId,
  type Domain,
  type ImportErrorRow,
  type ImportRunItem,
  maxProblems,
  type PatientWarningItem,
  type UploadItem,
} from "@repute/domain";
import { previousImport } from "./import-outputs.js";
import { errorText, importReport } from "./import-report.js";
import { inviteList, inviteParts } from "./invite-list.js";
import { fieldLabels, findingLines } from "./patient-report.js";
import { groupedRows, type ReportedFile, showTime, type ShowTime } from "./report-groups.js";
import {
  noticeOf,
  type Report,
  type ReportGroup,
  reportPage,
  reportStyleHash,
  taskParts,
  taskTitles,
  taskTones,
} from "./report-page.js";
import { fileWithPrevious, storedPatientReport } from "./stored-patient-file.js";

/** Returns a function that reports loads as the command for files of their kind does. */
export const loadReports =
  (domain: Domain) =>
  async (account: AccountId, load: UploadItem): Promise<LoadReport> => {
    const about = await aboutLoad(domain, account, load);
    const { rows, report } = (await runOf(domain, account, load, about)) ?? { report: () => plainReport(load, about) };
    return {
      ...(rows && { rows }),
      page: async () => ({ html: reportPage(await report()), style: reportStyleHash() }),
    };
  };

async function aboutLoad({ accounts }: Domain, account: AccountId, load: UploadItem): Promise<ReportedFile> {
  const { timeZone } = await accounts.settings(account);
  const practice = (await accounts.list()).find(({ id }) => id === account)?.name ?? "";
  return { practice, file: load.file_name ?? `of load ${load.id}`, timeZone };
}

type Run = Pick<LoadReport, "rows"> & { readonly report: () => Report | Promise<Report> };

/** Returns the rows and the report of an import run or a patient file. Other loads have only their problems. */
async function runOf(
  { imports, patientSurveys }: Domain,
  account: AccountId,
  { kind, run_id: id }: UploadItem,
  about: ReportedFile,
): Promise<Run | undefined> {
  if (id === null || kind === "calls") return undefined;
  if (kind === "patients") {
    const found = await fileWithPrevious(patientSurveys, account, id);
    return {
      rows: () => patientRows(patientSurveys.warningRows(account, id), fieldLabels(found.file.headings ?? {})),
      report: () => storedPatientReport(patientSurveys, account, found, about),
    };
  }
  const { run } = await imports.attempt(account, id, "run");
  return run?.import_id === id
    ? {
        rows: () => importRows(imports.errorRows(account, id), showTime(about.timeZone)),
        report: () => storedImportReport(imports, account, run, about),
      }
    : undefined;
}

async function* importRows(
  pages: AsyncIterable<readonly ImportErrorRow[]>,
  show: ShowTime,
): AsyncGenerator<readonly LoadReportRow[]> {
  for await (const rows of pages) {
    yield rows.map((row) => ({
      ...{ line: row.row, kind: row.side, key: row.item.patient_id, patient: row.item.patient_name },
      ...{ level: row.item.error_level, code: row.item.error_type, message: errorText(row, show) },
    }));
  }
}

async function* patientRows(
  pages: AsyncIterable<readonly PatientWarningItem[]>,
  labelOf: (field: string) => string,
): AsyncGenerator<readonly LoadReportRow[]> {
  for await (const warnings of pages) yield warnings.flatMap((warning) => findingLines(warning, labelOf));
}

async function storedImportReport(
  imports: Domain["imports"],
  account: AccountId,
  run: ImportRunItem,
  about: ReportedFile,
): Promise<Report> {
  const { import_id: id, is_test: isTest } = run;
  const list = inviteList(about.timeZone);
  for await (const plans of imports.plans(account, id)) plans.forEach(list.add);
  const result = {
    run,
    withdrawals: await imports.withdrawals(account, id),
    unknown: await imports.unknownStatuses(account, id),
  };
  const before = await previousImport(imports, account, id);
  return importReport(result, imports.errorRows(account, id), about, before, inviteParts(list.summary({ isTest })));
}

const titles: Readonly<Record<UploadItem["kind"], string>> = {
  bundle: "Account bundle",
  appointments: "Appointment import",
  calls: "Call import",
  reviews: "Review import",
  patients: "Patient file",
};

/** Creates the report of a load without a run: its counts, and its problems. */
function plainReport(load: UploadItem, { practice, file, timeZone }: ReportedFile): Report {
  const { id, kind, state, counts, problems, received_at: at } = load;
  const failed = state === "failed" ? failure : undefined;
  const dry = counts?.["stored"] === false ? "This was a dry run. Nothing was stored." : undefined;
  return {
    title: `${titles[kind]}, load ${id}${failed ? ": failed" : ""}`,
    subtitle: `${practice}. File ${file}, received ${showTime(timeZone)(at)}.`,
    notice: noticeOf([failed, dry, problems.length === 0 ? "No problems were found in this file." : undefined]),
    counts: labeledCounts(load),
    sums: problems.length < maxProblems ? [] : [`Only the first ${maxProblems} problems are listed.`],
    ...{ charts: [], parts: taskParts(groupsOf(load)) },
  };
}

function groupsOf({ kind: file, state, problems }: UploadItem): readonly ReportGroup[] {
  const columns = file === "bundle" ? ["Line", "Kind", "Key", "Problem"] : ["Row", "Kind", "Column", "Problem"];
  const groups = groupedRows(columns, `A load has at most ${maxProblems} problems.`);
  const advice = state === "succeeded" && file === "reviews" ? notStored : "";
  for (const { code, line, row, kind = "", key = "", message } of problems) {
    const head = code === "warning" ? toCheck : { ...toCorrect, advice };
    groups.add(head, [String(line ?? row ?? ""), kind, key, message]);
  }
  return groups.all();
}

const notStored =
  "Rows with a problem are not stored. Correct them, then send the file again. Reviews that are already stored are not stored twice.";

const failure = "The load failed, and nothing was stored. Correct the file, then send it again.";
const toCorrect = { id: "correct-file", title: taskTitles.correct, advice: "", tone: taskTones.correct };
const toCheck = { id: "check-file", title: taskTitles.check, advice: "", tone: taskTones.check };

/** Labels of the counts of a load in its report, by kind of file. */
const labels: Partial<Record<UploadItem["kind"], Readonly<Record<string, string>>>> = {
  reviews: {
    rows: "Rows in the file",
    faulty: "Rows with a problem",
    suppressed: "Rows about erased people, dropped",
    older: "Rows older than the stored review, ignored",
    changed: "Reviews added or changed",
  },
  calls: {
    rows: "Rows in the file",
    calls: "Calls in the file",
    outbound: "Outbound calls, skipped",
    unfinished: "Unfinished calls, skipped",
    suppressed: "Rows about erased people, dropped",
    changed: "Calls added or changed",
  },
};

function labeledCounts({ kind, counts }: UploadItem): Report["counts"] {
  const known = labels[kind];
  if (!known) return countsOf(counts);
  const all: Readonly<Record<string, unknown>> = { ...counts, ...(counts?.["skipped"] as object | undefined) };
  return Object.entries(known).flatMap(([name, label]) => {
    const count = all[name];
    return typeof count === "number" ? [[label, count] as const] : [];
  });
}

/** Returns the numbers among the counts of a load, and the lines of each kind in a bundle. */
export function countsOf(counts: UploadItem["counts"]): Report["counts"] {
  const kinds = Object.entries((counts?.["kinds"] ?? {}) as Readonly<Record<string, { readonly lines: number }>>);
  const all: [string, unknown][] = [
    ...Object.entries(counts ?? {}),
    ...kinds.map(([kind, { lines }]): [string, number] => [kind, lines]),
  ];
  return all
    .filter((pair): pair is [string, number] => typeof pair[1] === "number" && !pair[0].endsWith("_id"))
    .map(([name, count]) => [name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " "), count]);
}
