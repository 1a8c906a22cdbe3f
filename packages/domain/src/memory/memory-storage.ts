import type { CallerStore } from "../foundation/access/caller-store.js";
import { isUsable } from "../foundation/access/credential.js";
import type { Account } from "../foundation/accounts/account.js";
import type { AuditRecord } from "../foundation/audit/audit-record.js";
import type { AccountId, CredentialId } from "../foundation/kernel/ids.js";
import { type Clock, type Instant, toSecond } from "../foundation/kernel/instant.js";
import type { Principal } from "../foundation/kernel/principal.js";
import type { Storage, Stores } from "../ports.js";
import { type AccountState, type Draft, draftOf, emptyState } from "./account-state.js";
import { memoryAppointmentStore } from "./memory-appointments.js";
import { memoryAuditStore } from "./memory-audit.js";
import { memoryCallIdStore } from "./memory-call-ids.js";
import { memoryOutcomeStore, memorySpendStore } from "./memory-campaigns.js";
import { memoryAssertionStore, memoryClientStore } from "./memory-clients.js";
import { memoryContactStore, memoryConversionStore } from "./memory-conversions.js";
import { memoryAccountStore, memoryCredentialStore } from "./memory-directory.js";
import { memoryErasedPeopleStore } from "./memory-erased-people.js";
import { memoryEntryKeys, memoryFeedWriter } from "./memory-feed-writer.js";
import { memoryFeedReader } from "./memory-feed.js";
import { memoryIdReader } from "./memory-ids.js";
import { memoryImageStore } from "./memory-images.js";
import {
  memoryImportAttemptStore,
  memoryImportConnectionStore,
  memoryImportErrorStore,
  memoryImportRunStore,
  memoryStagedRowStore,
  memoryStopStore,
} from "./memory-imports.js";
import { memoryInvitationDirectory, memoryInvitationStore, memoryPasswordStore } from "./memory-invitations.js";
import { memoryInviteDirectory, memoryInviteStore } from "./memory-invites.js";
import { memoryJobStore } from "./memory-jobs.js";
import { memoryListingMetricStore } from "./memory-listing-metrics.js";
import { memoryLoadStore } from "./memory-loads.js";
import { memoryPatientFileStore, memoryPatientWarningStore } from "./memory-patient-files.js";
import { memoryRatingReader } from "./memory-ratings.js";
import { memoryInvitedStore, memoryRecordStore } from "./memory-records.js";
import { memoryStoredResponseStore } from "./memory-stored-responses.js";
import { memoryCatalogStore, memorySettingsStore } from "./memory-stores.js";
import { memorySubmissionStore } from "./memory-submissions.js";
import { memoryUserStore } from "./memory-users.js";
import { memoryWidgetDirectory, memoryWidgetStore } from "./memory-widgets.js";

/**
 * Creates storage in memory. Each account has one immutable state, which each commit replaces.
 * A failed transaction discards its new state.
 */
