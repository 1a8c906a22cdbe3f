import type { AccountId } from "../../foundation/kernel/ids.js";
import { prefetch } from "../../foundation/kernel/prefetch.js";
import { fileChunks, type RowFilter, type WithdrawnRow } from "./file-rows.js";
import type { ImportFile } from "./import-file.js";
import type { ImportPorts } from "./import-options.js";
import type { ImportCounts, RunIds } from "./import-run.js";
import type { StagedPart } from "./import-stores.js";
import { judgeRows } from "./judge-rows.js";
import { type KeyedVisit, keyedVisit, type KnownRecords, knownRecords } from "./known-records.js";
import type { FileFacts } from "./read-versions.js";
import { withdrawalOf } from "./read-withdrawal.js";
import type { RunTerms } from "./run-terms.js";
import { partsAtOnce } from "./staged-row.js";
import { readVisit } from "./visit.js";
import type { Withdrawal } from "./withdrawal.js";

type Staging = {
  readonly account: AccountId;
  readonly terms: RunTerms;
  readonly facts: FileFacts;
  readonly staging: string;
  readonly isTest: boolean;
  readonly isDropped: RowFilter["isDropped"];
};

/** Reads an appointment file for the second time, checks its rows and stages the records to store. */
export async function stageRows(
  { storage }: Pick<ImportPorts, "storage">,
  file: ImportFile,
  { account, terms, facts, staging, isTest, isDropped }: Staging,
  onRows: (rows: number) => void,
): Promise<{ readonly counts: ImportCounts; readonly assigned: RunIds }> {
  const { judge, counts, assigned } = judgeRows(terms, facts, isTest);
  let parts: StagedPart[] = [];
  let position = 0;
  let rows = 0;
  let adding: Promise<void> = Promise.resolve();
  function withdrawalOfRow(withdrawn: WithdrawnRow): Withdrawal {
    const withdrawal = withdrawalOf(withdrawn, terms);
    return { ...withdrawal, isOverruled: facts.lastWords.isOverruled(withdrawal.visits[0], withdrawal.row) };
  }
  /** Stages the collected batches, while the next rows are checked. */
  async function add(): Promise<void> {
    const some = parts;
    parts = [];
    await adding;
    adding = storage.transact(account, ({ stagedRows }, now) => stagedRows.add(account, staging, some, now));
    adding.catch(() => {});
  }
  /**
   * Looks up the stored records for each chunk. The lookup for the next chunk runs while the caller processes the
   * current chunk.
   */
  async function* lookedUp(): AsyncGenerator<Chunk> {
    for await (const { rows: judged, withdrawn } of fileChunks(file, { isDropped })) {
      const visits = judged.map((row) => keyedVisit(facts.ids.named(readVisit(row, terms.reading)), terms.lookUp));
      const known = storage.read(account, (stores) => knownRecords(stores, visits, terms.lookUp));
      // Prevent an unhandled rejection. The error is thrown when the caller awaits this chunk.
      known.catch(() => {});
      yield { visits, withdrawn, known };
    }
  }
  try {
    for await (const { visits, withdrawn, known } of prefetch(lookedUp())) {
      const withdrawals = withdrawn.map(withdrawalOfRow);
      parts.push({ position: position++, body: JSON.stringify({ ...judge(visits, await known), withdrawals }) });
      if (parts.length === partsAtOnce) await add();
      onRows((rows += visits.length));
    }
    if (parts.length > 0) await add();
  } finally {
    await adding;
  }
  return { counts: counts(), assigned: assigned() };
}

type Chunk = {
  readonly visits: readonly KeyedVisit[];
  readonly withdrawn: readonly WithdrawnRow[];
  readonly known: Promise<KnownRecords>;
};
