export { createDomain } from "./domain.js";
export type { Domain, DomainOptions } from "./domain.js";
export type { Ports, ReadStores, Storage, Stores } from "./ports.js";
export type { Secrets } from "./kernel/secrets.js";

export type { Account, AccountSettings } from "./accounts/account.js";
export type { AccountStore, SettingsStore } from "./accounts/account-store.js";
export { accountKeyTaken, type NewAccount } from "./accounts/manage-accounts.js";

export type { Credential } from "./access/credential.js";
export { isUsable } from "./access/credential.js";
export type { CursorKeyStore } from "./changes/cursor-key-store.js";
export type { CallerStore } from "./access/caller-store.js";
export type { CredentialStore, KnownCredential, RecordOf } from "./access/credential-store.js";
export type { Caller } from "./access/caller.js";
export { tokenKinds } from "./kernel/principal.js";
export type { CredentialKind, Principal, RequestOrigin, TokenKind } from "./kernel/principal.js";
export { nearestOf } from "./kernel/nearest.js";
export { refusalOf } from "./access/refusal.js";
export type { Refusal } from "./access/refusal.js";
export type { StateChange } from "./access/change-state.js";
export type { Client } from "./access/client.js";
export type { ClientStore, KnownClient } from "./access/client-store.js";
export type { Standing } from "./access/standing.js";
export type { AssertionStore, SpentAssertion } from "./access/assertion-store.js";
export type { NewClient } from "./access/manage-clients.js";
export { assertionType } from "./access/exchange-token.js";
export type { IssuedToken, TokenRequest } from "./access/exchange-token.js";
export { scope } from "./access/issuer.js";
export type { IssuerOptions } from "./access/issuer.js";
export { noPartners } from "./access/no-partners.js";
export { accepted, audiences, refusedAs } from "./access/audience.js";
export type { Audience } from "./access/audience.js";
export type { NewToken } from "./access/manage-tokens.js";
export type { AccessClaims, AccessTokens } from "./access/access-tokens.js";
export { readAssertion } from "./access/client-assertion.js";
export type { AssertionContext, AssertionRefusal, ClientAssertion } from "./access/client-assertion.js";
export { jwkUrlNotAllowed } from "./access/partner-keys.js";
export type { KeyHolder, PartnerKeys, SignatureRefusal, SignatureVerdict } from "./access/partner-keys.js";

export { bundleFormat, type BundleKey } from "./bundle/bundle-format.js";
export { byOperator, byPrincipal, originText } from "./audit/audit-record.js";
export type { ErasedIdentifier, ErasedPeopleStore } from "./suppression/erased-people-store.js";
export type { AuditOrigin, OperatorPort } from "./audit/audit-origin.js";
export type { AuditRecord } from "./audit/audit-record.js";
export type { AuditStore, AuditWriter } from "./audit/audit-store.js";
export type { FailureCount } from "./audit/failure-count.js";
export { addFailure, dayOf, failureOf } from "./audit/failure-count.js";

export type { BundleLine, BundleSource } from "./bundle/bundle-source.js";
export type { LoadOptions, LoadProgress } from "./bundle/load-bundle.js";
export type { LoadReport } from "./bundle/load-report.js";
export type { BundlePart, LoadStore, PartPlace, StoredLoad } from "./loads/load-store.js";

export { catalogParts, emptyCatalog } from "./catalog/catalog.js";
export type {
  Catalog,
  CatalogPart,
  Group,
  Listing,
  Location,
  Message,
  MessageText,
  Platform,
  Provider,
} from "./catalog/catalog.js";
export type { CatalogStore } from "./catalog/catalog-store.js";
export type { Renamed } from "./catalog/names.js";

export type {
  Beforehand,
  FeedBatch,
  FeedEntry,
  FeedFilter,
  FeedId,
  FeedList,
  FeedOrder,
  FeedPosition,
  FeedReader,
  FeedSlice,
  FeedWriter,
  PackedItems,
  Rated,
} from "./feed/feed.js";
export type { FeedSealer, SealOptions } from "./feed/sealer.js";
export type { RatingCount, RatingFilter, RatingReader, RatingSelection, ShownSelection } from "./feed/ratings.js";
export type { EntryKeyReader, EntryKeys } from "./feed/entry-keys.js";
export { cursorExpired, type ChangeReader, type ChangeSlice, type ChangeState } from "./feed/changes.js";
export type { ChangedEntry, Progress, Reached } from "./feed/progress.js";
export type { PublicList } from "./feed/public-lists.js";
export { currentFingerprint, itemFingerprints } from "./feed/item-fingerprints.js";
export { isOfResponses, publicIdOf, publicListOf, publicLists, responsesPrefix } from "./feed/public-lists.js";
export type { ChangeQuery } from "./changes/list-changes.js";
export type { ItemKeys, KeyQuery } from "./lists/item-keys.js";
export { mostChanges } from "./changes/list-changes.js";
export type { ListPage } from "./lists/list-page.js";
export type { ListQuery, PageQuery } from "./lists/list-query.js";
export type { ListReading } from "./lists/read-list.js";
export type { FilterQuery } from "./filters/filter.js";

