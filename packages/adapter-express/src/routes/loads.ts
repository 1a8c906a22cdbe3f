import {
  type AccountId,
  type Domain,
  type FeedBatch,
  type Instant,
  type ListReading,
  loadNotEnded,
  type Principal,
  type UploadItem,
  uploadKinds,
  uploadStates,
} from "@repute/domain";
import type { LoadReport, LoadReportRow, RouterOptions } from "../options.js";
import { loadTypes } from "../requests/streamed-body.js";
import { type Route, route } from "../route.js";
import { exactly, listOf, type Schema } from "../schema.js";
import { importRunItem } from "./imports.js";
import { patientFileItem } from "./patient-files.js";

const text = (description: string, ...examples: readonly string[]) =>
  ({ type: "string", description, examples }) as const satisfies Schema;
const textOrNull = (description: string, example: string | null) =>
  ({ type: ["string", "null"], description, examples: [example] }) as const satisfies Schema;
const numberOrNull = (description: string, example: number | null) =>
  ({ type: ["integer", "null"], description, examples: [example] }) as const satisfies Schema;
const yes = (description: string) =>
  ({ type: "string", enum: ["true", "false"], description, examples: ["true"] }) as const satisfies Schema;

const problem = {
  title: "LoadProblem",
  ...exactly(
    {
      code: text(
        "Code of the error or of a row that is not stored, or `warning` for a line that is valid but probably does not work as intended.",
        "bundle_invalid",
      ),
      line: { type: "integer", description: "Line of a bundle.", examples: [12] },
      row: { type: "integer", description: "Row of a table, as a spreadsheet numbers it.", examples: [12] },
      kind: text("Kind of the line.", "review"),
      key: text("Key of the line, or heading of the column.", "rating"),
      parameter: text("Parameter of the request.", "connection"),
      pointer: text("JSON pointer to the value.", "/rating"),
      message: text("Explanation of the problem, with the accepted values.", "expected an integer from 1 to 5"),
    },
    ...(["line", "row", "kind", "key", "parameter", "pointer"] as const),
  ),
} as const;

const progress = {
  type: ["object", "null"],
  description: "Progress while the state is `running`, at most 3 seconds old. `of` is null until the total is known.",
  properties: {
    phase: text("Current step of the work.", "storing"),
    done: { type: "integer", description: "Number of lines or rows so far.", examples: [4_000] },
    of: numberOrNull("Total number of lines or rows.", 12_000),
  },
  required: ["phase", "done", "of"],
  examples: [null],
} as const satisfies Schema;

const load = {
  title: "Load",
  ...exactly({
    id: { type: "integer", description: "Id of the load.", examples: [12] },
    kind: { type: "string", enum: uploadKinds, description: "Kind of the file." },
    state: {
      type: "string",
      enum: uploadStates,
      description: "`queued`, `running`, `succeeded` or `failed`. A load that has failed has stored nothing.",
    },
    ahead: numberOrNull("Number of loads of the account that come first. Null unless the load is queued.", 0),
    received_at: text("Time when the file was received.", "2026-03-02T17:05:00+00:00"),
    started_at: textOrNull("Time when the work on the file began.", null),
    ended_at: textOrNull("Time when the load succeeded or failed.", null),
    file_name: textOrNull("Name of the file, if the request has `file_name`.", "monday.csv"),
    bytes: { type: "integer", description: "Size of the body in bytes, as it was sent.", examples: [182_004] },
    sha256: text(
      "SHA-256 of the body as it was sent, in hexadecimal.",
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ),
    repeats: numberOrNull("Id of an earlier load of the same file with the same parameters.", null),
    progress,
    counts: {
      type: ["object", "null"],
      description:
        "Counts of a load that succeeded. The members are as in the output of the command with `--json`: `load`, `import-appointments`, `import-calls`, `import-reviews` or `parse-patient-survey`.",
      examples: [null],
    },
    run_id: numberOrNull("Id of the import run, call import or patient file.", null),
    links: {
      description: "Paths for further requests.",
      ...exactly({
        report: textOrNull("Report of the load. Null until the load has ended.", "/v1/loads/12/report"),
        run: textOrNull(
          "Errors of the import run or findings of the patient file, for API tokens. Null if there is no run, and for calls.",
          null,
        ),
      }),
    },
    notes: {
      type: "array",
      description: "How the file was read, in sentences.",
      items: text("Note.", "read as UTF-8"),
    },
    problems: {
      type: "array",
      description:
        "Up to 100 reasons why the load failed, or rows that a load that succeeded did not store, or warnings.",
      items: problem,
    },
  }),
} as const;

