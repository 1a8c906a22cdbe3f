import { byOperator, recordFailure } from "../../foundation/accounts/audit-trail.js";
import { type Campaign, campaignsByNumber } from "../../foundation/catalog/catalog.js";
import { parsePhone, usualNumber } from "../../foundation/kernel/contact-details.js";
import { invalid, problemList } from "../../foundation/kernel/domain-error.js";
import type { AccountId, CallId, CallImportId, CampaignId } from "../../foundation/kernel/ids.js";
import type { OnStored, Ports } from "../../foundation/kernel/storage.js";
import { storedFileName } from "../../foundation/kernel/text.js";
import { contactsIn, readSuppression, type Suppression } from "../../foundation/records/personal-data.js";
import type { IdReader } from "../../foundation/records/record-type.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { channelsOfCalls } from "../campaigns/campaign-summary.js";
import { channelSpelling } from "../conversions/conversion-item.js";
import { type CallChange, sentValues } from "./call-imports.js";
import { type Call, type CallIdStore, type CallTracker, recordCalls, type RecordedCall } from "./call.js";
import {
  type CallFile,
  type CallRow,
  callTimeReader,
  type ReadCallTime,
  readTrackedCall,
  type SkipReason,
  type TrackedCall,
  trackerOf,
} from "./tracked-call.js";

export type CallImportOptions = {
  /** Call tracker that created the export. If omitted, the import detects the call tracker from the headings. */
  readonly tracker?: CallTracker;
  /** If true, validates the file without storing anything. */
  readonly dryRun?: boolean;
  /** Name or path of the file. Only the name is stored, for the operator. */
  readonly fileName?: string;
  readonly onProgress?: (progress: CallImportProgress) => void;
  readonly onStored?: OnStored<CallImportReport>;
};

/** Progress of a call import. `of` is the total number of rows, which is known after validation. */
export type CallImportProgress = {
  readonly phase: "checking" | "storing";
  readonly rows: number;
  readonly of?: number;
};

/**
 * Result of a call import: the row counts and, if calls were stored, the number of the import and of new or changed
 * conversions.
 */
export type CallImportReport = CallCount & {
  readonly stored: boolean;
  readonly id?: CallImportId;
  readonly changed?: number;
};

/** Converts the result of a call import to the format that operators and senders see. */
export const callImportItem = ({
  tracker,
  stored,
  rows,
  calls,
  skipped,
  suppressed,
  changed,
  id,
}: CallImportReport) => ({
  format: tracker,
  stored,
  ...(id !== undefined && { import_id: id }),
  rows,
  calls,
  skipped,
  suppressed,
  ...(changed !== undefined && { changed }),
});

/** Row counts of a valid call tracker export. */
type CallCount = {
  readonly tracker: CallTracker | null;
  readonly rows: number;
  /** Number of rows whose calls will be stored. Several rows can describe the same call. */
  readonly calls: number;
  readonly skipped: Readonly<Record<SkipReason, number>>;
  /** Number of rows that are skipped because their callers' data was erased. */
  readonly suppressed: number;
};

/**
 * Imports a call tracker's export in one transaction. If the file has problems, throws `calls_invalid` and changes
 * nothing.
 */
export function importCalls(ports: Ports) {
  const load = importOnce(ports);
  return (account: AccountId, file: CallFile, options: CallImportOptions = {}): Promise<CallImportReport> =>
    options.dryRun
      ? load(account, file, options)
      : recordFailure(ports, { account, action: "import_calls" }, () => load(account, file, options));
}

function importOnce({ storage, clock, secrets, operator }: Ports) {
  return async (account: AccountId, file: CallFile, options: CallImportOptions): Promise<CallImportReport> => {
    const { dryRun = false, onProgress = () => {} } = options;
    const { timeZone, isErased } = await storage.read(account, async (stores) => ({
      timeZone: (await stores.settings.read(account)).timeZone,
      isErased: erasedCallers(await readSuppression(stores, secrets, account)),
    }));
    const count = await checkCalls(file, options.tracker, callTimeReader(timeZone), isErased, (rows) =>
      onProgress({ phase: "checking", rows }),
    );
    const { tracker, rows: of } = count;
    if (dryRun || tracker === null) return { ...count, stored: false };
    return storage.transact(account, async (stores, now) => {
      const work = await unitOfWork(stores, account, now);
      const isErasedNow = erasedCallers(await readSuppression(stores, secrets, account));
      const storing = { file, tracker, isErased: isErasedNow };
      const changes = await storeCalls(storing, work, (done) => onProgress({ phase: "storing", rows: done, of }));
      const id = await recordImport({ tracker, rows: of, fileName: options.fileName }, changes, work);
      const [rows, subject] = [changes.length, `call import ${id}`];
      const event = { at: clock(), action: "import_calls", subject, rows };
      await stores.audit.append(account, [byOperator(event, { operator })]);
      const report = { ...count, stored: true, id, changed: rows };
      await options.onStored?.(stores, report);
      return report;
    });
  };
}