export type { Question, QuestionKind, Survey } from "./catalog/survey.js";
export type { Answer, SurveyResponse } from "./surveys/survey-response.js";
export { starRating } from "./surveys/overall-rating.js";
export type { SurveyResponseStore } from "./surveys/survey-response-store.js";
export type { SurveyResponseForm, SurveyResponseQuery } from "./surveys/list-survey-responses.js";

export type { RebuildReport } from "./publishing/publications.js";
export type { RenderOptions, RenderProgress } from "./publishing/render-outdated.js";

export type { PublishedRecord, RecordPage, RecordStore } from "./feed/record-store.js";

export type { Campaign } from "./catalog/campaign.js";
export type { CampaignQuery, CampaignSummary } from "./campaigns/summarize-campaigns.js";
export type { ChannelOutcome, OriginChannel, OriginCount, OutcomeStore } from "./campaigns/outcome-store.js";
export type { Origin } from "./conversions/conversion-item.js";
export type { Spend } from "./campaigns/spend.js";
export type { SpendStore } from "./campaigns/spend-store.js";

export type { Appointment, AppointmentStatus, MomentOrDay } from "./attribution/appointment.js";
export type { AppointmentSearch } from "./attribution/appointment-search.js";
export type { AppointmentKey, AppointmentStore } from "./attribution/appointment-store.js";
export type { ConversionSearch } from "./conversions/conversion-search.js";
export type { Times } from "./attribution/eligibility.js";
export { keysOfAppointment } from "./attribution/appointment-keys.js";
export { matchKeyKinds } from "./conversions/match-key.js";
export type { MatchKey, MatchKeyKind } from "./conversions/match-key.js";
export { appointmentStatuses, patientNameOf } from "./attribution/appointment.js";
export { submissionKeyText } from "./submissions/submission.js";
export type { Submission, SubmissionKey, SubmissionType } from "./submissions/submission.js";
export type { SubmissionStore } from "./submissions/submission-store.js";
export type { RecordedSubmission } from "./submissions/record-submissions.js";

export { callTrackers } from "./calls/call-id-store.js";
export type { CallTracker, CallIdStore, CallName } from "./calls/call-id-store.js";
export type { CallCells, CallFile, CallRow } from "./calls/call-file.js";
export type { CallImportOptions, CallImportProgress, CallImportReport } from "./calls/import-calls.js";
export type { ContactStore, FirstContact } from "./conversions/contact-store.js";
export type {
  AppointmentFacts,
  Association,
  Conversion,
  ConversionKind,
  ConversionType,
  Prospect,
} from "./conversions/conversion.js";
export type { ConversionStore } from "./conversions/conversion-store.js";
export type { ConversionQuery } from "./conversions/list-conversions.js";

export type { ListingMetric, ListingMetricKey, MetricType } from "./listings/listing-metric.js";
export { metricTypes } from "./listings/listing-metric.js";
export type { ListingMetricStore } from "./listings/listing-metric-store.js";

export { importKeysOf } from "./imports/appointment-keys.js";
export { importErrorTypes, importSides } from "./imports/error-types.js";
export type { ImportErrorLevel, ImportErrorType, ImportSide } from "./imports/error-types.js";
export type { ImportConnection } from "./imports/import-connection.js";
export type { ImportErrorRow } from "./imports/import-error.js";
export type { ImportFile } from "./imports/import-file.js";
export type { ImportErrorCounts, ImportErrorItem, ImportRunItem } from "./imports/import-items.js";
export type { ImportAttemptStore } from "./imports/attempt-store.js";
export type { ImportAttempt, ImportAttemptItem } from "./imports/import-attempt.js";
export { emptyFileCode } from "./imports/empty-file.js";
export type { ImportEnd, ImportOptions, ImportProgress } from "./imports/import-options.js";
export type { ImportQuery } from "./imports/import-reading.js";
export type { RunMembers } from "./imports/import-run-item.js";
export { importFields } from "./imports/import-row.js";
export type { ImportField, ImportRow } from "./imports/import-row.js";
export type { ImportRun, RunIds, StoredRun } from "./imports/import-run.js";
export type { NamedWithdrawal, WithdrawalsOfRun } from "./imports/list-withdrawals.js";
export type { RunWithdrawals } from "./imports/run-withdrawals.js";
export { withdrawalOutcomes } from "./imports/withdrawal.js";
export type { AppliedWithdrawal, WithdrawalOutcome } from "./imports/withdrawal.js";
export type {
  ErrorPage,
  ImportConnectionStore,
  ImportErrorStore,
  ImportRunStore,
  RunPage,
  StagedPart,
  StagedRowStore,
  StopStore,
  StoredError,
} from "./imports/import-stores.js";
export type { InviteSender } from "./imports/invite-sender.js";

