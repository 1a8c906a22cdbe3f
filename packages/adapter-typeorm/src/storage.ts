import type { AccountId, Clock, Instant, Storage, Stores } from "@repute/domain";
import { toSecond } from "@repute/domain";
import type { Engine } from "./engine.js";
import type { Makers } from "./lend.js";
import { lend } from "./lend.js";
import type { Watermark } from "./rows/accounts.js";
import { listSealer } from "./seal-lists.js";
import { watermarkTable } from "./rows/accounts.js";
import { npsSurveyTable, reviewTable, surveyResponseTable } from "./rows/reviews.js";
import type { Session } from "./session.js";
import { typeormAccountStore } from "./stores/account-store.js";
import { typeormKeptResponseStore } from "./stores/kept-response-store.js";
import { typeormAppointmentStore } from "./stores/appointment-store.js";
import { typeormCallerStore } from "./stores/caller-store.js";
import { typeormCallIdStore } from "./stores/call-id-store.js";
import { typeormAssertionStore } from "./stores/assertion-store.js";
import { typeormErasedPeopleStore } from "./stores/erased-people-store.js";
import { typeormAuditStore, typeormAuditWriter } from "./stores/audit-store.js";
import { typeormCatalogStore } from "./stores/catalog-store.js";
import { typeormClientStore } from "./stores/client-store.js";
import { typeormContactStore } from "./stores/contact-store.js";
import { typeormConversionStore } from "./stores/conversion-store.js";
import { typeormCursorKeyStore } from "./stores/cursor-key-store.js";
import { typeormCredentialStore } from "./stores/credential-store.js";
import { typeormEntryKeys } from "./stores/entry-keys.js";
import { typeormFeedWriter } from "./stores/feed-writer.js";
import { typeormImportAttemptStore } from "./stores/import-attempt-store.js";
import { typeormImportErrorStore } from "./stores/import-error-store.js";
import { typeormImportRunStore } from "./stores/import-run-store.js";
import { typeormImportConnectionStore, typeormStopStore } from "./stores/import-term-stores.js";
import { typeormImageStore } from "./stores/image-store.js";
import { typeormInvitationDirectory, typeormInvitationStore } from "./stores/invitation-store.js";
import { typeormInviteDirectory, typeormInviteStore } from "./stores/invite-store.js";
import { typeormStagedRowStore } from "./stores/staged-row-store.js";
import { typeormLoadStore } from "./stores/load-store.js";
import { typeormJobStore } from "./stores/job-store.js";
import { typeormListingMetricStore } from "./stores/listing-metric-store.js";
import { typeormOutcomeStore } from "./stores/outcome-store.js";
import { typeormPasswordStore } from "./stores/password-store.js";
import { typeormPatientFileStore } from "./stores/patient-file-store.js";
import { typeormPatientWarningStore } from "./stores/patient-warning-store.js";
import type { RatingCounts } from "./stores/rating-counts.js";
import { ratingCounts } from "./stores/rating-counts.js";
import { typeormRatingReader } from "./stores/rating-reader.js";
import { typeormSpendStore } from "./stores/spend-store.js";
import { typeormInvitedStore, typeormRecordStore } from "./stores/record-store.js";
import { typeormSubmissionStore } from "./stores/submission-store.js";
import { typeormUserStore } from "./stores/user-store.js";
import { accountNotFound, typeormSettingsStore } from "./stores/settings-store.js";
import { typeormWidgetDirectory, typeormWidgetStore } from "./stores/widget-store.js";

/** Storage on an engine. */
export function typeormStorage({ write, read, latest, feed, idle, scrub }: Engine, clock: Clock): Storage {
  return {
    transact: (account, work) =>
      write(account, async (session) => {
        const now = await timeOf(session, account, clock);
        const counts = ratingCounts(session, account);
        const result = await lend(storesOf(session, now, counts), (stores) => work(stores, now));
        await counts.store();
        return result;
      }),
    read: (account, work) => read(account, (session) => lend(readStoresOf(session), work)),
    feed: { ...feed, state: (account) => read(account, (session) => watermarkOf(session, account)) },
    sealer: listSealer({ read, write, idle }),
    accounts: typeormAccountStore(latest, write),
    credentials: typeormCredentialStore(latest, write),
    clients: typeormClientStore(latest, write),
    assertions: typeormAssertionStore(write),
    audit: typeormAuditStore(read, write),
    jobs: typeormJobStore(write),
    widgets: typeormWidgetDirectory(latest),
    invitations: typeormInvitationDirectory(latest),
    invites: typeormInviteDirectory(latest),
    ...(scrub && { scrub }),
  };
}

/** The time of a unit of work: never before the account's last one that published. */
async function timeOf(session: Session, account: AccountId, clock: Clock): Promise<Instant> {
  const { at } = await watermarkOf(session, account);
  return Math.max(toSecond(clock()), at) as Instant;
}

async function watermarkOf(session: Session, account: AccountId): Promise<Watermark> {
  const [watermark] = await watermarkTable.find(session, "account_id = $1", [account]);
  if (!watermark) throw accountNotFound(account);
  return watermark;
}

const readStoresOf = (session: Session): Makers<Omit<Stores, "callers" | "feed" | "audit">> => ({
  settings: () => typeormSettingsStore(session),
  catalog: () => typeormCatalogStore(session),
  reviews: () => typeormInvitedStore(session, reviewTable),
  npsSurveys: () => typeormInvitedStore(session, npsSurveyTable),
  invites: () => typeormInviteStore(session),
  contacts: () => typeormContactStore(session),
  callIds: () => typeormCallIdStore(session),
  conversions: () => typeormConversionStore(session),
  appointments: () => typeormAppointmentStore(session),
  submissions: () => typeormSubmissionStore(session),
  listingMetrics: () => typeormListingMetricStore(session),
  surveyResponses: () => typeormRecordStore(session, surveyResponseTable),
  spends: () => typeormSpendStore(session),
  outcomes: () => typeormOutcomeStore(session),
  keptResponses: () => typeormKeptResponseStore(session),
  importConnections: () => typeormImportConnectionStore(session),
  stops: () => typeormStopStore(session),
  importRuns: () => typeormImportRunStore(session),
  importAttempts: () => typeormImportAttemptStore(session),
  importErrors: () => typeormImportErrorStore(session),
  stagedRows: () => typeormStagedRowStore(session),
  loads: () => typeormLoadStore(session),
  users: () => typeormUserStore(session),
  images: () => typeormImageStore(session),
  invitations: () => typeormInvitationStore(session),
  passwords: () => typeormPasswordStore(session),
  patientFiles: () => typeormPatientFileStore(session),
  patientWarnings: () => typeormPatientWarningStore(session),
  widgets: () => typeormWidgetStore(session),
  cursorKeys: () => typeormCursorKeyStore(session),
  erasedPeople: () => typeormErasedPeopleStore(session),
  ratings: () => typeormRatingReader(session),
  entryKeys: () => typeormEntryKeys(session),
});

const storesOf = (session: Session, now: Instant, counts: RatingCounts): Makers<Stores> => ({
  ...readStoresOf(session),
  callers: () => typeormCallerStore(session),
  ratings: () => typeormRatingReader(session, counts),
  feed: () => typeormFeedWriter(session, now, counts),
  audit: () => typeormAuditWriter(session),
});
