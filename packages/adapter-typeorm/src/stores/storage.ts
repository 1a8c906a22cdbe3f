import {
  type AccountId,
  accountNotFound,
  type Clock,
  type Instant,
  type Storage,
  type Stores,
  toSecond,
} from "@repute/domain";
import { bulkStore } from "../bulk/bulk-store.js";
import type { Engine } from "../engine/engine.js";
import type { Session } from "../engine/session.js";
import { listSealer } from "../segments/seal-lists.js";
import { type Watermark, watermarkTable } from "../tables/accounts.js";
import { npsSurveyTable, reviewTable, surveyResponseTable } from "../tables/reviews.js";
import { accountStore } from "./account-store.js";
import { appointmentStore } from "./appointment-store.js";
import { assertionStore } from "./assertion-store.js";
import { auditStore, auditWriter } from "./audit-store.js";
import { type CachedCatalogs, cachedCatalogs } from "./cached-catalogs.js";
import { callIdStore } from "./call-id-store.js";
import { callerStore } from "./caller-store.js";
import { catalogStore } from "./catalog-store.js";
import { clientStore } from "./client-store.js";
import { contactStore } from "./contact-store.js";
import { conversionStore } from "./conversion-store.js";
import { credentialStore } from "./credential-store.js";
import { cursorKeyStore } from "./cursor-key-store.js";
import { entryKeys } from "./entry-keys.js";
import { epochStore } from "./epoch-store.js";
import { erasedPeopleStore } from "./erased-people-store.js";
import { commitNumberOf, revisionsOf } from "./feed-revisions.js";
import { feedWriter } from "./feed-writer.js";
import { idReader } from "./id-reader.js";
import { imageStore } from "./image-store.js";
import { importAttemptStore } from "./import-attempt-store.js";
import { importErrorStore } from "./import-error-store.js";
import { importRunStore } from "./import-run-store.js";
import { importConnectionStore, stopStore } from "./import-term-stores.js";
import { invitationDirectory, invitationStore } from "./invitation-store.js";
import { inviteDirectory, inviteStore } from "./invite-store.js";
import { jobStore } from "./job-store.js";
import { listingMetricStore } from "./listing-metric-store.js";
import { loadStore } from "./load-store.js";
import { outcomeStore } from "./outcome-store.js";
import { passwordStore } from "./password-store.js";
import { patientFileStore } from "./patient-file-store.js";
import { patientWarningStore } from "./patient-warning-store.js";
import { type RatingCounts, ratingCounts } from "./rating-counts.js";
import { ratingReader } from "./rating-reader.js";
import { invitedStore, recordStore } from "./record-store.js";
import { type Makers, withStores } from "./scoped-stores.js";
import { settingsStore } from "./settings-store.js";
import { spendStore } from "./spend-store.js";
import { stagedRowStore } from "./staged-row-store.js";
import { storedResponseStore } from "./stored-response-store.js";
import { submissionStore } from "./submission-store.js";
import { userStore } from "./user-store.js";
import { widgetDirectory, widgetStore } from "./widget-store.js";

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
    accounts: accountStore(latest, write),
    credentials: credentialStore(latest, write),
    clients: clientStore(latest, write),
    assertions: assertionStore(write),
    audit: auditStore(read, write),
    jobs: jobStore(write),
    widgets: widgetDirectory(latest),
    invitations: invitationDirectory(latest),
    invites: inviteDirectory(latest),
    ...(scrub && { scrub }),
  };
}

/** Returns the time of a unit of work, which is never before the account's last published change. */
async function timeOf(session: Session, account: AccountId, clock: Clock): Promise<Instant> {
  const { at } = await watermarkOf(session, account);
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
): Makers<Omit<Stores, "callers" | "bulk" | "feed" | "audit">> => ({
  settings: () => settingsStore(session),
  catalog: () => catalogStore(session, catalogs),
  reviews: () => invitedStore(session, reviewTable),
  npsSurveys: () => invitedStore(session, npsSurveyTable),
  invites: () => inviteStore(session),
  contacts: () => contactStore(session),
  callIds: () => callIdStore(session),
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
  loads: () => loadStore(session),
  users: () => userStore(session),
  images: () => imageStore(session),
  invitations: () => invitationStore(session),
  passwords: () => passwordStore(session),
  patientFiles: () => patientFileStore(session),
  patientWarnings: () => patientWarningStore(session),
  widgets: () => widgetStore(session),
  cursorKeys: () => cursorKeyStore(session),
  epochs: () => epochStore(session),
  erasedPeople: () => erasedPeopleStore(session),
  ratings: () => ratingReader(session),
  entryKeys: () => entryKeys(session),
});

const storesOf = (session: Session, now: Instant, counts: RatingCounts, catalogs: CachedCatalogs): Makers<Stores> => ({
  ...readStoresOf(session, catalogs),
  callers: () => callerStore(session),
  bulk: () => bulkStore(session),
  ratings: () => ratingReader(session, counts),
  feed: () => feedWriter(session, now, counts),
  audit: () => auditWriter(session),
});
