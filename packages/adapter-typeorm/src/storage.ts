import {
  type AccountId,
  accountNotFound,
  type Clock,
  type FeedRevision,
  type Instant,
  type Storage,
  type Stores,
  toSecond,
} from "@repute/domain";
import { databaseBusy } from "./database-errors.js";
import type { Engine, LatestSession, Session } from "./engine.js";
import { outcomeStore } from "./segments/outcome-spans.js";
import { countStore } from "./segments/list-counts.js";
import { listSealer } from "./segments/seal-lists.js";
import { assertionStore, callerStore, clientStore, credentialStore } from "./stores/access-store.js";
import { accountStore, settingsStore, widgetDirectory, widgetStore } from "./stores/account-store.js";
import { appointmentStore } from "./stores/appointment-store.js";
import { auditStore, auditWriter } from "./stores/audit-store.js";
import { type CachedCatalogs, cachedCatalogs, catalogStore, listingMetricStore } from "./stores/catalog-store.js";
import {
  callIdStore,
  callImportStore,
  conversionStore,
  spendStore,
  submissionStore,
} from "./stores/conversion-store.js";
import { cursorKeyStore, epochStore } from "./stores/feed-changes.js";
import { type RatingCounts, ratingCounts, ratingReader } from "./stores/feed-ratings.js";
import { entryKeys } from "./stores/feed-rows.js";
import { feedWriter } from "./stores/feed-writer.js";
import {
  erasedPeopleStore,
  importAttemptStore,
  importConnectionStore,
  importErrorStore,
  importRunStore,
  journalStore,
  patientFileStore,
  patientWarningStore,
  surveyVisitStore,
  stagedRowStore,
  stopStore,
  uploadDirectory,
  uploadStore,
} from "./stores/import-store.js";
import { contactStore, inviteDirectory, inviteStore } from "./stores/invite-store.js";
import { jobStore, loadStore, storedResponseStore } from "./stores/job-store.js";
import { bulkStore } from "./stores/key-batch.js";
import { idReader, invitedStore, recordStore } from "./stores/record-store.js";
import { trackerDirectory, trackerEventStore, trackerStore } from "./stores/tracker-store.js";
import {
  imageStore,
  invitationDirectory,
  invitationStore,
  passwordStore,
  subscriptionDirectory,
  subscriptionStore,
  userStore,
} from "./stores/user-store.js";
import { webhookDirectory, webhookStore } from "./stores/webhook-store.js";
import { type Watermark, watermarkTable } from "./tables/accounts.js";
import { npsSurveyTable, reviewTable, surveyResponseTable } from "./tables/reviews.js";

/** Implements the storage port on a database engine. */
export function storageOn({ write, read, latest, feed, idle, scrub }: Engine, clock: Clock): Storage {
  const catalogs = cachedCatalogs();
  return {
    transact: (account, work) =>
      write(account, async (session) => {
        const now = await timeOf(session, account, clock);
        const counts = ratingCounts(session, account);
        const result = await withStores(storesOf(session, now, counts, catalogs), (stores) => work(stores, now));
        await counts.store();
        return result;
      }),
    read: (account, work) => read(account, (session) => withStores(readStoresOf(session, catalogs), work)),
    feed: {
      ...feed,
      state: (account) => read(account, (session) => watermarkOf(session, account)),
      revisions: () => revisionsOf(latest),
      commitNumber: () => commitNumberOf(latest),
    },
    sealer: listSealer({ read, write, idle }),
    counts: countStore({ read, write }),
    accounts: accountStore(latest, write),
    credentials: credentialStore(latest, write),
    clients: clientStore(latest, write),
    assertions: assertionStore(write),
    audit: auditStore(read, write),
    jobs: jobStore(latest, write),
    widgets: widgetDirectory(latest),
    invitations: invitationDirectory(latest),
    invites: inviteDirectory(latest),
    subscriptions: subscriptionDirectory(latest),
    uploads: uploadDirectory(latest),
    trackers: trackerDirectory(latest),
    webhooks: webhookDirectory(latest),
    ...(scrub && { scrub }),
  };
}

/** Returns the time of a unit of work, which is never before the account's last published change. */
async function timeOf(session: Session, account: AccountId, clock: Clock): Promise<Instant> {
  const { at, frozenUntil } = await watermarkOf(session, account);
  if (frozenUntil > clock()) throw databaseBusy();
  return Math.max(toSecond(clock()), at) as Instant;
}

async function watermarkOf(session: Session, account: AccountId): Promise<Watermark> {
  const [watermark] = await watermarkTable.find(session, "account_id = $1", [account]);
  if (!watermark) throw accountNotFound(account);
  return watermark;
}