const facts = { tag: "Loads", access: "loads" } as const;

const parameters = {
  kind: {
    type: "string",
    enum: uploadKinds,
    description:
      "Kind of the file: an account bundle, an appointment file, a call tracker's export, patients for a CAHPS survey, or the reviews of a platform.",
    examples: ["appointments"],
  },
  file_name: text("Name of the file, for people.", "monday.csv"),
  dry_run: yes("For bundles, calls and reviews: with `true`, the file is checked, and nothing is stored."),
  allow_deletions: text(
    "For bundles: exact number of records that complete lists may delete. Required if more than half of at least 20 records would be deleted.",
    "120",
  ),
  test: yes("For appointments and patients: with `true`, the run is a test."),
  explain: yes("For appointments: with `true`, nothing is stored, and `counts` explains how the file would be read."),
  connection: text("For appointments, patients and reviews: name of the connection.", "ehr"),
  uploaded_at: text(
    "For appointments and patients: upload time of the file. Defaults to the time of the request.",
    "2026-03-02",
  ),
  format: text("For calls: call tracker. By default, the headings of the file decide.", "callrail"),
  type: text("For patients: survey. Required.", "OASCAHPS"),
  month: text("For patients: sample month.", "2026-02"),
  by: text("For patients: email address of the person who made the file.", "ann@example.com"),
  corrects: text("For patients: id of an earlier file whose rows this file replaces.", "3"),
  transform: text("For patients: name of the transform that was applied to the file.", "v2"),
  platform: text("For reviews: id of the platform. Required.", "3"),
  location: text("For reviews: id of the location of rows that name none, or an unknown one.", "1"),
} as const;

const send = route({
  ...facts,
  method: "post",
  path: "/loads",
  operation: "sendLoad",
  summary: "Send a file",
  description:
    "Queues a file of the practice. The body is the file as the command line takes it, compressed with gzip or not. The loads of an account run one after another. Returns 202 as soon as the file is received, or 200 with the result if the request has `Prefer: wait=60` and the load ends in time. `Location` is the path of the load. Send `Repr-Digest` (RFC 9530) to have the body checked, and an `Idempotency-Key` to retry safely.",
  status: 202,
  keyed: true,
  recorded: true,
  waits: "end",
  streams: loadTypes,
  refuses: [
    "kind_not_permitted",
    "loads_off",
    "digest_mismatch",
    "invalid_digest",
    "upload_too_large",
    "too_many_loads",
    "disk_full",
  ],
  query: { type: "object", properties: parameters, required: ["kind"] },
  reply: load,
  locate: ({ id }) => String(id),
  isFinal: ({ ended_at }) => ended_at !== null,
  handle: async ({ loads }, { query, caller: by, idempotencyKey, body, digests, until, mount }) => {
    const { kind, file_name: fileName, ...given } = query;
    const sent = await loads.send(body, { kind, fileName, digests, parameters: given }, { by, idempotencyKey });
    return itemOf(await ended(sent, () => loads.one(by.account, sent.id, by), until), mount);
  },
});

/** Waits for the end of a load as long as the client wants. Returns the last known state. */
async function ended(
  first: UploadItem,
  read: () => Promise<UploadItem>,
  until: (isOver: () => Promise<boolean>) => Promise<void>,
): Promise<UploadItem> {
  let last = first;
  await until(async () => (last = await read()).ended_at !== null);
  return last;
}

const itemOf = ({ problems, counts, ...item }: UploadItem, mount: string) => ({
  ...item,
  links: {
    report: item.ended_at === null ? null : `${mount}/v1/loads/${item.id}/report`,
    run: runPath(item, mount),
  },
  counts: counts as Readonly<Record<string, unknown>> | null,
  problems: problems.map(({ code, message, ...where }) => ({ code, message, ...where })),
});

const runPath = ({ kind, run_id: id }: Pick<UploadItem, "kind" | "run_id">, mount: string): string | null => {
  if (id === null || kind === "calls") return null;
  return `${mount}/v2/${kind === "patients" ? `cahps-parsed-files/${id}/warnings` : `integration-imports/${id}/appointments`}`;
};

const params = {
  type: "object",
  properties: { load_id: text("Id of the load.", "12") },
  required: ["load_id"],
} as const satisfies Schema;

const one = route({
  ...facts,
  method: "get",
  path: "/loads/:load_id",
  operation: "getLoad",
  summary: "Get a load",
  description:
    "State, progress, counts and problems of a load that this token sent, or with an office token, of any load of the account. With `Prefer: wait=60`, the response waits for the end of the load.",
  waits: "end",
  refuses: ["load_not_found"],
  params,
  reply: load,
  handle: async ({ loads }, { account, caller, params, until, mount }) => {
    const read = () => loads.one(account, idOf(params.load_id), caller);
    const first = await read();
    return itemOf(first.ended_at === null ? await ended(first, read, until) : first, mount);
  },
});