export function memoryStorage(clock: Clock, states = new Map<AccountId, AccountState>()): Storage {
  const accounts = new Map<AccountId, Account>();
  const serialQueue = new Map<AccountId, Promise<unknown>>();
  const audit = memoryAuditStore();
  const accountOf = (account: AccountId) => accounts.get(account);
  const committed = (account: AccountId) => states.get(account) ?? emptyState;
  const accountStatusOf = (account: AccountId) => ({
    accountDisabled: accounts.get(account)?.disabled ?? true,
    catalogVersion: String(committed(account).catalogVersion),
  });

  const credentials = memoryCredentialStore(accountStatusOf, audit);
  const clients = memoryClientStore(accountStatusOf, audit);
  const callers: CallerStore = {
    async mayWrite(account, by, now) {
      if (accountStatusOf(account).accountDisabled) return false;
      if (!by || by.kind === "host") return true;
      return by.kind === "access-token" ? isClientUsable(account, by) : isTokenUsable(account, by, now);
    },
  };

  async function isClientUsable(account: AccountId, { id }: Principal): Promise<boolean> {
    const { client } = (await clients.byId(id as string)) ?? {};
    return client?.account !== account || !(client.disabled || client.revoked);
  }

  async function isTokenUsable(account: AccountId, { id }: Principal, now: Instant): Promise<boolean> {
    const credential = await credentials.byId(id as CredentialId);
    return credential?.account !== account || isUsable(credential, now);
  }

  async function transact<T>(account: AccountId, work: (stores: Stores, now: Instant) => Promise<T>): Promise<T> {
    const draft = draftOf(committed(account));
    const now = Math.max(toSecond(clock()), draft.state.watermark) as Instant;
    const records: AuditRecord[] = [];
    const result = await work({ ...storesOf(draft, now, records, accountOf), callers }, now);
    states.set(account, draft.state);
    await audit.append(account, records);
    return result;
  }

  return {
    transact(account, work) {
      const before = serialQueue.get(account) ?? Promise.resolve();
      const turn = before.then(() => transact(account, work));
      serialQueue.set(
        account,
        turn.catch(() => undefined),
      );
      return turn;
    },
    read: async (account, work) => work(storesOf(draftOf(committed(account)), 0 as Instant, [], accountOf)),
    feed: memoryFeedReader(committed, () => states),
    // The memory storage does not compress lists.
    sealer: { seal: async () => 0 },
    accounts: memoryAccountStore(accounts, accountStatusOf, audit, (account, settings) =>
      states.set(account, { ...emptyState, settings }),
    ),
    credentials,
    clients,
    assertions: memoryAssertionStore(audit),
    audit,
    jobs: memoryJobStore(),
    widgets: memoryWidgetDirectory(accounts, states),
    invitations: memoryInvitationDirectory(accounts, states),
    invites: memoryInviteDirectory(states),
  };
}

/** Creates the stores of a transaction. Audit records are collected in `records` until the transaction is committed. */
const storesOf = (
  draft: Draft,
  now: Instant,
  records: AuditRecord[],
  accountOf: (account: AccountId) => Account | undefined,
): Omit<Stores, "callers"> => ({
  bulk: { settle: async () => false },
  ids: memoryIdReader(draft),
  settings: memorySettingsStore(draft, accountOf),
  catalog: memoryCatalogStore(draft),
  reviews: memoryInvitedStore(draft, "reviews"),
  npsSurveys: memoryInvitedStore(draft, "npsSurveys"),
  invites: memoryInviteStore(draft),
  contacts: memoryContactStore(draft),
  callIds: memoryCallIdStore(draft),
  conversions: memoryConversionStore(draft),
  appointments: memoryAppointmentStore(draft),
  submissions: memorySubmissionStore(draft),
  listingMetrics: memoryListingMetricStore(draft),
  surveyResponses: memoryRecordStore(draft, "surveyResponses"),
  spends: memorySpendStore(draft),
  outcomes: memoryOutcomeStore(draft),
  storedResponses: memoryStoredResponseStore(draft),
  importConnections: memoryImportConnectionStore(draft),
  stops: memoryStopStore(draft),
  importRuns: memoryImportRunStore(draft),
  importAttempts: memoryImportAttemptStore(draft),
  importErrors: memoryImportErrorStore(draft),
  stagedRows: memoryStagedRowStore(draft),
  loads: memoryLoadStore(draft),
  users: memoryUserStore(draft),
  images: memoryImageStore(draft),
  invitations: memoryInvitationStore(draft),
  passwords: memoryPasswordStore(draft),
  patientFiles: memoryPatientFileStore(draft),
  patientWarnings: memoryPatientWarningStore(draft),
  widgets: memoryWidgetStore(draft),
  erasedPeople: memoryErasedPeopleStore(draft),
  cursorKeys: {
    of: async () => draft.state.cursorKey,
    save: async (_account, cursorKey) => draft.change({ cursorKey }),
  },
  epochs: {
    of: async () => draft.state.epoch,
    save: async (_account, epoch) => draft.change({ epoch }),
  },
  ratings: memoryRatingReader(draft),
  entryKeys: memoryEntryKeys(draft),
  feed: memoryFeedWriter(draft, now),
  audit: { append: async (_account, more) => void records.push(...more) },
});
