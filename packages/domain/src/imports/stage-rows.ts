import type { AccountId } from "../kernel/ids.js";
import { countedRows } from "./file-rows.js";
import type { ImportFile } from "./import-file.js";
import type { ImportPorts } from "./import-options.js";
import type { ImportCounts, RunIds } from "./import-run.js";
import type { ImportRow } from "./import-row.js";
import { judgeRows } from "./judge-rows.js";
import { judgeSlot } from "./judge-visit.js";
import type { KeyedVisit } from "./known-records.js";
import { knownRecords } from "./known-records.js";
import type { FileFacts } from "./read-versions.js";
import type { RunTerms } from "./run-terms.js";
import { keysOfVisit } from "./visit-keys.js";
import { readVisit } from "./visit.js";

type Staging = {
  readonly account: AccountId;
  readonly terms: RunTerms;
  readonly facts: FileFacts;
  readonly staging: string;
  readonly isTest: boolean;
};

/** What is looked up together, and what is stored in one unit of work. */
const rowsLookedUp = 1_000;
const rowsStored = 1_000;

/** Reads a file for the second time: judges its rows and puts what is to be stored of them aside. */
export async function stageRows(
  { storage }: Pick<ImportPorts, "storage">,
  file: ImportFile,
  { account, terms, facts, staging, isTest }: Staging,
  onRows: (rows: number) => void,
): Promise<{ readonly counts: ImportCounts; readonly given: RunIds }> {
  const { judge, counts, given } = judgeRows(terms, facts.versions, isTest);
  let position = 0;
  let rows = 0;
  for await (const chunk of countedRows(file)) {
    for (const slice of slicesOf(chunk, rowsLookedUp)) {
      const visits = slice.map((row) => keyedVisit(row, terms));
      const asked = visits.filter(({ visit }) => judgeSlot(visit, terms).length === 0);
      const known = await storage.read(account, (stores) => knownRecords(stores, asked, terms.lookUp));
      const parts = slicesOf(visits, rowsStored).map((few) => ({
        position: position++,
        body: JSON.stringify(judge(few, known)),
      }));
      await storage.transact(account, ({ stagedRows }, now) => stagedRows.add(account, staging, parts, now));
      onRows((rows += slice.length));
    }
  }
  return { counts: counts(), given: given() };
}

function keyedVisit(row: ImportRow, terms: RunTerms): KeyedVisit {
  const visit = readVisit(row, terms.reading);
  return { visit, keys: keysOfVisit(visit, terms.connection.name) };
}

function slicesOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  const slices: T[][] = [];
  for (let start = 0; start < all.length; start += size) slices.push(all.slice(start, start + size));
  return slices;
}
