import { conflict, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import { textTable } from "../../foundation/kernel/lookup-tables.js";
import { pagesAfter, type Ports, type ReadStores, type Stores } from "../../foundation/kernel/storage.js";
import { factsFrom, foundInParts, isOf, type KnownPerson } from "../../foundation/records/personal-data.js";
import type { ReadAccount, RecordType } from "../../foundation/records/record-type.js";
import type { PatientFile } from "./patient-file.js";
import type { Patient, SampleMonth } from "./patient-rows.js";
import type { EarlierVisit } from "./patient-rules.js";

/** Visit in a row of a patient file. */
export type SurveyVisit = {
  readonly row: number;
  readonly visitId: string;
  readonly patientId: string;
  /** True if the row has no defect, so the patient can be surveyed. */
  readonly isEligible: boolean;
  /** Later file whose row replaces this visit, so that it does not count. Absent if the visit counts. */
  readonly replacedBy?: number;
};

/** Returns the visit in a row, or `undefined` if the row has no visit id. */
export function visitOf({ row, text }: Patient, isEligible: boolean): SurveyVisit | undefined {
  const visitId = text("visit_id");
  return visitId === "" ? undefined : { row: row.row, visitId, patientId: text("patient_id"), isEligible };
}

/** Visits of consecutive rows. `position` is the number of the first row. */
export type VisitPart = { readonly position: number; readonly visits: readonly SurveyVisit[] };

/** Store of the visits in patient files, so that later files of the same sample month can be compared. */
export interface SurveyVisitStore {
  /** Inserts a part of a file, or replaces the part at the same position. */
  save(account: AccountId, file: PatientFileId, part: VisitPart): Promise<void>;
  /** Returns the part of a file with the lowest position after `after`. */
  next(account: AccountId, file: PatientFileId, after: number): Promise<VisitPart | undefined>;
  /** Deletes a part of a file. */
  remove(account: AccountId, file: PatientFileId, position: number): Promise<void>;
}

/** Yields all parts of a file, each in its own read. */
export async function* partsOf<R extends { readonly surveyVisits: Pick<SurveyVisitStore, "next"> }>(
  read: ReadAccount<R>,
  file: PatientFileId,
): AsyncGenerator<VisitPart> {
  for (let after = -1; ;) {
    const part = await read(({ surveyVisits }, account) => surveyVisits.next(account, file, after));
    if (!part) return;
    yield part;
    after = part.position;
  }
}

/** Counts of the sample of a month: the files, their different visits, and the visits to survey. */
export type SampleCounts = { readonly files: number; readonly visits: number; readonly eligible: number };

/** Index of the visits of a sample month. */
export type MonthSample = {
  /** Returns the row of an earlier file that has the visit. Rows of the corrected file do not count. */
  earlier(visitId: string): EarlierVisit | undefined;
  /** Adds a row of the file that is being checked. Call this function for all rows, in file order. */
  add(visit: SurveyVisit): void;
  /** Lets rows of the file replace rows of the corrected file about the same patient, if only the visit id differs. */
  pairPatients(): Promise<void>;
  /** Returns true if a row of the file replaces this visit of the corrected file. */
  isReplaced(visitId: string): boolean;
  counts(): SampleCounts;
};

/**
 * Reads the visits in earlier files of the same survey and sample month. Test files do not count. `corrects` is the file
 * whose rows the new file replaces. Throws `file_not_found`, and `other_sample` if that file is of another sample.
 */
export async function monthSample(
  { storage }: Ports,
  account: AccountId,
  file: PatientFile,
  month: SampleMonth | null,
  corrects: number | undefined,
): Promise<MonthSample> {
  const read: ReadAccount = (work) => storage.read(account, (stores) => work(stores, account));
  const isEarlier = (one: PatientFile) => one.id < file.id && isSample(one, file.type, month);
  if (corrects !== undefined) {
    const corrected = await read(({ patientFiles }) => patientFiles.byId(account, corrects as PatientFileId));
    if (!corrected) throw notFound("file_not_found", "the account has no such file");
    if (!isEarlier(corrected)) throw otherSample(corrects);
  }
  const sample = visitIndex(file, corrects);
  if (month !== null) await sample.addFiles(read, isEarlier);
  return { ...sample, pairPatients: () => sample.pairPatients(read) };
}

/** Marks the visits of a corrected file that the rows of a new file replace. */
export async function markReplaced(
  stores: Stores,
  account: AccountId,
  { id: replacedBy, isTest }: Pick<PatientFile, "id" | "isTest">,
  corrects: number | undefined,
  { isReplaced }: MonthSample,
): Promise<void> {
  if (corrects === undefined || isTest) return;
  const file = corrects as PatientFileId;
  for await (const part of partsOf((work) => work(stores, account), file)) {
    await changeVisits(stores, account, { file, part }, (visits) =>
      visits.map((visit) => (isCounted(visit) && isReplaced(visit.visitId) ? { ...visit, replacedBy } : visit)),
    );
  }
}

/** Yields the visits of a file that no later file has replaced. A file that is `undone` replaces none. */
async function* countedVisits(
  read: ReadAccount,
  file: PatientFileId,
  undone?: PatientFileId,
): AsyncGenerator<SurveyVisit> {
  for await (const { visits } of partsOf(read, file)) {
    yield* visits.filter(({ replacedBy }) => replacedBy === undefined || replacedBy === undone);
  }
}

const isCounted = ({ replacedBy }: SurveyVisit): boolean => replacedBy === undefined;

/** Rows of a file: its number, and how many of its rows are affected. */
export type FileRows = { readonly file: number; readonly rows: number };

/** Result of removing the visits of a file that is undone. */
export type WithdrawnVisits = {
  readonly visits: number;
  /** Rows of other files that the file had replaced and that count again. */
  readonly restored: readonly FileRows[];
  /** Rows of later files that keep their findings although the earlier row about the visit no longer counts. */
  readonly remaining: readonly FileRows[];
  /** Counts of the sample month without the file. `null` if the file is in no sample. */
  readonly sample: SampleCounts | null;
};

/** Removes the visits of a file, and lets the visits that it replaced count again. Changes nothing in a dry run. */
export async function withdrawVisits(
  stores: Stores,
  account: AccountId,
  { id, type, month, isTest }: PatientFile,
  dryRun: boolean,
): Promise<WithdrawnVisits> {
  const { visits, surveyed, replacedBy: corrector } = await removeVisits(stores, account, id, dryRun);
  if (isTest || month === null) return { visits, restored: [], remaining: [], sample: null };
  const read: ReadAccount = (work) => work(stores, account);
  const isOther = (file: PatientFile) => file.id !== id && isSample(file, type, month);
  const [restored, remaining] = [new Map<number, number>(), new Map<number, number>()];
  for await (const { file, part } of allParts(read, isOther)) {
    const replaced = part.visits.filter(({ replacedBy }) => replacedBy === id);
    const held = part.visits.filter(({ visitId, isEligible }) => !isEligible && surveyed.has(visitId));
    restored.set(file, (restored.get(file) ?? 0) + replaced.length);
    if (file > id) remaining.set(file, (remaining.get(file) ?? 0) + held.length);
    if (!dryRun) await changeVisits(stores, account, { file, part }, (all) => all.map((one) => restoredVisit(one, id)));
  }
  const sample = visitIndex({ id: 0 as PatientFileId, isTest: true }, undefined);
  await sample.addFiles(read, isOther, id);
  refuseBetween(corrector, rowsOf(restored));
  return { visits, restored: rowsOf(restored), remaining: rowsOf(remaining), sample: sample.counts() };
}

/** Throws `file_corrected` if a file replaced rows and was itself corrected, because a later file has newer rows. */
function refuseBetween(corrector: number | undefined, restored: readonly FileRows[]): void {
  if (corrector === undefined || restored.length === 0) return;
  throw conflict("file_corrected", `file ${corrector} corrects this file; undo file ${corrector} first`);
}

/**
 * Removes the visits of a file. Returns their number, the ids of the visits to survey, and the file that replaced some of
 * the visits.
 */
async function removeVisits(stores: Stores, account: AccountId, file: PatientFileId, dryRun: boolean) {
  const surveyed = new Set<string>();
  let visits = 0;
  let replacedBy: number | undefined;
  for await (const part of partsOf((work) => work(stores, account), file)) {
    visits += part.visits.length;
    for (const visit of part.visits) {
      if (visit.isEligible) surveyed.add(visit.visitId);
      replacedBy = visit.replacedBy ?? replacedBy;
    }
    if (!dryRun) await stores.surveyVisits.remove(account, file, part.position);
  }
  return { visits, surveyed, replacedBy };
}

function restoredVisit(visit: SurveyVisit, undone: PatientFileId): SurveyVisit {
  const { replacedBy, ...counted } = visit;
  return replacedBy === undone ? counted : visit;
}

const rowsOf = (rows: ReadonlyMap<number, number>): readonly FileRows[] =>
  [...rows].flatMap(([file, count]) => (count > 0 ? { file, rows: count } : [])).sort((a, b) => a.file - b.file);

/** Changes the visits of a part. */
async function changeVisits(
  { surveyVisits }: Stores,
  account: AccountId,
  { file, part }: { readonly file: PatientFileId; readonly part: VisitPart },
  change: (visits: readonly SurveyVisit[]) => readonly SurveyVisit[],
): Promise<void> {
  const visits = change(part.visits);
  const isSame = visits.length === part.visits.length && visits.every((visit, index) => visit === part.visits[index]);
  if (!isSame) await surveyVisits.save(account, file, { ...part, visits });
}

/** Returns the current counts of the sample month of a file, or `null` if the file has no sample month. */
export function sampleOfFile({ storage }: Ports) {
  return async (account: AccountId, id: number): Promise<SampleCounts | null> => {
    const read: ReadAccount = (work) => storage.read(account, (stores) => work(stores, account));
    const file = await read(({ patientFiles }) => patientFiles.byId(account, id as PatientFileId));
    if (!file?.month) return null;
    const sample = visitIndex({ id: 0 as PatientFileId, isTest: true }, undefined);
    await sample.addFiles(read, (one) => isSample(one, file.type, file.month));
    return sample.counts();
  };
}

const isSample = (file: PatientFile, type: PatientFile["type"], month: PatientFile["month"]): boolean =>
  file.type === type && file.month === month && file.status === "Done" && !file.isTest;

const otherSample = (file: number) =>
  conflict("other_sample", `file ${file} cannot be corrected: it is of another survey or month, a test, or not parsed`);

const columns = { file: 0, row: 1, isEligible: 2 } as const;

function visitIndex({ id, isTest }: Pick<PatientFile, "id" | "isTest">, corrects: number | undefined) {
  const table = textTable(3);
  /** Number of visits by patient that only the new file has and that no pair contains. */
  const unpaired = new Map<string, number>();
  let [files, visits, eligible] = [isTest ? 0 : 1, 0, 0];
  const at = (found: number): EarlierVisit => ({
    file: table.get(found, columns.file),
    row: table.get(found, columns.row),
    isEligible: table.get(found, columns.isEligible) === 1,
  });
  function put(found: number, file: number, { row, isEligible }: SurveyVisit): void {
    table.set(found, columns.file, file);
    table.set(found, columns.row, row);
    table.set(found, columns.isEligible, Number(isEligible));
  }
  /** Adds a visit of a file. Of several rows about a visit, the first eligible one counts, otherwise the first one. */
  function addOf(file: number, visit: SurveyVisit): void {
    const found = table.find(visit.visitId);
    if (found < 0) {
      table.add(visit.visitId, file, visit.row, Number(visit.isEligible));
      visits += 1;
      eligible += Number(visit.isEligible);
      if (file === id) unpaired.set(visit.patientId, (unpaired.get(visit.patientId) ?? 0) + 1);
      return;
    }
    const before = at(found);
    const isCorrection = file === id && before.file === corrects;
    if (!isCorrection && (before.isEligible || !visit.isEligible)) return;
    eligible += Number(visit.isEligible) - Number(before.isEligible);
    put(found, file, visit);
  }
  return {
    /** Adds the visits of all files that belong to the sample. */
    async addFiles(
      read: ReadAccount,
      isOfSample: (file: PatientFile) => boolean,
      undone?: PatientFileId,
    ): Promise<void> {
      for await (const file of filesOf(read)) {
        if (!isOfSample(file)) continue;
        files += 1;
        for await (const visit of countedVisits(read, file.id, undone)) addOf(file.id, visit);
      }
    },
    async pairPatients(read: ReadAccount): Promise<void> {
      if (corrects === undefined) return;
      unpaired.delete("");
      for await (const visit of countedVisits(read, corrects as PatientFileId)) {
        const found = table.find(visit.visitId);
        const left = unpaired.get(visit.patientId) ?? 0;
        if (left === 0 || found < 0 || at(found).file !== corrects) continue;
        unpaired.set(visit.patientId, left - 1);
        visits -= 1;
        eligible -= Number(at(found).isEligible);
        put(found, id, visit);
      }
    },
    add: (visit: SurveyVisit) => (isTest ? undefined : addOf(id, visit)),
    earlier(visitId: string): EarlierVisit | undefined {
      const found = table.find(visitId);
      const before = found < 0 ? undefined : at(found);
      return before && before.file !== id && before.file !== corrects ? before : undefined;
    },
    isReplaced: (visitId: string) => table.get(table.find(visitId), columns.file) === id,
    counts: (): SampleCounts => ({ files, visits, eligible }),
  };
}

/** Record type for the visits in patient files. An erasure finds them by patient id. */
export const surveyVisitType: RecordType<"survey_visit"> = {
  kind: "survey_visit",
  ofPerson: foundInParts(visitsAbout, ({ file, part }, { stores, account }) =>
    stores.surveyVisits.save(account, file, part),
  ),
  async *uploadedBefore(read, before) {
    for await (const { id, createdAt } of filesOf(read)) {
      if (createdAt >= before) continue;
      for await (const { position, visits } of partsOf(read, id)) {
        yield {
          count: visits.length,
          remove: ({ stores, account }) => stores.surveyVisits.remove(account, id, position),
        };
      }
    }
  },
};

async function* visitsAbout(stores: ReadStores, account: AccountId, person: KnownPerson) {
  for await (const { file, part } of allParts((work) => work(stores, account))) {
    const [own, others] = [[] as SurveyVisit[], [] as SurveyVisit[]];
    for (const one of part.visits) (isOf(person, factsFrom(one.patientId, [])) ? own : others).push(one);
    for (const one of own) person.note?.(factsFrom(one.patientId, []), one);
    yield { file, part: { ...part, visits: others }, removed: own.length };
  }
}

async function* allParts(read: ReadAccount, isIncluded: (file: PatientFile) => boolean = () => true) {
  for await (const file of filesOf(read)) {
    if (isIncluded(file)) for await (const part of partsOf(read, file.id)) yield { file: file.id, part };
  }
}

const limit = 100;

/** Reads all patient files of an account. */
export async function* filesOf(read: ReadAccount): AsyncGenerator<PatientFile> {
  const pages = pagesAfter<PatientFile>(limit, (after) =>
    read(({ patientFiles }, account) => patientFiles.page(account, { window: {}, limit, ...(after && { after }) })),
  );
  for await (const files of pages) yield* files;
}
