import type { SettingsReader } from "../accounts/account-store.js";
import type { FeedReader } from "../feed/feed.js";
import { notFound } from "../kernel/domain-error.js";
import type { AccountId, PatientFileId } from "../kernel/ids.js";
import { parseId } from "../kernel/ids.js";
import type { Clock } from "../kernel/instant.js";
import type { Reads } from "../kernel/storage.js";
import type { RangeQuery } from "../lists/parse-range.js";
import { parseRange } from "../lists/parse-range.js";
import type { ListReading } from "../lists/read-list.js";
import { textReading } from "../lists/text-reading.js";
import type { CahpsType } from "./cahps-type.js";
import type { PatientFile } from "./patient-file.js";
import type { PatientFilePage, PatientFileStore, PatientWarningStore } from "./patient-file-stores.js";
import type { PatientWarningItem } from "./patient-file-items.js";
import { patientFileItem } from "./patient-file-items.js";

type ReadingPorts = {
  readonly storage: Reads<{
    readonly settings: SettingsReader;
    readonly patientFiles: Pick<PatientFileStore, "byId" | "page">;
    readonly patientWarnings: Pick<PatientWarningStore, "page">;
  }> & { readonly feed: FeedReader };
  readonly clock: Clock;
};

/** The query of the list of files, as text: both bounds are required. */
export type PatientFileQuery = RangeQuery & { readonly cahps_type?: CahpsType };

/** The patient files that were uploaded in a range, the last one first. */
export function listPatientFiles(ports: ReadingPorts) {
  return async (account: AccountId, query: PatientFileQuery): Promise<ListReading> => {
    const { storage } = ports;
    const { timeZone } = await storage.read(account, ({ settings }) => settings.read(account));
    const window = parseRange(query, timeZone);
    const page = { window: window.window, ...(query.cahps_type && { type: query.cahps_type }), limit: 500 };
    return { window, ...textReading(storage.feed, account, () => fileTexts(ports, account, page)) };
  };
}

async function* fileTexts(
  { storage, clock }: ReadingPorts,
  account: AccountId,
  page: PatientFilePage,
): AsyncGenerator<readonly string[]> {
  const now = clock();
  for (let after: PatientFile | undefined; ;) {
    const place = after && { after: { createdAt: after.createdAt, id: after.id } };
    const files = await storage.read(account, ({ patientFiles }) => patientFiles.page(account, { ...page, ...place }));
    yield files.map((file) => JSON.stringify(patientFileItem(file, now)));
    if (files.length < page.limit) return;
    after = files.at(-1);
  }
}

/** What was said of the rows of a file, by row; nothing before the file is parsed. */
export function listPatientWarnings({ storage }: Pick<ReadingPorts, "storage">) {
  return async (account: AccountId, fileId: string): Promise<ListReading> => {
    const id = /^[1-9]\d{0,14}$/.test(fileId) ? parseId<PatientFileId>(Number(fileId)) : undefined;
    const file = id && (await storage.read(account, ({ patientFiles }) => patientFiles.byId(account, id)));
    if (!file) throw notFound("file_not_found", "there is no such file on this account");
    const about = JSON.stringify({ file_id: file.id, cahps_type: file.type });
    return {
      window: undefined,
      opening: `${about.slice(0, -1)},"records":[`,
      ...textReading(storage.feed, account, () => warningTexts(storage, account, file)),
    };
  };
}

/** The same for who reads them in this process. */
export function patientWarnings({ storage }: Pick<ReadingPorts, "storage">) {
  return async function* (account: AccountId, fileId: number): AsyncGenerator<readonly PatientWarningItem[]> {
    const id = fileId as PatientFileId;
    const file = await storage.read(account, ({ patientFiles }) => patientFiles.byId(account, id));
    if (!file) return;
    for await (const texts of warningTexts(storage, account, file)) {
      yield texts.map((text) => JSON.parse(text) as PatientWarningItem);
    }
  };
}

const pageSize = 1_000;

async function* warningTexts(
  storage: ReadingPorts["storage"],
  account: AccountId,
  { id: file, status }: PatientFile,
): AsyncGenerator<readonly string[]> {
  if (status !== "Done") return yield [];
  for (let after = 0; ;) {
    const page = { file, after, limit: pageSize };
    const warnings = await storage.read(account, (stores) => stores.patientWarnings.page(account, page));
    yield warnings.map(({ json }) => json);
    if (warnings.length < pageSize) return;
    after = warnings.at(-1)?.id ?? after;
  }
}
