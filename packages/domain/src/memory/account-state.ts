import { type AccountSettings, defaultSettings } from "../foundation/accounts/account.js";
import { type Catalog, emptyCatalog } from "../foundation/catalog/catalog.js";
import { type FeedEntry, type FeedId, type FeedList, publicListOf } from "../foundation/feed/feed.js";
import { currentFingerprint } from "../foundation/feed/item-fingerprints.js";
import type { AccountId, CallImportId, PatientFileId, UserId } from "../foundation/kernel/ids.js";
import type { Instant } from "../foundation/kernel/times.js";
import type { BundlePart, StoredLoad } from "../foundation/records/load-store.js";
import type { ErasedIdentifier } from "../foundation/records/personal-data.js";
import type { StoredResponse } from "../foundation/unit-of-work/once.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { CallImport, CallImportPart } from "../subjects/calls/call-imports.js";
import type { CallName, CallTracker } from "../subjects/calls/call.js";
import type { Spend } from "../subjects/campaigns/spends.js";
import type { Conversion } from "../subjects/conversions/conversion.js";
import type { ImportConnection } from "../subjects/imports/import-connection.js";
import type {
  ImportAttempt,
  ImportErrorType,
  JournalEntry,
  JournalPlace,
  StagedPart,
  StoredError,
  StoredRun,
} from "../subjects/imports/import-run.js";
import type { Stop } from "../subjects/imports/stops.js";
import type { Invite } from "../subjects/invites/invite.js";
import { type ListingMetric, metricKeyText } from "../subjects/listings/listing-metric.js";
import type { Subscription } from "../subjects/notifications/subscription.js";
import type { PatientFile, StoredWarning } from "../subjects/patient-surveys/patient-file.js";
import type { VisitPart } from "../subjects/patient-surveys/survey-visits.js";
import type { NpsSurvey, Review } from "../subjects/reviews/review.js";
import type { Submission } from "../subjects/submissions/submission.js";
import type { SurveyResponse } from "../subjects/surveys/survey-response.js";
import type { Tracker, TrackerEvent } from "../subjects/trackers/tracker.js";
import type { Upload } from "../subjects/uploads/upload.js";
import type { Invitation, InvitationLink } from "../subjects/users/invitation.js";
import type { User } from "../subjects/users/user.js";
import type { Widget } from "../subjects/widget/widget.js";
import type { Webhook, WebhookDelivery } from "../workflows/webhooks/webhook.js";

type Changed = { readonly revision: number; readonly changedAt: Instant };

/** List entry with the revision and time of its last change. */
export type StoredEntry = FeedEntry & Changed;

type Tombstone = FeedId & Changed & { readonly list: FeedList; readonly publicId: string };

type Key = string | number;

const keyed = <R>(keyOf: (row: R) => Key) => keyOf;
const numbered = <R extends { readonly id: number }>() => keyed<R>(({ id }) => id);

export const placeKey = ({ run, step, position }: JournalPlace): Key => `${run} ${step} ${position}`;

/** Tables of an account, with the function that returns the key of a row. */
const keys = {
  reviews: numbered<Review>(),
  npsSurveys: numbered<NpsSurvey>(),
  invites: numbered<Invite>(),
  surveyResponses: numbered<SurveyResponse>(),
  calls: numbered<Conversion>(),
  formConversions: numbered<Conversion>(),
  appointments: numbered<Appointment>(),
  /** Submissions as they were sent, including test submissions. */
  submissions: numbered<Submission>(),
  callIds: keyed<CallName & { readonly tracker: CallTracker }>(({ tracker, name }) => `${tracker}:${name}`),
  callImports: numbered<CallImport>(),
  uploads: numbered<Upload>(),
  trackers: keyed<Tracker>(({ id }) => id),
  trackerEvents: numbered<TrackerEvent>(),
  webhooks: keyed<Webhook>(({ id }) => id),
  webhookDeliveries: keyed<WebhookDelivery>(({ webhook, number }) => `${webhook} ${number}`),
  callImportParts: keyed<{ readonly of: CallImportId; readonly part: CallImportPart }>(
    ({ of, part }) => `${of} ${part.position}`,
  ),
  listingMetrics: keyed<ListingMetric>(metricKeyText),
  spends: numbered<Spend>(),
  storedResponses: keyed<StoredResponse>(({ key }) => key),
  importConnections: keyed<ImportConnection>(({ name }) => name),
  stops: keyed<Stop>(({ contact }) => contact),
  importRuns: keyed<StoredRun>(({ run }) => run.id),
  importAttempts: numbered<ImportAttempt>(),
  importErrors: numbered<StoredError & { readonly type: ImportErrorType }>(),
  stagedRows: keyed<{ readonly staging: string; readonly since: Instant; readonly parts: readonly StagedPart[] }>(
    ({ staging }) => staging,
  ),
  journal: keyed<JournalEntry>(placeKey),
  loadParts: keyed<{ readonly staging: string; readonly addedAt: Instant; readonly part: BundlePart }>(
    ({ staging, part }) => `${staging} ${part.step} ${part.position}`,
  ),
  users: numbered<User>(),
  images: numbered<{ readonly id: UserId; readonly image: Uint8Array }>(),
  passwords: numbered<{ readonly id: UserId; readonly hash: string }>(),
  invitations: keyed<Invitation>(({ user }) => user),
  subscriptions: keyed<Subscription>(({ user }) => user),
  invitationLinks: keyed<InvitationLink>(({ hash }) => hash),
  erasedPeople: keyed<ErasedIdentifier>(({ hash, person }) => `${hash} ${person}`),
  patientFiles: numbered<PatientFile>(),
  patientWarnings: keyed<{ readonly file: PatientFileId; readonly warning: StoredWarning }>(
    ({ file, warning }) => `${file} ${warning.id}`,
  ),
  surveyVisits: keyed<{ readonly file: PatientFileId; readonly part: VisitPart }>(
    ({ file, part }) => `${file} ${part.position}`,
  ),
  /** Deletion markers. */
  tombstones: keyed<Tombstone>(({ list, publicId }) => `${publicListOf(list)} ${publicId}`),
};