/** Number of calls per stored part of an import. */
const partSize = 1_000;

/** Records an import with its changes, so that it can be undone. Returns its number. */
async function recordImport(
  { tracker, rows, fileName }: { tracker: CallTracker; rows: number; fileName: string | undefined },
  changes: readonly CallChange[],
  { stores, account, now }: UnitOfWork,
): Promise<CallImportId> {
  const [last] = await stores.callImports.page(account, Number.MAX_SAFE_INTEGER, 1);
  const id = ((last?.id ?? 0) + 1) as CallImportId;
  const added = changes.filter(({ before }) => before === null).length;
  await stores.callImports.save(account, {
    ...{ id, at: now, tracker, rows, added, changed: changes.length - added, undoneAt: null },
    fileName: fileName === undefined ? null : storedFileName(fileName),
  });
  for (let start = 0; start < changes.length; start += partSize) {
    const part = { position: start / partSize, changes: changes.slice(start, start + partSize) };
    await stores.callImports.savePart(account, id, part);
  }
  return id;
}

/** Validates the whole export. Throws `calls_invalid` with the first 100 problems. */
async function checkCalls(
  file: CallFile,
  wanted: CallTracker | undefined,
  readTime: ReadCallTime,
  isErased: (fromNumber: string) => boolean,
  onRows: (rows: number) => void,
): Promise<CallCount> {
  const problems = problemList("calls_invalid", "the file has errors, so nothing was stored");
  const skipped = { outbound: 0, unfinished: 0 };
  let [rows, calls, suppressed] = [0, 0, 0];
  let tracker = wanted;
  for await (const chunk of file.read()) {
    for (const one of chunk) {
      if ("problem" in one) {
        problems.add({ row: one.row, message: one.problem });
        continue;
      }
      tracker ??= trackerOfFirst(one);
      const read = readTrackedCall(tracker, one, readTime);
      if ("problems" in read) read.problems.forEach((problem) => problems.add({ row: one.row, ...problem }));
      else if ("skipped" in read) skipped[read.skipped] += 1;
      else if (isErased(read.call.fromNumber)) suppressed += 1;
      else calls += 1;
    }
    rows += chunk.length;
    onRows(rows);
  }
  problems.throwAny();
  return { tracker: tracker ?? null, rows, calls, skipped, suppressed };
}

function trackerOfFirst(row: Extract<CallRow, { cells: unknown }>): CallTracker {
  const tracker = trackerOf(row);
  if (tracker) return tracker;
  throw invalid(
    "unknown_call_format",
    "the file must be an export of CallRail (Call ID, Tracking Number, Customer Phone, Start Time) or of Twilio (Call Sid, From, To, Start Time)",
  );
}

/** Returns a function that recognizes the phone numbers of erased people. */
export const erasedCallers =
  ({ isEmpty, has }: Suppression) =>
  (fromNumber: string): boolean =>
    !isEmpty && has({ patientIds: [], contacts: contactsIn([fromNumber]) });

type Storing = {
  readonly file: CallFile;
  readonly tracker: CallTracker;
  readonly isErased: (fromNumber: string) => boolean;
};

async function storeCalls(
  { file, tracker, isErased }: Storing,
  work: UnitOfWork,
  onRows: (rows: number) => void,
): Promise<readonly CallChange[]> {
  const changed = new Map<CallId, CallChange>();
  const recordTracked = await callRecorder(tracker, work);
  const readTime = callTimeReader(work.timeZone);
  let rows = 0;
  for await (const chunk of file.read()) {
    const tracked = oneOfEach(chunk.flatMap((row) => trackedCall(tracker, row, readTime))).filter(
      ({ fromNumber }) => !isErased(fromNumber),
    );
    for (const { before, after } of await recordTracked(tracked)) {
      const id = after.id as CallId;
      const known = changed.get(id) ?? { before: before && sentValues(before) };
      changed.set(id, { ...known, id, after: sentValues(after) });
    }
    onRows((rows += chunk.length));
  }
  return [...changed.values()];
}

