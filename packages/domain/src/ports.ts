import type {
  AccessTokens,
  AssertionStore,
  ClientStore,
  CredentialStore,
  PartnerKeys,
} from "./foundation/access/access-ports.js";
import type { CallerStore } from "./foundation/access/authenticate.js";
import type { AccountStore, SettingsReader, SettingsStore } from "./foundation/accounts/account.js";
import type { AuditStore, AuditWriter, OperatorPort } from "./foundation/accounts/audit-trail.js";
import type { CatalogReader, CatalogStore } from "./foundation/catalog/catalog.js";
import type {
  ChangeReader,
  EntryKeyReader,
  FeedReader,
  FeedSealer,
  FeedWriter,
  RatingReader,
} from "./foundation/feed/feed.js";
import type { CountStore } from "./foundation/feed/list-counts.js";
import type { BulkStore } from "./foundation/feed/publication.js";
import type { Secrets } from "./foundation/kernel/encodings.js";
import type { JobStore, ProcessPort } from "./foundation/kernel/jobs.js";
import type { Reads, Transactions } from "./foundation/kernel/storage.js";
import type { Clock } from "./foundation/kernel/times.js";
import type { LoadStore } from "./foundation/records/load-store.js";
import type { ErasedPeopleStore } from "./foundation/records/personal-data.js";
import type { IdReader } from "./foundation/records/record-type.js";
import type { StoredResponseStore } from "./foundation/unit-of-work/once.js";
import type { AppointmentStore } from "./subjects/appointments/appointment.js";
import type { CallImportStore } from "./subjects/calls/call-imports.js";
import type { CallIdStore } from "./subjects/calls/call.js";
import type { OutcomeStore } from "./subjects/campaigns/campaign-summary.js";
import type { SpendStore } from "./subjects/campaigns/spends.js";
import type { ContactStore, ConversionStore } from "./subjects/conversions/conversion.js";
import type { ImportConnectionStore } from "./subjects/imports/import-connection.js";
import type {
  ImportAttemptStore,
  ImportErrorStore,
  ImportRunStore,
  InviteSender,
  JournalStore,
  StagedRowStore,
} from "./subjects/imports/import-run.js";
import type { StopStore } from "./subjects/imports/stops.js";
import type { InviteDirectory, InviteStore } from "./subjects/invites/invite.js";
import type { ListingMetricStore } from "./subjects/listings/listing-metric.js";
import type { PatientFileStore, PatientWarningStore } from "./subjects/patient-surveys/patient-file.js";
import type { SurveyVisitStore } from "./subjects/patient-surveys/survey-visits.js";
import type { NpsSurveyStore, ReviewStore } from "./subjects/reviews/review.js";
import type { SubmissionStore } from "./subjects/submissions/submission.js";
import type { SurveyResponseStore } from "./subjects/surveys/survey-response.js";
import type {
  CommonPasswords,
  PasswordHasher,
  PasswordKeeper,
  PasswordStore,
} from "./subjects/users/accept-invitation.js";
import type { TrackerDirectory, TrackerEventStore, TrackerKeys, TrackerStore } from "./subjects/trackers/tracker.js";
import type { UploadDirectory, UploadStore } from "./subjects/uploads/upload.js";
import type {
  NotificationMailer,
  SubscriptionDirectory,
  SubscriptionStore,
} from "./subjects/notifications/subscription.js";
import type { InvitationDirectory, InvitationStore } from "./subjects/users/invitation.js";
import type { InvitationMailer } from "./subjects/users/mail-invitation.js";
import type { ImageEncoder, ImageStore } from "./subjects/users/user-image.js";
import type { UserStore } from "./subjects/users/user.js";
import type { WidgetDirectory, WidgetReader, WidgetStore } from "./subjects/widget/widget.js";
import type { CursorKeyStore, EpochStore } from "./workflows/changes/change-cursor.js";
import type { UploadFiles } from "./workflows/uploads/upload-files.js";
import type { WebhookDirectory, WebhookSender, WebhookStore } from "./workflows/webhooks/webhook.js";

