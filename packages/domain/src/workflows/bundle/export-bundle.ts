import { accountToLine } from "../../foundation/accounts/account.js";
import { byOperator, recordFailure } from "../../foundation/accounts/audit-trail.js";
import { catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import { maxProblems, type Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { JsonObject } from "../../foundation/kernel/json.js";
import type { Ports, ReadStores } from "../../foundation/kernel/storage.js";
import { readSuppression } from "../../foundation/records/personal-data.js";
import { finishRuns } from "../../subjects/imports/apply.js";
import { loadedTypes } from "../../subjects/record-types/record-types.js";
import { type BundleKind, erasedLines, readBundleLine } from "./bundle-lines.js";
import { finishLoad } from "./staged-load.js";

/** Result of an export, with the numbers of lines by kind. */
export type ExportReport = {
  readonly lines: number;
  readonly kinds: Readonly<Partial<Record<BundleKind, number>>>;
  /** Numbers of records that stay with the service: invites that were not sent yet, and test submissions. */
  readonly omitted: Readonly<Partial<Record<BundleKind, number>>>;
  /** Number of records about erased people, which are omitted. */
  readonly erased: number;
  /** The first 100 problems of records that no load would accept. These records are omitted. */
  readonly problems: readonly Problem[];
};

export type ExportOptions = { readonly onProgress?: (lines: number) => void };

/**
 * Exports an account as a bundle. Completes an unfinished load and unfinished imports first, because their records
 * belong to the account. Records the export in the audit trail.
 */
export function exportBundle(ports: Ports) {
  const { storage, clock, secrets } = ports;
  const action = "export_account";
  return (account: AccountId, write: (text: string) => Promise<void>, options: ExportOptions = {}) =>
    recordFailure(ports, { account, action }, async (): Promise<ExportReport> => {
      await finishLoad(ports, account);
      await finishRuns(ports)(account);
      const report = await storage.read(account, async (stores) => {
        const isErased = erasedLines(await readSuppression(stores, secrets, account));
        return writeLines(storedLines(stores, account), { isErased, write, ...options });
      });
      await storage.audit.append(account, [byOperator({ at: clock(), action, rows: report.lines }, ports)]);
      return report;
    });
}

/** Records of one kind as bundle lines. A record that stays with the service is `undefined`. */
type Portion = { readonly kind: BundleKind; readonly records: readonly (JsonObject | undefined)[] };

/** Maximum number of catalog records per portion, so that other work can run in between. */
const catalogPortion = 1_000;

/** Reads all records of an account. Other records come before the records that refer to them. */
async function* storedLines(stores: ReadStores, account: AccountId): AsyncGenerator<Portion> {
  yield { kind: "account", records: [accountToLine(await stores.settings.read(account))] };
  for (const [kind, { part, line }] of Object.entries(catalogKinds)) {
    const all = (await stores.catalog.read(account, part))[part];
    for (let start = 0; start < all.length; start += catalogPortion) {
      const some = all.slice(start, start + catalogPortion);
      yield { kind: kind as BundleKind, records: some.map((one) => line(one as never)) };
    }
  }
  for (const { kind, lines } of loadedTypes) {
    for await (const records of lines.stored(stores, account)) yield { kind, records };
  }
}

type Writing = ExportOptions & {
  readonly isErased: ReturnType<typeof erasedLines>;
  readonly write: (text: string) => Promise<void>;
};

/** Writes the lines that a load accepts. */
async function writeLines(
  portions: AsyncIterable<Portion>,
  { isErased, write, onProgress = () => {} }: Writing,
): Promise<ExportReport> {
  const kinds: Partial<Record<BundleKind, number>> = {};
  const omitted: Partial<Record<BundleKind, number>> = {};
  const problems: Problem[] = [];
  let [lines, erased] = [0, 0];
  for await (const { kind, records } of portions) {
    let text = "";
    for (const record of records) {
      if (!record) {
        omitted[kind] = (omitted[kind] ?? 0) + 1;
        continue;
      }
      const value = { kind, ...record };
      const read = readBundleLine({ line: lines + 1, value }, ({ line: _, ...problem }) => {
        const { id } = record;
        const where = id === undefined ? "" : ` (record ${String(id)})`;
        if (problems.length < maxProblems) problems.push({ ...problem, message: `${problem.message}${where}` });
      });
      if (!read) continue;
      if (isErased(read)) {
        erased += 1;
        continue;
      }
      text += `${JSON.stringify(value)}\n`;
      lines += 1;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    if (text !== "") await write(text);
    onProgress(lines);
  }
  return { lines, kinds, omitted, erased, problems };
}