/** Returns the id in a path. An id that no load can have is unknown. */
const idOf = (written: string): number => (/^[1-9]\d{0,14}$/.test(written) ? Number(written) : 0);

const list = route({
  ...facts,
  method: "get",
  path: "/loads",
  operation: "listLoads",
  summary: "List loads",
  key: ["id"],
  description:
    "The latest 100 loads that this token sent, or with an office token, of the account, newest first. Loads are listed for 90 days.",
  refuses: ["invalid_before"],
  query: {
    type: "object",
    properties: { before: text("Selects loads with lower ids, to continue after the last load of a response.", "12") },
  },
  reply: listOf(load),
  handle: async ({ loads }, { account, caller, query: { before }, mount }) => ({
    items: (await loads.list(account, before, caller)).map((item) => itemOf(item, mount)),
  }),
});

const reportRow = {
  title: "LoadReportRow",
  ...exactly({
    line: numberOrNull("Line of a bundle, or row of a table as a spreadsheet numbers it.", 12),
    kind: textOrNull(
      "Kind of the line of a bundle, or part of the work: `appointments`, `invites` or `patients`.",
      "review",
    ),
    key: textOrNull("Key of the line, heading of the column, or patient id.", "rating"),
    patient: textOrNull("Name of the patient in the row.", null),
    level: {
      type: "string",
      enum: ["error", "warning"],
      description: "`error` for data to correct, and `warning` for data to check.",
    },
    code: text("Code of the error, of the warning or of the finding.", "bundle_invalid"),
    message: text("Explanation for the people who correct the file.", "expected an integer from 1 to 5"),
  }),
} as const satisfies Schema;

type Wanted = {
  readonly account: AccountId;
  readonly caller: Principal;
  readonly params: { readonly load_id: string };
  readonly loadReport: RouterOptions["loadReport"];
};

type OwnReport = Partial<LoadReport> & Required<Pick<LoadReport, "rows">>;

/** Returns the report of a load that the caller may see. Throws `load_not_found` and `load_not_ended`. */
async function reportOf({ loads }: Domain, { account, caller, params, loadReport }: Wanted): Promise<OwnReport> {
  const item = await loads.one(account, idOf(params.load_id), caller);
  if (item.ended_at === null) throw loadNotEnded();
  return { rows: () => problemRows(item), ...(await loadReport?.(account, item)) };
}

const report = route({
  ...facts,
  method: "get",
  path: "/loads/:load_id/report",
  operation: "getLoadReport",
  summary: "Get the report of a load",
  description:
    "Rows of the file that were refused or need a check, in the order of the file. Of a load that failed, the rows are its problems. With `Accept: text/html`, the response is the page that the command for files of this kind writes with `--report`.",
  refuses: ["load_not_found", "load_not_ended"],
  params,
  reply: listOf(reportRow),
  page: async (domain, call) => (await reportOf(domain, call)).page?.(),
  stream: async (domain, call) => readingOf((await reportOf(domain, call)).rows),
});

async function* problemRows({ problems }: UploadItem): AsyncGenerator<readonly LoadReportRow[]> {
  yield problems.map(({ code, line, row, kind = null, key = null, message }) => ({
    ...{ line: line ?? row ?? null, kind, key, patient: null },
    ...{ level: code === "warning" ? "warning" : "error", code, message },
  }));
}

/** Presents rows as a list that is sent in batches. */
function readingOf(rows: () => AsyncIterable<readonly LoadReportRow[]>): ListReading<LoadReportRow> {
  async function* batches(separator: string): AsyncGenerator<FeedBatch> {
    let isEmpty = true;
    for await (const some of rows()) {
      if (some.length === 0) continue;
      isEmpty = false;
      yield batchOf(some, separator);
    }
    if (isEmpty) yield batchOf([], separator);
  }
  return {
    ...{ window: undefined, modifiedSince: undefined, pageOf: () => ({}) },
    async *read(separator = ",", beforehand) {
      await beforehand?.(batches(separator));
      yield* batches(separator);
    },
  };
}

const batchOf = (rows: readonly LoadReportRow[], separator: string): FeedBatch => ({
  count: rows.length,
  json: Buffer.from(rows.map((row) => JSON.stringify(row)).join(separator)),
  watermark: 0 as Instant,
});

