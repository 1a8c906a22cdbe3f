import {
  type AssertionStore,
  type Client,
  type ClientStore,
  type Credential,
  type CredentialStore,
  isUsable,
} from "../foundation/access/access-ports.js";
import type { CallerStore } from "../foundation/access/authenticate.js";
import {
  type Account,
  accountKeyTaken,
  accountNotFound,
  type AccountStatus,
  type AccountStore,
  closedKey,
  isClosed,
} from "../foundation/accounts/account.js";
import { arrivalIn, firstHistory, withArrival } from "../foundation/accounts/arrivals.js";
import {
  addFailure,
  type Arrival,
  type AuditRecord,
  type AuditStore,
  type AuditWriter,
  dayOf,
  type FailureCount,
  type Principal,
  type SourceHistory,
} from "../foundation/accounts/audit-trail.js";
import type { AccountId, CredentialId } from "../foundation/kernel/ids.js";
import type { JobName, JobStore } from "../foundation/kernel/jobs.js";
import { type Clock, type Instant, toSecond } from "../foundation/kernel/times.js";
import type { Storage, Stores } from "../ports.js";
import { type AccountState, type Draft, draftOf, emptyState } from "./account-state.js";
import {
  accountStores,
  memoryInvitationDirectory,
  memoryWebhookDirectory,
  memorySubscriptionDirectory,
  memoryWidgetDirectory,
} from "./memory-accounts.js";
import { feedStores, memoryFeedReader } from "./memory-feed.js";
import { importStores } from "./memory-imports.js";
import {
  memoryInviteDirectory,
  memoryTrackerDirectory,
  memoryUploadDirectory,
  recordStores,
} from "./memory-records.js";

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
      if (!by || by.kind === "host" || by.kind === "operator") return true;
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
    const owner = accounts.get(account);
    if (owner && isClosed(owner)) throw accountNotFound(account);
    const draft = draftOf(committed(account));
    const now = Math.max(toSecond(clock()), draft.state.watermark) as Instant;
    const appended: (() => Promise<void>)[] = [];
    const result = await work({ ...storesOf(draft, now, laterOn(audit, appended), accountOf), callers }, now);
    states.set(account, draft.state);
    for (const append of appended) await append();
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
    read: async (account, work) => work(storesOf(draftOf(committed(account)), 0 as Instant, audit, accountOf)),
    feed: memoryFeedReader(committed, () => states),
    // The memory storage does not compress lists.
    sealer: { seal: async () => 0 },
    // The memory storage counts items for each request.
    counts: { stored: async () => [], store: async () => {} },
    accounts: memoryAccountStore(accounts, accountStatusOf, audit, states),
    credentials,
    clients,
    assertions: memoryAssertionStore(audit),
    audit,
    jobs: memoryJobStore(),
    widgets: memoryWidgetDirectory(accounts, states),
    invitations: memoryInvitationDirectory(accounts, states),
    invites: memoryInviteDirectory(states),
    subscriptions: memorySubscriptionDirectory(accounts, states),
    uploads: memoryUploadDirectory(states, (account) => accountStatusOf(account).accountDisabled),
    trackers: memoryTrackerDirectory(states, (account) => accountStatusOf(account).accountDisabled),
    webhooks: memoryWebhookDirectory(states, (account) => accountStatusOf(account).accountDisabled),
  };
}

/** Creates an audit writer that collects its calls in `calls` until the transaction is committed. */
const laterOn = (audit: AuditWriter, calls: (() => Promise<void>)[]): AuditWriter => ({
  append: async (...what) => void calls.push(() => audit.append(...what)),
  addArrival: async (...what) => void calls.push(() => audit.addArrival(...what)),
  sources: (account) => audit.sources(account),
  forgetSource: async (...what) => void calls.push(() => audit.forgetSource(...what)),
});

/** Creates the stores of a transaction. */
const storesOf = (
  draft: Draft,
  now: Instant,
  audit: AuditWriter,
  accountOf: (account: AccountId) => Account | undefined,
): Omit<Stores, "callers"> => ({
  bulk: { settle: async () => false },
  ...recordStores(draft),
  ...accountStores(draft, accountOf),
  ...importStores(draft),
  ...feedStores(draft, now),
  audit,
});