/** Storage for all data. A host cannot replace only a part of it, because a transaction covers all stores. */
export interface Storage extends Transactions, Reads {
  /** Reads published lists and changes. Each read operation uses its own consistent snapshot. */
  readonly feed: FeedReader & ChangeReader;
  /** Compresses long lists in advance, in the format that most clients request. */
  readonly sealer: FeedSealer;
  /** Stores counts of lists by month. */
  readonly counts: CountStore;
  readonly accounts: AccountStore;
  readonly credentials: CredentialStore;
  readonly clients: ClientStore;
  readonly assertions: AssertionStore;
  readonly audit: AuditStore;
  readonly jobs: JobStore;
  readonly widgets: WidgetDirectory;
  readonly invitations: InvitationDirectory;
  readonly invites: InviteDirectory;
  readonly subscriptions: SubscriptionDirectory;
  readonly uploads: UploadDirectory;
  readonly trackers: TrackerDirectory;
  readonly webhooks: WebhookDirectory;
  /**
   * Removes remains of deleted data from other files, such as database logs. Returns true if nothing remains.
   *
   * Omitted if the storage has no such files.
   */
  scrub?(): Promise<boolean>;
}

export type { Ports, ReadStores, Stores } from "./foundation/kernel/storage.js";

declare module "./foundation/kernel/storage.js" {
  interface Ports extends OperatorPort {
    readonly storage: Storage;
    readonly clock: Clock;
    readonly secrets: Secrets;
    readonly partnerKeys: PartnerKeys;
    readonly accessTokens: AccessTokens;
    /** Renews the leases of jobs. If omitted, leases are renewed only between the parts of a job. */
    readonly process?: ProcessPort;
    /** Sends scheduled invites. If omitted, invites are stored but not sent. */
    readonly inviteSender?: InviteSender;
    /** Converts uploaded user images. If omitted, the service stores no user images. */
    readonly imageEncoder?: ImageEncoder;
    /** Store of user images. Defaults to the database. */
    readonly imageStore?: ImageStore;
    /** Sends invitation emails to users. If omitted, invitations stay in the database. */
    readonly invitationMailer?: InvitationMailer;
    /** Sends notifications to users. If omitted, users are not notified. */
    readonly notificationMailer?: NotificationMailer;
    /** Hashes passwords. Users can set passwords only if this port and `commonPasswords` are both present. */
    readonly passwordHasher?: PasswordHasher;
    readonly commonPasswords?: CommonPasswords;
    /** Store of password hashes. Defaults to the database. */
    readonly passwordKeeper?: PasswordKeeper;
    /** Keeps files that were sent over HTTP until they are stored. If omitted, the service accepts no files. */
    readonly uploadFiles?: UploadFiles;
    /** Keeps the keys of call trackers. If omitted, the service receives no events. */
    readonly trackerKeys?: TrackerKeys;
    /** Sends the messages of webhooks. If omitted, the service has no webhooks. */
    readonly webhookSender?: WebhookSender;
  }