const whole = (description: string) => ({ type: "integer", description }) as const satisfies Schema;
const objects = <const S extends Schema>(description: string, items: S) =>
  ({ type: "array", description, items }) as const;
const isUndone = { type: "boolean", description: "True if the import is undone now, false after a dry run." } as const;
const records = (description: string) => ({
  ...exactly({ appointments: whole("Number of appointments."), invites: whole("Number of invites.") }),
  description,
});
const fileRows = exactly({ file_id: whole("File id."), rows: whole("Number of rows.") });

const undoneImport = {
  title: "UndoneImport",
  ...exactly({
    undone: isUndone,
    undone_before: { type: "boolean", description: "True if an earlier request had already undone the import." },
    run: { ...importRunItem, title: "UndoneRun", description: "The import run with the counts that remain." },
    removed: records("Records that the import had stored first, and that were removed."),
    restored: records("Records that have the values again that they had before the import."),
    reasons: {
      type: "object",
      description: "Number of records that were not removed or not restored, by reason.",
      additionalProperties: { type: "integer" },
      examples: [{ changed: 1 }],
    },
    remaining: objects(
      "First 200 records that were not removed or not restored.",
      exactly({
        kind: text("`appointment` or `invite`.", "appointment"),
        id: whole("Id of the record."),
        reason: text("Reason, such as `changed`, `sent` or `erased`.", "changed"),
        patient_name: textOrNull("Name of the patient. Null if it is unknown.", "Cal Reed"),
        at: textOrNull("Time or date of the appointment, or time of the invite.", "2026-03-02T17:05:00+00:00"),
      }),
    ),
  }),
} as const;

const exampleOfUndo = {
  ...{ undone: true, undone_before: false, run: importRunItem.examples[0] },
  ...{ removed: { appointments: 2, invites: 1 }, restored: { appointments: 0, invites: 0 }, reasons: { changed: 1 } },
  remaining: [
    { kind: "appointment", id: 31, reason: "changed", patient_name: "Cal Reed", at: "2026-05-28T15:00:00+00:00" },
  ],
};

const undoneCalls = {
  title: "UndoneCallImport",
  ...exactly({
    undone: isUndone,
    import_id: whole("Id of the call import."),
    removed: whole("Number of calls that the import had stored first, and that were removed."),
    restored: whole("Number of calls that have their earlier values again."),
    remaining: objects(
      "Calls that were changed since the import, and that stay unchanged.",
      exactly({
        conversion_id: text("Id of the conversion.", "call-900"),
        changed_by_import: numberOrNull("Call import that changed the call. Null for a bundle.", null),
      }),
    ),
  }),
} as const;

const undoneFile = {
  title: "UndonePatientFile",
  ...exactly({
    undone: isUndone,
    ...patientFileItem.properties,
    removed_findings: whole("Number of rows whose findings were removed."),
    removed_visits: whole("Number of visits that were removed."),
    restored: objects("Earlier files whose rows count again.", fileRows),
    remaining: objects("Later files with rows of the same visits, which stay excluded from the survey.", fileRows),
    sample_files: numberOrNull("Number of files that remain in the sample month. Null without a sample month.", 1),
    sample_visits: numberOrNull("Number of visits that remain in the sample month.", 220),
    sample_eligible: numberOrNull("Number of visits to survey that remain in the sample month.", 115),
  }),
} as const;

const undo = route({
  ...facts,
  access: "office",
  method: "post",
  path: "/loads/:load_id/undo",
  operation: "undoLoad",
  summary: "Undo a load",
  description:
    "Undoes what a load of appointments, calls or patients imported: removes the records that it stored first, and restores the records that it changed, unless they were changed since. With `dry_run=true`, nothing is changed. The reply depends on the kind of the file. Loads of other kinds, failed loads and tests cannot be undone.",
  refuses: [
    "load_not_found",
    "load_not_ended",
    "undo_refused",
    "import_running",
    "already_undone",
    "undo_too_late",
    "file_unfinished",
    "file_corrected",
  ],
  params,
  query: { type: "object", properties: { dry_run: yes("With `true`, the reply says what the undo would change.") } },
  reply: {
    ...{ title: "UndoneLoad", type: "object", anyOf: [undoneImport, undoneCalls, undoneFile] },
    examples: [exampleOfUndo],
  },
  // Every request is recorded, also if it changes nothing, because the reply names patients.
  handle: ({ loads }, { caller, origin, params, query }) =>
    loads.undo(idOf(params.load_id), { by: { ...caller, origin }, dryRun: query.dry_run === "true" }),
});

/** Routes for files that systems and people of the practice send. */
export const loadRoutes: readonly Route[] = [send, list, one, report, undo];
