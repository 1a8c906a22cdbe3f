import type { AccountId, CallId, CallImportId } from "../../foundation/kernel/ids.js";
import { pagesAfter, type Ports } from "../../foundation/kernel/storage.js";
import { day, type Instant, plus } from "../../foundation/kernel/times.js";
import type { ReadAccount, RecordType } from "../../foundation/records/record-type.js";
import type { Conversion } from "../conversions/conversion.js";
import type { CallTracker } from "./call.js";

/** Recorded import of a call tracker's export. */
export type CallImport = {
  readonly id: CallImportId;
  readonly at: Instant;
  readonly tracker: CallTracker;
  /** Name of the file, without folders. `null` if it is unknown. */
  readonly fileName: string | null;
  readonly rows: number;
  /** Number of calls that the import stored first, and number of stored calls that it changed. */
  readonly added: number;
  readonly changed: number;
  readonly undoneAt: Instant | null;
};

/** Values of a call that an import of a known call changes. They do not identify the caller. */
export type SentValues = Pick<Conversion, "trackingNumber" | "campaignId" | "source" | "sentCampaign" | "sentChannel">;

export const sentValues = (call: SentValues): SentValues => ({
  trackingNumber: call.trackingNumber,
  campaignId: call.campaignId,
  source: call.source,
  sentCampaign: call.sentCampaign,
  sentChannel: call.sentChannel,
});

/** Call that an import stored or changed, with its values before and after. `before` is `null` for a new call. */
export type CallChange = { readonly id: CallId; readonly before: SentValues | null; readonly after: SentValues };

/** Part of the changes of an import. The positions of an import's parts count from 0. */
export type CallImportPart = { readonly position: number; readonly changes: readonly CallChange[] };

/** Store of call imports, and of the changes that an undo needs. */
export interface CallImportStore {
  byId(account: AccountId, id: CallImportId): Promise<CallImport | undefined>;
  /** Returns up to `limit` imports with an id below `before`, newest first. */
  page(account: AccountId, before: number, limit: number): Promise<CallImport[]>;
  /** Inserts or replaces an import by id. */
  save(account: AccountId, callImport: CallImport): Promise<void>;
  part(account: AccountId, id: CallImportId, position: number): Promise<CallImportPart | undefined>;
  /** Inserts a part of an import, or replaces the part at the same position. */
  savePart(account: AccountId, id: CallImportId, part: CallImportPart): Promise<void>;
  /** Deletes the parts of all imports before a time. The imports themselves stay. */
  forget(account: AccountId, before: Instant): Promise<void>;
}

/** Yields the parts of an import in order. */
export async function* callImportParts(
  read: ReadAccount<{ readonly callImports: CallImportStore }>,
  id: CallImportId,
): AsyncGenerator<CallImportPart> {
  for (let position = 0; ; position += 1) {
    const part = await read(({ callImports }, account) => callImports.part(account, id, position));
    if (!part) return;
    yield part;
  }
}

/** Number of days for which call imports can be undone. */
export const undoDays = 90;

const pageSize = 500;

/** Reads the call imports of an account in pages, newest first. */
export const listCallImports =
  ({ storage }: Ports) =>
  (account: AccountId): AsyncGenerator<readonly CallImport[]> =>
    pagesAfter<CallImport>(pageSize, (last) =>
      storage.read(account, ({ callImports }) =>
        callImports.page(account, last?.id ?? Number.MAX_SAFE_INTEGER, pageSize),
      ),
    );

/** Record type for call imports. Every night, the changes of old imports are deleted. */
export const callImportType: RecordType<"call_import"> = {
  kind: "call_import",
  expire: ({ callImports }, account, now) => callImports.forget(account, plus(now, -undoDays * day)),
};