export type { AggregateQuery, AggregateReviewQuery } from "./widget/aggregate-query.js";
export type { AggregateReviewItem } from "./widget/aggregate-review-item.js";
export type { ShownReviews } from "./widget/aggregate-reviews.js";
export type { AverageRating } from "./widget/average-rating.js";
export type { WidgetChanges, WidgetItem } from "./widget/configure-widget.js";
export type { EmbeddedReview, EmbeddedWidget, Embedding } from "./widget/embed-widget.js";

export type { Widget, WidgetId, WidgetSettings } from "./widget/widget.js";
export type { WidgetDirectory, WidgetOwner, WidgetStore } from "./widget/widget-store.js";
export type { Contact, Stop } from "./imports/stop.js";

export { cahpsTypes } from "./patient-surveys/cahps-type.js";
export { parseCodeRanges } from "./patient-surveys/code-ranges.js";
export type { CodeRanges } from "./patient-surveys/code-ranges.js";
export type { CahpsType } from "./patient-surveys/cahps-type.js";
export type { PatientFileQuery } from "./patient-surveys/list-patient-files.js";
export type { ParsedPatientFile, ParseOptions, ParseProgress } from "./patient-surveys/parse-options.js";
export { fileStatuses } from "./patient-surveys/patient-file.js";
export type { PatientFile } from "./patient-surveys/patient-file.js";
export type { PatientFileItem, PatientFileState, PatientWarningItem } from "./patient-surveys/patient-file-items.js";
export type {
  PatientFilePage,
  PatientFileStore,
  PatientWarningStore,
  StoredWarning,
} from "./patient-surveys/patient-file-stores.js";
export type { PatientRow, PatientRows, PatientSource } from "./patient-surveys/patient-rows.js";
export { rowOfWarning } from "./patient-surveys/patient-warning.js";
export { parseSampleMonth } from "./patient-surveys/sample-month.js";
export type { SampleMonth } from "./patient-surveys/sample-month.js";
export { facilityFields, requiredFields, surveyFields } from "./patient-surveys/survey-field.js";
export type { SurveyField } from "./patient-surveys/survey-field.js";

export { keysOfInvite } from "./invites/invite-search.js";
export type { FoundInvite, InviteKey, InviteSearch } from "./invites/invite-search.js";
export type { Invite, InviteClick, InviteType } from "./invites/invite.js";
export type { InviteQuery } from "./invites/list-invites.js";
export type { InviteDirectory, InviteStore } from "./invites/invite-store.js";

export type { KeptResponse, KeptResponseStore } from "./idempotency/kept-response-store.js";
export type { WriteOptions } from "./idempotency/once.js";

export type { JobName, JobRequest, JobStore } from "./kernel/job-store.js";

export type { ErasureOptions, ErasureProgress, ErasureReport } from "./erasure/erase-person.js";
export type { Person } from "./erasure/person.js";
export type { PurgedAccount } from "./submissions/purge-test-submissions.js";
export type { UploadedSubmission } from "./submissions/upload-submissions.js";

export type { NpsSurvey, Review } from "./reviews/review.js";
export type { InvitedStore, NpsSurveyStore, ReviewStore } from "./reviews/review-store.js";
export type { ReviewQuery } from "./reviews/list-reviews.js";

export type { TrackedLink } from "./campaigns/track-link.js";
export { withTrackingParameter } from "./campaigns/tracking-link.js";

export type { Cancellation } from "./kernel/cancellation.js";
export type { CalendarDate } from "./kernel/calendar-date.js";
export { parseCalendarDate } from "./kernel/calendar-date.js";
export type { Cents } from "./kernel/cents.js";
export {
  DomainError,
  conflict,
  firstOf,
  invalid,
  invalidParameter,
  isDomainError,
  mostProblems,
  notFound,
  tooLarge,
  unavailable,
  unprocessable,
} from "./kernel/domain-error.js";
export type { ErrorKind, Problem } from "./kernel/domain-error.js";
export type { AccountId, AnyId, AppointmentId, ClientId, CredentialId, ImportRunId, UserId } from "./kernel/ids.js";
export { parseId } from "./kernel/ids.js";
export { longestLabel } from "./kernel/line-fields.js";
export { isJsonObject } from "./kernel/json-object.js";
export { isoInstant, parseInstant, toSecond } from "./kernel/instant.js";
export type { Clock, Instant } from "./kernel/instant.js";
export { defined } from "./kernel/defined.js";
export { parseEmail } from "./kernel/email.js";
export type { EmailAddress } from "./kernel/email.js";
export type { KeyedStore, KeyRow, KeyRows } from "./kernel/keyed-store.js";
export type { Phone } from "./kernel/phone.js";
export { localDate, parseTimeZone, startOfDay, utc } from "./kernel/time-zone.js";
export type { TimeZone } from "./kernel/time-zone.js";
export type { AppliedWindow, Window } from "./kernel/window.js";
export * from "./users/exports.js";
