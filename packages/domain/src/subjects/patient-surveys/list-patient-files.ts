import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { FeedReader } from "../../foundation/feed/feed.js";
import { notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import { parseId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import type { RangeQuery } from "../../foundation/lists/parse-range.js";
import { parseRange } from "../../foundation/lists/parse-range.js";
import type { ListReading } from "../../foundation/lists/read-list.js";
import type { KeyPorts, KeyQuery, KeyStores, Shown } from "../../foundation/lists/item-keys.js";
import { askedKeys, shownTexts } from "../../foundation/lists/item-keys.js";
import { textReading } from "../../foundation/lists/text-reading.js";
import type { CahpsType } from "./cahps-type.js";
import type { PatientFile } from "./patient-file.js";
import type { PatientFilePage, PatientFileStore, PatientWarningStore } from "./patient-file-stores.js";
import type { PatientFileState, PatientWarningItem } from "./patient-file-items.js";
import { patientFileState, patientFileItem } from "./patient-file-items.js";

type ReadingStores = KeyStores & {
  readonly settings: SettingsReader;
  readonly patientFiles: Pick<PatientFileStore, "byId" | "page">;
  readonly patientWarnings: Pick<PatientWarningStore, "page">;
};
type ReadingPorts = {
  readonly storage: Reads<ReadingStores> & { readonly feed: FeedReader };
  readonly clock: Clock;
};

/** Query parameters of the list of patient files, as strings. The start and the end are both required. */
export type PatientFileQuery = RangeQuery & KeyQuery & { readonly cahps_type?: CahpsType };

/** Lists the patient files that were uploaded in a time range, newest first. */
export function listPatientFiles(ports: ReadingPorts & KeyPorts) {
  return async (account: AccountId, query: PatientFileQuery): Promise<ListReading> => {
    const { storage } = ports;
    const { timeZone } = await storage.read(account, ({ settings }) => settings.read(account));
    const window = parseRange(query, timeZone);
    const page = { window: window.window, ...(query.cahps_type && { type: query.cahps_type }), limit: 500 };
    const shown = { list: "cahps-parsed-files", isKeyed: await askedKeys(ports, account, query) } as const;
    return { window, ...textReading(storage.feed, account, () => fileTexts(ports, account, page, shown)) };
  };
}

async function* fileTexts(
  ports: ReadingPorts,
  account: AccountId,
  page: PatientFilePage,
  shown: Shown,
): AsyncGenerator<readonly string[]> {
  const now = ports.clock();
  yield* pagesOf(ports, account, page, (files, stores) => {
    const kept = files.map((file) => ({ id: file.id, item: JSON.stringify(patientFileItem(file, now)) }));
    return shownTexts(stores, account, shown, kept);
  });
}

/**
 * Lists an account's patient files for an operator, newest first. Includes the reason for a failure, which is not
 * published.
 */
export function patientFiles(ports: ReadingPorts) {
  return async function* (account: AccountId): AsyncGenerator<readonly PatientFileState[]> {
    const now = ports.clock();
    yield* pagesOf(ports, account, { window: {}, limit: 500 }, (files) =>
      files.map((file) => patientFileState(file, now)),
    );
  };
}

async function* pagesOf<T>(
  { storage }: ReadingPorts,
  account: AccountId,
  page: PatientFilePage,
  show: (files: readonly PatientFile[], stores: ReadingStores) => T | Promise<T>,
): AsyncGenerator<T> {
  for (let after: PatientFile | undefined; ;) {
    const place = after && { after: { createdAt: after.createdAt, id: after.id } };
    const { files, shown } = await storage.read(account, async (stores) => {
      const files = await stores.patientFiles.page(account, { ...page, ...place });
      return { files, shown: await show(files, stores) };
    });
    yield shown;
    if (files.length < page.limit) return;
    after = files.at(-1);
  }
}

/** Lists the findings of a patient file, sorted by row. The list is empty until the file is parsed. */
export function listPatientWarnings(ports: Pick<ReadingPorts, "storage"> & KeyPorts) {
  const { storage } = ports;
  return async (account: AccountId, fileId: string, query: KeyQuery = {}): Promise<ListReading> => {
    const id = /^[1-9]\d{0,14}$/.test(fileId) ? parseId<PatientFileId>(Number(fileId)) : undefined;
    const file = id && (await storage.read(account, ({ patientFiles }) => patientFiles.byId(account, id)));
    if (!file) throw notFound("file_not_found", "the account has no such file");
    const isKeyed = await askedKeys(ports, account, query);
    const about = JSON.stringify({ file_id: file.id, cahps_type: file.type });
    return {
      window: undefined,
      opening: `${about.slice(0, -1)},"records":[`,
      ...textReading(storage.feed, account, () => warningTexts(storage, account, file, isKeyed)),
    };
  };
}

/** Reads the findings of a patient file without the HTTP API. */
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
  isKeyed = false,
): AsyncGenerator<readonly string[]> {
  if (status !== "Done") return yield [];
  for (let after = 0; ;) {
    const page = { file, after, limit: pageSize };
    const { warnings, texts } = await storage.read(account, async (stores) => {
      const warnings = await stores.patientWarnings.page(account, page);
      const kept = warnings.map(({ id, json }) => ({ id, item: json }));
      const shown = { list: "cahps-parsed-files/warnings", isKeyed } as const;
      return { warnings, texts: await shownTexts(stores, account, shown, kept) };
    });
    yield texts;
    if (warnings.length < pageSize) return;
    after = warnings.at(-1)?.id ?? after;
  }
}
