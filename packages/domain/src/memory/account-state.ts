import { type AccountSettings, defaultSettings } from "../foundation/accounts/account.js";
import { type Catalog, emptyCatalog } from "../foundation/catalog/catalog.js";
import type { FeedEntry, FeedId, FeedList, PublicList } from "../foundation/feed/feed.js";
import { currentFingerprint } from "../foundation/feed/item-fingerprints.js";
import type { PublishedRecord } from "../foundation/feed/publication.js";
import type { CallId, SpendId } from "../foundation/kernel/ids.js";
import type { Instant } from "../foundation/kernel/times.js";
import type { BundlePart, StoredLoad } from "../foundation/records/load-store.js";
import type { ErasedIdentifier } from "../foundation/records/personal-data.js";
import type { StoredResponse } from "../foundation/unit-of-work/once.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { CallImport, CallImportPart } from "../subjects/calls/call-imports.js";
import type { Spend } from "../subjects/campaigns/spends.js";
import type { ImportConnection } from "../subjects/imports/import-connection.js";
import type {
  ImportAttempt,
  ImportErrorType,
  JournalEntry,
  StagedPart,
  StoredError,
  StoredRun,
} from "../subjects/imports/import-run.js";
import type { Stop } from "../subjects/imports/stops.js";
import type { ListingMetric } from "../subjects/listings/listing-metric.js";
import type { PatientFile, StoredWarning } from "../subjects/patient-surveys/patient-file.js";
import type { VisitPart } from "../subjects/patient-surveys/survey-visits.js";
import type { Submission } from "../subjects/submissions/submission.js";
import type { Invitation, InvitationLink } from "../subjects/users/invitation.js";
import type { User } from "../subjects/users/user.js";
import type { Widget } from "../subjects/widget/widget.js";

/** Kinds of records that are rendered as list items. */
export type RecordName = "reviews" | "npsSurveys" | "invites" | "surveyResponses" | "calls" | "submissions";

/** Staged part of a bundle load, with the time when it was added. */
export type StagedBundlePart = BundlePart & { readonly addedAt: Instant };

type Changed = { readonly revision: number; readonly changedAt: Instant };

/** List entry with the revision and time of its last change. */
export type StoredEntry = FeedEntry & Changed;

type Tombstone = FeedId & Changed & { readonly list: FeedList; readonly publicId: string };

/** All data of an account. Immutable: a transaction creates a new state, which replaces the old state on commit. */
export type AccountState = {
  readonly settings: AccountSettings;
  readonly catalog: Catalog;
  /** Counter that each change to the catalog increments. */
  readonly catalogVersion: number;
  readonly records: Readonly<Record<RecordName, ReadonlyMap<number, PublishedRecord>>>;
  readonly appointments: ReadonlyMap<number, Appointment>;
  /** Submissions as they were sent, including test submissions. `records` contains the conversions made from them. */
  readonly submissions: ReadonlyMap<number, Submission>;
  /** Call ids, keyed by call tracker and call name. */
  readonly callIds: ReadonlyMap<string, CallId>;
  readonly callImports: ReadonlyMap<number, CallImport>;
  /** Parts of call imports, keyed by import, in the order of their positions. */
  readonly callImportParts: ReadonlyMap<number, readonly CallImportPart[]>;
  /** Listing metrics, keyed by the string that `metricKeyText` returns. */
  readonly listingMetrics: ReadonlyMap<string, ListingMetric>;
  readonly spends: ReadonlyMap<SpendId, Spend>;
  /** Stored responses, keyed by `StoredResponse.key`. */
  readonly storedResponses: ReadonlyMap<string, StoredResponse>;
  readonly importConnections: ReadonlyMap<string, ImportConnection>;
  readonly stops: ReadonlyMap<string, Stop>;
  readonly importRuns: ReadonlyMap<number, StoredRun>;
  readonly importAttempts: ReadonlyMap<number, ImportAttempt>;
  readonly importErrors: ReadonlyMap<number, StoredError & { readonly type: ImportErrorType }>;
  readonly stagedRows: ReadonlyMap<string, { readonly since: Instant; readonly parts: readonly StagedPart[] }>;
  /** Entries of the journal, in ascending order of run, step and position. */
  readonly journal: readonly JournalEntry[];
  readonly load?: StoredLoad;
  /** Staged parts of bundle loads, keyed by the name of the load. */
  readonly loadParts: ReadonlyMap<string, readonly StagedBundlePart[]>;
  readonly users: ReadonlyMap<number, User>;
  /** Highest user id that was ever assigned. */
  readonly lastUserId: number;
  readonly images: ReadonlyMap<number, Uint8Array>;
  readonly invitations: ReadonlyMap<number, Invitation>;
  readonly invitationLinks: ReadonlyMap<string, InvitationLink>;
  readonly passwords: ReadonlyMap<number, string>;
  readonly cursorKey: string | undefined;
  readonly epoch: string | undefined;
  readonly erasedPeople: readonly ErasedIdentifier[];
  readonly patientFiles: ReadonlyMap<number, PatientFile>;
  readonly patientWarnings: ReadonlyMap<number, readonly StoredWarning[]>;
  readonly surveyVisits: ReadonlyMap<number, readonly VisitPart[]>;
  readonly widget?: Widget;
  readonly lists: ReadonlyMap<FeedList, ReadonlyMap<string, StoredEntry>>;
  /** Deletion markers, keyed by list and published id. */
  readonly tombstones: ReadonlyMap<`${PublicList} ${string}`, Tombstone>;
  readonly revision: number;
  readonly sweptRevision: number;
  readonly watermark: Instant;
  readonly fingerprint: string;
};

export const emptyState: AccountState = {
  settings: defaultSettings,
  catalog: emptyCatalog,
  catalogVersion: 0,
  records: {
    reviews: new Map(),
    npsSurveys: new Map(),
    invites: new Map(),
    surveyResponses: new Map(),
    calls: new Map(),
    submissions: new Map(),
  },
  appointments: new Map(),
  submissions: new Map(),
  callIds: new Map(),
  callImports: new Map(),
  callImportParts: new Map(),
  listingMetrics: new Map(),
  spends: new Map(),
  storedResponses: new Map(),
  importConnections: new Map(),
  stops: new Map(),
  importRuns: new Map(),
  importAttempts: new Map(),
  importErrors: new Map(),
  stagedRows: new Map(),
  journal: [],
  loadParts: new Map(),
  users: new Map(),
  lastUserId: 0,
  images: new Map(),
  invitations: new Map(),
  invitationLinks: new Map(),
  passwords: new Map(),
  cursorKey: undefined,
  epoch: undefined,
  erasedPeople: [],
  patientFiles: new Map(),
  patientWarnings: new Map(),
  surveyVisits: new Map(),
  lists: new Map(),
  tombstones: new Map(),
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