/**
 * Returns a function that stores calls of a call tracker. A call that is already stored keeps its id, caller and time. The
 * function returns the new and changed calls.
 */
export async function callRecorder(
  tracker: CallTracker,
  work: UnitOfWork,
): Promise<(tracked: readonly TrackedCall[]) => Promise<readonly RecordedCall[]>> {
  const channels = work.campaigns.map(({ channel }) => channel);
  const spell = channelSpelling([...channels, ...(await channelsOfCalls(work.stores.outcomes, work.account))]);
  const originOf = originsIn(work.campaigns, spell);
  return async (tracked) => {
    const names = tracked.map(({ name }) => name);
    const ids = await callIds(work.stores, work.account, tracker, names);
    const calls = tracked.map((call) => callFrom(call, ids.get(call.name) as CallId, originOf(call)));
    return recordCalls(calls, work);
  };
}

function trackedCall(tracker: CallTracker, row: CallRow, readTime: ReadCallTime): TrackedCall[] {
  const read = "cells" in row ? readTrackedCall(tracker, row, readTime) : undefined;
  return read && "call" in read ? [read.call] : [];
}

/**
 * Merges the rows of each call. The caller and the time come from the first row, all other values from the last row.
 */
function oneOfEach(calls: readonly TrackedCall[]): readonly TrackedCall[] {
  const found = new Map<string, TrackedCall>();
  for (const call of calls) {
    const { at, fromNumber } = found.get(call.name) ?? call;
    found.set(call.name, { ...call, at, fromNumber });
  }
  return [...found.values()];
}

/** First call id that Repute assigns. Bundles contain only lower call ids. */
const first = 1_000_000_000_001;

/**
 * Returns Repute's call id for each of a call tracker's own ids (`names`).
 * A new name permanently gets the next free call id.
 */
async function callIds(
  { callIds: store, ids }: { readonly callIds: CallIdStore; readonly ids: IdReader },
  account: AccountId,
  tracker: CallTracker,
  names: readonly string[],
): Promise<ReadonlyMap<string, CallId>> {
  const wanted = [...new Set(names)];
  const known = new Map((await store.byNames(account, tracker, wanted)).map(({ name, id }) => [name, id]));
  const unknown = wanted.filter((name) => !known.has(name));
  if (unknown.length === 0) return known;
  const next = Math.max(first, (await ids.greatest(account, "calls")) + 1);
  const added = unknown.map((name, index) => ({ name, id: (next + index) as CallId }));
  await store.add(account, tracker, added);
  return new Map([...known, ...added.map(({ name, id }) => [name, id] as const)]);
}

type CallOrigin = Pick<Call, "campaignId" | "sentCampaign" | "sentChannel">;

const callFrom = (call: TrackedCall, id: CallId, origin: CallOrigin): Call => ({
  id,
  at: call.at,
  fromNumber: call.fromNumber,
  phone: parsePhone(call.fromNumber),
  trackingNumber: usualNumber(call.trackingNumber),
  source: call.source,
  ...origin,
});

/**
 * Returns a function that determines the campaign and channel of a call.
 * - If the account has a campaign with the tracker's campaign name, the call belongs to this campaign.
 * - An unknown campaign keeps its name and channel from the call tracker.
 * - A call without a campaign name keeps the call tracker's channel, unless its tracking number belongs to a
 *   campaign.
 */
function originsIn(campaigns: readonly Campaign[], spell: (channel: string) => string) {
  const byName = campaignsByName(campaigns);
  const byNumber = campaignsByNumber(campaigns);
  return ({ campaign, channel, trackingNumber }: TrackedCall): CallOrigin => {
    const campaignId = byName(campaign);
    const hasCampaign = campaignId !== null || (campaign === null && byNumber(usualNumber(trackingNumber)) !== null);
    return {
      campaignId,
      sentCampaign: campaignId === null ? campaign : null,
      sentChannel: hasCampaign || channel === null ? null : spell(channel),
    };
  };
}

/**
 * Creates a function that finds a campaign by its name, ignoring case. The function returns `null` if no campaign or
 * several campaigns have the name.
 */
function campaignsByName(campaigns: readonly Campaign[]): (name: string | null) => CampaignId | null {
  const found = new Map<string, CampaignId | null>();
  for (const { id, name } of campaigns) found.set(folded(name), found.has(folded(name)) ? null : id);
  return (name) => (name === null ? null : (found.get(folded(name)) ?? null));
}

const folded = (name: string): string => name.trim().toLowerCase();