const readStoresOf = (
  session: Session,
  catalogs: CachedCatalogs,
): Makers<Omit<Stores, "callers" | "bulk" | "feed">> => ({
  settings: () => settingsStore(session),
  catalog: () => catalogStore(session, catalogs),
  reviews: () => invitedStore(session, reviewTable),
  npsSurveys: () => invitedStore(session, npsSurveyTable),
  invites: () => inviteStore(session),
  contacts: () => contactStore(session),
  callIds: () => callIdStore(session),
  callImports: () => callImportStore(session),
  uploads: () => uploadStore(session),
  trackers: () => trackerStore(session),
  trackerEvents: () => trackerEventStore(session),
  webhooks: () => webhookStore(session),
  conversions: () => conversionStore(session),
  appointments: () => appointmentStore(session),
  submissions: () => submissionStore(session),
  listingMetrics: () => listingMetricStore(session),
  surveyResponses: () => recordStore(session, surveyResponseTable),
  spends: () => spendStore(session),
  outcomes: () => outcomeStore(session),
  storedResponses: () => storedResponseStore(session),
  ids: () => idReader(session),
  importConnections: () => importConnectionStore(session),
  stops: () => stopStore(session),
  importRuns: () => importRunStore(session),
  importAttempts: () => importAttemptStore(session),
  importErrors: () => importErrorStore(session),
  stagedRows: () => stagedRowStore(session),
  journal: () => journalStore(session),
  loads: () => loadStore(session),
  users: () => userStore(session),
  images: () => imageStore(session),
  invitations: () => invitationStore(session),
  subscriptions: () => subscriptionStore(session),
  passwords: () => passwordStore(session),
  patientFiles: () => patientFileStore(session),
  patientWarnings: () => patientWarningStore(session),
  surveyVisits: () => surveyVisitStore(session),
  widgets: () => widgetStore(session),
  cursorKeys: () => cursorKeyStore(session),
  epochs: () => epochStore(session),
  erasedPeople: () => erasedPeopleStore(session),
  ratings: () => ratingReader(session),
  entryKeys: () => entryKeys(session),
  audit: () => auditWriter(session),
});

const storesOf = (session: Session, now: Instant, counts: RatingCounts, catalogs: CachedCatalogs): Makers<Stores> => ({
  ...readStoresOf(session, catalogs),
  callers: () => callerStore(session),
  bulk: () => bulkStore(session),
  ratings: () => ratingReader(session, counts),
  feed: () => feedWriter(session, now, counts),
});

/** Returns the feed revision of every account. Row-level security does not apply to the table of watermarks. */
async function revisionsOf(session: LatestSession): Promise<readonly FeedRevision[]> {
  const rows = await session.query("SELECT account_id, revision, at FROM watermarks", []);
  return rows.map((row) => ({
    account: Number(row["account_id"]) as AccountId,
    revision: Number(row["revision"]),
    at: Number(row["at"]) as Instant,
  }));
}

/** Returns a number that differs after each commit that publishes changes. Revisions only increase. */
async function commitNumberOf(session: LatestSession): Promise<number> {
  if (session.state) return session.state();
  const [row] = await session.query("SELECT sum(revision) AS sum FROM watermarks", []);
  return Number(row?.["sum"]);
}

type Method = (...values: never[]) => Promise<unknown>;

/** Factory function for each store, by name. */
type Makers<Stores> = { readonly [Name in keyof Stores]: () => Stores[Name] };

/**
 * Runs `work` with stores that can be used only until `work` ends. Each store is created on first use.
 * Later calls of a store throw. If a call is still running when `work` ends, `withStores` waits for the call.
 * It then throws, because the result of the call would be lost.
 */
async function withStores<Stores extends object, T>(
  makers: Makers<Stores>,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const loan = guardedStores(makers);
  let result: T;
  try {
    result = await work(loan.stores);
  } catch (error) {
    await loan.end();
    throw error;
  }
  if ((await loan.end()) === 0) return result;
  throw new Error("The unit of work ended before a store call finished: await every call");
}

function guardedStores<Stores extends object>(makers: Makers<Stores>) {
  const running = new Set<Promise<unknown>>();
  let ended = false;
  const guard = (method: Method): Method =>
    async function guarded(...values) {
      if (ended) throw new Error("The unit of work has ended: its stores can no longer be used");
      const call = method(...values);
      running.add(call);
      return call.finally(() => running.delete(call));
    };
  return {
    stores: onDemand(makers, (store) => mapMethods(store, guard)),
    /** Disables the stores, after waiting for running calls of their methods. Returns the number of these calls. */
    async end(): Promise<number> {
      ended = true;
      return (await Promise.allSettled(running)).length;
    },
  };
}

/** Creates each store on first use, because most units of work need only one or two stores. */
function onDemand<Stores extends object>(makers: Makers<Stores>, change: <Store>(store: Store) => Store): Stores {
  const made: Partial<Stores> = {};
  return new Proxy(made as Stores, {
    get(_, name) {
      const known = name as keyof Stores;
      if (!Object.hasOwn(made, name) && Object.hasOwn(makers, name)) made[known] = change(makers[known]());
      return made[known];
    },
  });
}

function mapMethods<Store>(store: Store, change: (method: Method) => Method): Store {
  const methods = Object.entries(store as Record<string, Method>).map(([key, method]) => [key, change(method)]);
  return Object.fromEntries(methods) as Store;
}