/**
 * Creates a store of accounts in memory. Keeps their states in `states`, and writes audit records to `audit`.
 */
function memoryAccountStore(
  accounts: Map<AccountId, Account>,
  accountStatusOf: (account: AccountId) => AccountStatus,
  audit: AuditStore,
  states: Map<AccountId, AccountState>,
): AccountStore {
  const sorted = () => [...accounts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const all = () => sorted().filter((account) => !isClosed(account));
  return {
    async add(account, settings, record) {
      if (all().some(({ key }) => key === account.key)) throw accountKeyTaken(account.key);
      const added = { ...account, id: (accounts.size + 1) as AccountId };
      accounts.set(added.id, added);
      states.set(added.id, { ...emptyState, settings });
      await audit.append(added.id, [record]);
      return added;
    },
    all: async () => all(),
    byKey: async (key) => sorted().find((account) => account.key === key),
    status: async (id) => (accounts.has(id) ? accountStatusOf(id) : undefined),
    async setDisabled(id, disabled, record) {
      const account = accounts.get(id);
      if (!account) return;
      accounts.set(id, { ...account, disabled });
      await audit.append(id, [record]);
    },
    async close(id, record) {
      const account = accounts.get(id);
      if (!account || isClosed(account)) return;
      accounts.set(id, { ...account, key: closedKey(account), name: "", disabled: true });
      await audit.append(id, [record]);
    },
    closed: async () => sorted().filter(isClosed),
    async *empty(id) {
      const { tables } = states.get(id) ?? emptyState;
      states.set(id, emptyState);
      for (const [table, { size }] of Object.entries(tables)) if (size > 0) yield { table, rows: size };
    },
  };
}

/** Creates a store of credentials in memory. Writes audit records to `audit`. */
function memoryCredentialStore(
  accountStatusOf: (account: AccountId) => AccountStatus,
  audit: AuditStore,
): CredentialStore {
  const credentials = new Map<CredentialId, { readonly credential: Credential; readonly hash: string }>();
  const replace = (account: AccountId, id: CredentialId, change: (stored: Credential) => Credential): boolean => {
    const stored = credentials.get(id);
    if (stored?.credential.account !== account) return false;
    credentials.set(id, { ...stored, credential: change(stored.credential) });
    return true;
  };
  return {
    async add(account, credential, hash, recordOf) {
      const added = { ...credential, account, id: (credentials.size + 1) as CredentialId };
      await audit.append(account, [recordOf(added)]);
      credentials.set(added.id, { credential: added, hash });
      return added;
    },
    all: async (account) => [...credentials.values()].map((c) => c.credential).filter((c) => c.account === account),
    unrevoked: async () => [...credentials.values()].map((c) => c.credential).filter((c) => !c.revoked),
    byId: async (id) => credentials.get(id)?.credential,
    async byHash(hash) {
      const credential = [...credentials.values()].find((stored) => stored.hash === hash)?.credential;
      return credential && { credential, ...accountStatusOf(credential.account) };
    },
    async save(account, { id, name, expiresAt, disabled, revoked }, record) {
      const isTheirs = replace(account, id, (stored) => ({ ...stored, name, expiresAt, disabled, revoked }));
      if (isTheirs) await audit.append(account, [record]);
    },
    async noteUse(account, id, lastUsedAt) {
      replace(account, id, (stored) => ({ ...stored, lastUsedAt }));
    },
  };
}

/** Creates a store of API clients in memory. Writes audit records to `audit`. */
function memoryClientStore(accountStatusOf: (account: AccountId) => AccountStatus, audit: AuditStore): ClientStore {
  const clients = new Map<string, Client>();
  return {
    async add(client, record) {
      clients.set(client.clientId, client);
      await audit.append(client.account, [record]);
    },
    all: async (account) =>
      [...clients.values()].filter((client) => client.account === account).sort((a, b) => a.createdAt - b.createdAt),
    async byId(clientId) {
      const client = clients.get(clientId);
      return client && { client, ...accountStatusOf(client.account) };
    },
    async save(account, { clientId, disabled, revoked }, record) {
      const stored = clients.get(clientId);
      if (stored?.account !== account) return;
      clients.set(clientId, { ...stored, disabled, revoked });
      await audit.append(account, [record]);
    },
  };
}

/** Creates a store of used assertions in memory. Writes audit records to `audit`. */
function memoryAssertionStore(audit: AuditStore): AssertionStore {
  const spent = new Map<AccountId, Map<string, Instant>>();
  return {
    async spend(account, { clientId, jti, until }, now, record) {
      const ofAccount = spent.get(account) ?? new Map<string, Instant>();
      spent.set(account, ofAccount);
      for (const [key, end] of ofAccount) if (end <= now) ofAccount.delete(key);
      const key = JSON.stringify([clientId, jti]);
      if (ofAccount.has(key)) return false;
      ofAccount.set(key, until);
      await audit.append(account, [record]);
      return true;
    },
  };
}

function memoryAuditStore(): AuditStore {
  const trails = new Map<AccountId, readonly AuditRecord[]>();
  const failures = new Map<AccountId, Map<string, FailureCount>>();
  const histories = new Map<AccountId, Map<string, SourceHistory>>();
  const trailOf = (account: AccountId) => trails.get(account) ?? [];
  function addArrival(account: AccountId, arrival: Arrival): void {
    const ofAccount = histories.get(account) ?? new Map<string, SourceHistory>();
    histories.set(account, ofAccount);
    const before = ofAccount.get(arrival.source);
    ofAccount.set(arrival.source, before ? withArrival(before, arrival) : firstHistory(arrival));
  }
  return {
    async append(account, records) {
      trails.set(account, [...trailOf(account), ...records]);
      for (const arrival of records.map(arrivalIn)) if (arrival) addArrival(account, arrival);
    },
    addArrival: async (account, arrival) => addArrival(account, arrival),
    sources: async (account) => [...(histories.get(account)?.values() ?? [])],
    forgetSource: async (account, source) => void histories.get(account)?.delete(source),
    async *read(account, since) {
      const found = trailOf(account).filter(({ at }) => at >= since);
      if (found.length > 0) yield found.sort((a, b) => a.at - b.at);
    },
    async forget(account, before, max, recordOf) {
      const old = trailOf(account)
        .filter(({ at }) => at < before)
        .slice(0, max);
      const counts = failures.get(account) ?? new Map<string, FailureCount>();
      const stale = [...counts].filter(([, { lastAt }]) => lastAt < before).slice(0, max - old.length);
      for (const [key] of stale) counts.delete(key);
      const rows = old.length + stale.length;
      const retained = trailOf(account).filter((record) => !old.includes(record));
      trails.set(account, [...retained, ...(rows > 0 ? [recordOf(rows)] : [])]);
      return rows;
    },
    async addFailures(account, added) {
      const counts = failures.get(account) ?? new Map<string, FailureCount>();
      failures.set(account, counts);
      for (const failure of added) addFailure(counts, failure);
    },
    async *failures(account, since) {
      const found = [...(failures.get(account)?.values() ?? [])].filter(({ lastAt }) => lastAt >= since);
      if (found.length > 0) yield found.sort((a, b) => dayOf(a.firstAt) - dayOf(b.firstAt));
    },
  };
}

type Job = { readonly holder: string | undefined; readonly until: Instant; readonly lastRun: Instant };

const never = 0 as Instant;

/** Creates a job store for a single process. */
function memoryJobStore(): JobStore {
  const jobs = new Map<JobName, Job>();
  const jobOf = (name: JobName): Job => jobs.get(name) ?? { holder: undefined, until: never, lastRun: never };
  return {
    async take(name, { holder, now, until, due }) {
      const job = jobOf(name);
      const isFree = job.holder === undefined || job.holder === holder || job.until <= now;
      if (!isFree || job.lastRun >= due) return false;
      jobs.set(name, { ...job, holder, until });
      return true;
    },
    async lease(name) {
      const { holder, until } = jobOf(name);
      return holder === undefined ? undefined : { holder, until };
    },
    lastRuns: async () =>
      [...jobs].filter(([, { lastRun }]) => lastRun > never).map(([job, { lastRun }]) => ({ job, at: lastRun })),
    async finish(name, holder, began) {
      if (jobOf(name).holder === holder) jobs.set(name, { holder: undefined, until: never, lastRun: began });
    },
  };
}
