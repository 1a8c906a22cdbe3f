import type { AccountSettings } from "../accounts/account.js";
import { defaultSettings } from "../accounts/account.js";
import type { Appointment } from "../attribution/appointment.js";
import type { BundlePart, StoredLoad } from "../loads/load-store.js";
import type { Spend } from "../campaigns/spend.js";
import type { Catalog } from "../catalog/catalog.js";
import { emptyCatalog } from "../catalog/catalog.js";
import type { FeedEntry, FeedId, FeedList } from "../feed/feed.js";
import type { PublicList } from "../feed/public-lists.js";
import type { PublishedRecord } from "../feed/record-store.js";
import type { KeptResponse } from "../idempotency/kept-response-store.js";
import type { CallId, SpendId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { ImportErrorType } from "../imports/error-types.js";
import type { ImportAttempt } from "../imports/import-attempt.js";
import type { ImportConnection } from "../imports/import-connection.js";
import type { StoredRun } from "../imports/import-run.js";
import type { StagedPart, StoredError } from "../imports/import-stores.js";
import type { Stop } from "../imports/stop.js";
import type { ListingMetric } from "../listings/listing-metric.js";
import type { PatientFile } from "../patient-surveys/patient-file.js";
import type { StoredWarning } from "../patient-surveys/patient-file-stores.js";
import type { Submission } from "../submissions/submission.js";
import type { Invitation } from "../users/invitation.js";
import type { InvitationLink } from "../users/invitation-store.js";
import type { User } from "../users/user.js";
import type { Widget } from "../widget/widget.js";
import type { ErasedIdentifier } from "../suppression/erased-people-store.js";

/** The kinds of record that lists are rendered from. */
export type RecordName = "reviews" | "npsSurveys" | "invites" | "surveyResponses" | "calls" | "submissions";

/** A part of a load, and when it was added. */
export type StagedBundlePart = BundlePart & { readonly addedAt: Instant };

/** When something last changed: its revision, and the time of that. */
type Changed = { readonly revision: number; readonly changedAt: Instant };

/** An entry as it is kept. */
export type StoredEntry = FeedEntry & Changed;

/** What is left of an entry that was taken out. */
type Tombstone = FeedId & Changed & { readonly list: FeedList; readonly publicId: string };

/** Everything that one account has. Never changed in place: a unit of work makes another one, swapped in on commit. */
export type AccountState = {
  readonly settings: AccountSettings;
  readonly catalog: Catalog;
  /** Counts what changed it. */
  readonly catalogVersion: number;
  readonly records: Readonly<Record<RecordName, ReadonlyMap<number, PublishedRecord>>>;
  readonly appointments: ReadonlyMap<number, Appointment>;
  /** What the conversions of the kind `submission` were made of, and tests. */
  readonly submissions: ReadonlyMap<number, Submission>;
  /** By the text of feed and name. */
  readonly callIds: ReadonlyMap<string, CallId>;
  /** By the text of their keys. */
  readonly listingMetrics: ReadonlyMap<string, ListingMetric>;
  readonly spends: ReadonlyMap<SpendId, Spend>;
  /** By their keys. */
  readonly keptResponses: ReadonlyMap<string, KeptResponse>;
  readonly importConnections: ReadonlyMap<string, ImportConnection>;
  readonly stops: ReadonlyMap<string, Stop>;
  readonly importRuns: ReadonlyMap<number, StoredRun>;
  readonly importAttempts: ReadonlyMap<number, ImportAttempt>;
  readonly importErrors: ReadonlyMap<number, StoredError & { readonly type: ImportErrorType }>;
  readonly stagedRows: ReadonlyMap<string, { readonly since: Instant; readonly parts: readonly StagedPart[] }>;
  readonly load?: StoredLoad;
  /** Parts of loads, by their private names. */
  readonly loadParts: ReadonlyMap<string, readonly StagedBundlePart[]>;
  readonly users: ReadonlyMap<number, User>;
  /** The greatest id that any user had. */
  readonly lastUserId: number;
  /** By user. */
  readonly images: ReadonlyMap<number, Uint8Array>;
  /** By user. */
  readonly invitations: ReadonlyMap<number, Invitation>;
  /** By hash. */
  readonly invitationLinks: ReadonlyMap<string, InvitationLink>;
  /** By user. */
  readonly passwords: ReadonlyMap<number, string>;
  readonly cursorKey: string | undefined;
  readonly erasedPeople: readonly ErasedIdentifier[];
  readonly patientFiles: ReadonlyMap<number, PatientFile>;
  readonly patientWarnings: ReadonlyMap<number, readonly StoredWarning[]>;
  readonly widget?: Widget;
  readonly lists: ReadonlyMap<FeedList, ReadonlyMap<string, StoredEntry>>;
  /** By list and id, as callers name them. */
  readonly tombstones: ReadonlyMap<`${PublicList} ${string}`, Tombstone>;
  readonly revision: number;
  readonly sweptRevision: number;
  readonly watermark: Instant;
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
  listingMetrics: new Map(),
  spends: new Map(),
  keptResponses: new Map(),
  importConnections: new Map(),
  stops: new Map(),
  importRuns: new Map(),
  importAttempts: new Map(),
  importErrors: new Map(),
  stagedRows: new Map(),
  loadParts: new Map(),
  users: new Map(),
  lastUserId: 0,
  images: new Map(),
  invitations: new Map(),
  invitationLinks: new Map(),
  passwords: new Map(),
  cursorKey: undefined,
  erasedPeople: [],
  patientFiles: new Map(),
  patientWarnings: new Map(),
  lists: new Map(),
  tombstones: new Map(),
  revision: 1,
  sweptRevision: 0,
  watermark: 0 as Instant,
};

/** The state that a unit of work sees and changes; maps that it did not make are copied before the first change. */
export type Draft = {
  state: AccountState;
  change(part: Partial<AccountState>): void;
  writable<K, V>(map: ReadonlyMap<K, V> | undefined): Map<K, V>;
};

/** Opens a draft on a committed state. */
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