  interface Stores {
    readonly callers: CallerStore;
    readonly bulk: BulkStore;
    readonly ids: IdReader;
    readonly settings: SettingsStore;
    readonly catalog: CatalogStore;
    readonly reviews: ReviewStore;
    readonly npsSurveys: NpsSurveyStore;
    readonly invites: InviteStore;
    readonly contacts: ContactStore;
    readonly callIds: CallIdStore;
    readonly callImports: CallImportStore;
    readonly uploads: UploadStore;
    readonly trackers: TrackerStore;
    readonly trackerEvents: TrackerEventStore;
    readonly webhooks: WebhookStore;
    readonly conversions: ConversionStore;
    readonly appointments: AppointmentStore;
    readonly submissions: SubmissionStore;
    readonly listingMetrics: ListingMetricStore;
    readonly surveyResponses: SurveyResponseStore;
    readonly spends: SpendStore;
    readonly outcomes: OutcomeStore;
    readonly storedResponses: StoredResponseStore;
    readonly importConnections: ImportConnectionStore;
    readonly stops: StopStore;
    readonly importRuns: ImportRunStore;
    readonly importAttempts: ImportAttemptStore;
    readonly importErrors: ImportErrorStore;
    readonly stagedRows: StagedRowStore;
    readonly journal: JournalStore;
    readonly loads: LoadStore;
    readonly users: UserStore;
    readonly images: ImageStore;
    readonly invitations: InvitationStore;
    readonly subscriptions: SubscriptionStore;
    readonly passwords: PasswordStore;
    readonly patientFiles: PatientFileStore;
    readonly patientWarnings: PatientWarningStore;
    readonly surveyVisits: SurveyVisitStore;
    readonly widgets: WidgetStore;
    readonly cursorKeys: CursorKeyStore;
    readonly epochs: EpochStore;
    readonly erasedPeople: ErasedPeopleStore;
    readonly ratings: RatingReader;
    readonly entryKeys: EntryKeyReader;
    readonly feed: FeedWriter;
    /** Appends audit records in the same transaction as the changes. */
    readonly audit: AuditWriter;
  }

  interface ReadStores {
    readonly settings: SettingsReader;
    readonly catalog: CatalogReader;
    readonly reviews: Pick<ReviewStore, "byIds" | "page" | "ofInvites">;
    readonly npsSurveys: Pick<NpsSurveyStore, "page" | "ofInvites">;
    readonly submissions: Pick<SubmissionStore, "byIds" | "page">;
    readonly storedResponses: Pick<StoredResponseStore, "page">;
    readonly invites: Pick<InviteStore, "byIds" | "latest" | "counts" | "page">;
    readonly surveyResponses: Pick<SurveyResponseStore, "page">;
    readonly conversions: Pick<ConversionStore, "byIds" | "page">;
    readonly callImports: Pick<CallImportStore, "page">;
    readonly uploads: Omit<UploadStore, "save" | "forget">;
    readonly trackers: Pick<TrackerStore, "byId" | "all">;
    readonly trackerEvents: Pick<TrackerEventStore, "page" | "next" | "counts">;
    readonly webhooks: Pick<WebhookStore, "byId" | "all" | "deliveries">;
    readonly appointments: Pick<AppointmentStore, "byIds" | "withKeys" | "withContacts" | "first" | "page">;
    readonly listingMetrics: Pick<ListingMetricStore, "all" | "ofLocation">;
    readonly spends: Pick<SpendStore, "within" | "page">;
    readonly outcomes: OutcomeStore;
    readonly importConnections: Pick<ImportConnectionStore, "all">;
    readonly stops: Pick<StopStore, "among" | "page">;
    readonly importRuns: Omit<ImportRunStore, "save">;
    readonly importAttempts: Omit<ImportAttemptStore, "save">;
    readonly importErrors: Pick<ImportErrorStore, "page">;
    readonly stagedRows: Pick<StagedRowStore, "next" | "abandoned">;
    readonly journal: Pick<JournalStore, "page" | "last">;
    readonly loads: Pick<LoadStore, "last" | "next" | "abandoned">;
    readonly users: Pick<UserStore, "all" | "page" | "byIds" | "byEmails">;
    readonly images: Pick<ImageStore, "of">;
    readonly invitations: Pick<InvitationStore, "byUsers">;
    readonly subscriptions: Pick<SubscriptionStore, "all" | "of">;
    readonly passwords: Pick<PasswordStore, "of">;
    readonly patientFiles: Omit<PatientFileStore, "save">;
    readonly patientWarnings: Pick<PatientWarningStore, "page">;
    readonly surveyVisits: Pick<SurveyVisitStore, "next">;
    readonly widgets: WidgetReader;
    readonly cursorKeys: Pick<CursorKeyStore, "of">;
    readonly epochs: Pick<EpochStore, "of">;
    readonly erasedPeople: Pick<ErasedPeopleStore, "all">;
    readonly ratings: RatingReader;
    readonly entryKeys: EntryKeyReader;
    readonly audit: Pick<AuditWriter, "sources">;
  }
}