type Name = keyof typeof keys;
type Row<N extends Name> = Parameters<(typeof keys)[N]>[0];

/** All data of an account. Immutable: a transaction creates a new state, which replaces the old state on commit. */
export type AccountState = {
  readonly tables: { readonly [N in Name]: ReadonlyMap<Key, Row<N>> };
  readonly settings: AccountSettings;
  readonly catalog: Catalog;
  /** Counter that each change to the catalog increments. */
  readonly catalogVersion: number;
  readonly load?: StoredLoad;
  /** Highest user id that was ever assigned. */
  readonly lastUserId: number;
  readonly cursorKey?: string;
  readonly epoch?: string;
  readonly widget?: Widget | undefined;
  readonly lists: ReadonlyMap<FeedList, ReadonlyMap<string, StoredEntry>>;
  readonly revision: number;
  readonly sweptRevision: number;
  readonly watermark: Instant;
  readonly fingerprint: string;
};

export const emptyState: AccountState = {
  tables: Object.fromEntries(Object.keys(keys).map((name) => [name, new Map()])) as unknown as AccountState["tables"],
  settings: defaultSettings,
  catalog: emptyCatalog,
  catalogVersion: 0,
  lastUserId: 0,
  lists: new Map(),
  revision: 1,
  sweptRevision: 0,
  watermark: 0 as Instant,
  fingerprint: currentFingerprint,
};

/**
 * Uncommitted state of a transaction.
 * `change` replaces members of the state. `writable` copies a map before the transaction's first change to the map.
 */
export type Draft = {
  state: AccountState;
  change(part: Partial<AccountState>): void;
  writable<K, V>(map: ReadonlyMap<K, V> | undefined): Map<K, V>;
};

/** Creates an uncommitted state from a committed state. */
export function draftOf(committed: AccountState): Draft {
  const own = new WeakSet<object>();
  const draft: Draft = {
    state: committed,
    change(part) {
      draft.state = { ...draft.state, ...part };
    },
    writable<K, V>(map: ReadonlyMap<K, V> | undefined) {
      if (map && own.has(map)) return map as Map<K, V>;
      const copy = new Map(map);
      own.add(copy);
      return copy;
    },
  };
  return draft;
}

/** Rows of one kind in a draft. */
export type Table<R> = {
  get(key: Key): R | undefined;
  /** Returns the rows with these keys, in the order of the keys. Ignores unknown keys. */
  among(wanted: readonly Key[]): R[];
  /** Returns the rows that meet a condition. Defaults to all rows. */
  rows(condition?: (row: R) => boolean): R[];
  /** Inserts rows, or replaces the rows with the same keys. */
  save(rows: readonly R[]): void;
  /** Deletes rows. Ignores unknown keys. */
  remove(unwanted: readonly Key[]): void;
  /** Deletes the rows that meet a condition, and returns their number. */
  removeAll(condition: (row: R) => boolean): number;
};

/** Opens a table of a draft. */
export function tableOf<N extends Name>(draft: Draft, name: N): Table<Row<N>> {
  const keyOf = keys[name] as (row: Row<N>) => Key;
  const stored = () => draft.state.tables[name] as ReadonlyMap<Key, Row<N>>;
  function change(edit: (rows: Map<Key, Row<N>>) => void): void {
    const rows = draft.writable(stored());
    edit(rows);
    draft.change({ tables: { ...draft.state.tables, [name]: rows } });
  }
  const table: Table<Row<N>> = {
    get: (key) => stored().get(key),
    among: (wanted) => wanted.flatMap((key) => stored().get(key) ?? []),
    rows: (condition = () => true) => [...stored().values()].filter(condition),
    save: (saved) => change((rows) => saved.forEach((row) => rows.set(keyOf(row), row))),
    remove: (unwanted) => change((rows) => unwanted.forEach((key) => rows.delete(key))),
    removeAll(condition) {
      const unwanted = table.rows(condition);
      if (unwanted.length > 0) table.remove(unwanted.map(keyOf));
      return unwanted.length;
    },
  };
  return table;
}

type Numbered = { readonly id: number };

/** Functions that the stores of records with an id have in common. */
export const byNumber = <R extends Numbered>(table: Table<R>) => ({
  byIds: async (_account: AccountId, ids: readonly number[]) => table.among(ids),
  save: async (_account: AccountId, rows: readonly R[]) => table.save(rows),
  remove: async (_account: AccountId, ids: readonly number[]) => table.remove(ids),
});

export const ascending = (a: Numbered, b: Numbered): number => a.id - b.id;
