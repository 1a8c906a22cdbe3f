export { keysOfAppointment } from "./appointments/appointment.js";
export type { AppointmentSearch } from "./appointments/appointment.js";
export type { AppointmentKey, AppointmentStore } from "./appointments/appointment.js";
export type { Appointment, AppointmentStatus, MomentOrDay } from "./appointments/appointment.js";
export { appointmentStatuses, patientNameOf } from "./appointments/appointment.js";
export type { Times } from "./appointments/appointment.js";
export type { AppointmentItem } from "./appointments/appointment.js";

export type { CallChange, CallImport, CallImportPart, CallImportStore, SentValues } from "./calls/call-imports.js";
export { undoneCallsItem } from "./calls/undo-call-import.js";
export type { RemainingCall, UndoCallsOptions, UndoneCallImport } from "./calls/undo-call-import.js";
export { trackerOf } from "./calls/tracked-call.js";
export type { CallCells, CallFile, CallRow } from "./calls/tracked-call.js";
export { callTrackers } from "./calls/call.js";
export type { CallTracker, CallIdStore, CallName } from "./calls/call.js";
export { callImportItem } from "./calls/import-calls.js";
export type { CallImportOptions, CallImportProgress, CallImportReport } from "./calls/import-calls.js";

export type {
  CampaignQuery,
  CampaignSummary,
  ChannelOutcome,
  ChannelResult,
  OutcomeStore,
} from "./campaigns/campaign-summary.js";
export { withTrackingParameter } from "./campaigns/campaigns.js";
export type { TrackedLink } from "./campaigns/campaigns.js";
export type { Spend, SpendItem, SpendStore } from "./campaigns/spends.js";

export type { CallItem } from "./conversions/conversion-item.js";
export type { ContactStore, FirstContact } from "./conversions/conversion.js";
export type { ConversionItem, ConversionKeys, Origin } from "./conversions/conversion-item.js";
export type { ConversionSearch } from "./conversions/conversion.js";
export type { ConversionStore } from "./conversions/conversion.js";
export type {
  AppointmentFacts,
  Association,
  Conversion,
  ConversionKind,
  ConversionType,
  Prospect,
} from "./conversions/conversion.js";
export type { ConversionQuery } from "./conversions/conversions.js";
export { matchKeyKinds } from "./conversions/conversion.js";
export type { MatchKey, MatchKeyKind } from "./conversions/conversion.js";

export type { FileExplanation, UnknownStatuses } from "./imports/explain.js";
export { columnKeys } from "./imports/import-connection.js";
export { importKeysOf } from "./imports/match.js";
export type { ImportAttemptStore } from "./imports/import-run.js";
export { emptyFileCode } from "./imports/rows.js";
export { importErrorTypes, importSides } from "./imports/import-run.js";
export type { ImportErrorLevel, ImportErrorType, ImportSide } from "./imports/import-run.js";
export type { ImportAttempt, ImportAttemptItem } from "./imports/import-run.js";
export type { ImportConnection } from "./imports/import-connection.js";
export type { ImportErrorRow } from "./imports/import-run.js";
export type { ImportFile } from "./imports/source-system.js";
export type {
  ImportErrorCounts,
  ImportErrorItem,
  ImportRunItem,
  ListedImportError,
  ListedImportRun,
} from "./imports/import-run.js";
export type { FileReading, ImportEnd, ImportOptions, ImportProgress } from "./imports/import-run.js";
export type { PlanListener, RowPlan } from "./imports/import-run.js";
export type { ImportQuery } from "./imports/import-item.js";
export { fieldName, importFields, unknownSystem } from "./imports/source-system.js";
export type { ColumnMap, FileLayout, ImportField, ImportRow, SystemDescription } from "./imports/source-system.js";
export type { RunMembers } from "./imports/import-item.js";
export type { ImportRun, RunIds, StoredRun } from "./imports/import-run.js";
export type {
  ErrorPage,
  ImportErrorStore,
  ImportRunStore,
  JournalEntry,
  JournalStore,
  RunPage,
  StagedPart,
  StagedRowStore,
  StoredError,
} from "./imports/import-run.js";
export type { ImportConnectionStore } from "./imports/import-connection.js";
export type { StopStore } from "./imports/stops.js";
export type { InviteSender } from "./imports/import-run.js";
export type { RemainingReason } from "./imports/import-run.js";
export { undoneImportItem } from "./imports/undo.js";
export type { UndoneImport } from "./imports/undo.js";
export type { NamedWithdrawal, WithdrawalsOfRun } from "./imports/withdrawals.js";
export type { RunWithdrawals } from "./imports/import-run.js";
export type { Contact, Stop } from "./imports/stops.js";
export { withdrawalOutcomes } from "./imports/import-run.js";
export type { AppliedWithdrawal, WithdrawalOutcome } from "./imports/import-run.js";

export type { InviteItem, InviteQuery } from "./invites/invite-item.js";
export { keysOfInvite, plannedStatus } from "./invites/invite.js";
export type {
  FoundInvite,
  Invite,
  InviteClick,
  InviteDirectory,
  InviteKey,
  InviteSearch,
  InviteStore,
  InviteType,
} from "./invites/invite.js";

export { metricTypes } from "./listings/listing-metric.js";
export type {
  ListingMetric,
  ListingMetricItem,
  ListingMetricKey,
  ListingMetricStore,
  MetricType,
} from "./listings/listing-metric.js";

export { cahpsTypes } from "./patient-surveys/patient-rows.js";
export type { CahpsType } from "./patient-surveys/patient-rows.js";
export { parseCodeRanges } from "./patient-surveys/cahps-codes.js";
export type { CodeRanges } from "./patient-surveys/cahps-codes.js";
export type { PatientFileQuery } from "./patient-surveys/patient-files.js";
export { patientFileCounts } from "./patient-surveys/parse-patient-file.js";
export type { ParsedPatientFile, ParseOptions, ParseProgress } from "./patient-surveys/parse-patient-file.js";
export type {
  ListedPatientFile,
  ListedPatientWarning,
  PatientFileItem,
  PatientFileState,
  PatientWarningItem,
} from "./patient-surveys/patient-file.js";
export type {
  PatientFilePage,
  PatientFileStore,
  PatientWarningStore,
  StoredWarning,
} from "./patient-surveys/patient-file.js";
export { fileStatuses } from "./patient-surveys/patient-file.js";
export type { PatientFile } from "./patient-surveys/patient-file.js";
export { undonePatientFileItem } from "./patient-surveys/undo-patient-file.js";
export type { UndoFileOptions, UndonePatientFile } from "./patient-surveys/undo-patient-file.js";
export type {
  FileRows,
  SampleCounts,
  SurveyVisit,
  SurveyVisitStore,
  VisitPart,
} from "./patient-surveys/survey-visits.js";
export type { PatientHeadings, PatientRow, PatientRows, PatientSource } from "./patient-surveys/patient-rows.js";
export { rowOfWarning } from "./patient-surveys/patient-file.js";
export { parseSampleMonth } from "./patient-surveys/patient-rows.js";
export type { SampleMonth } from "./patient-surveys/patient-rows.js";
export { facilityFields, requiredFields, surveyFields } from "./patient-surveys/patient-rows.js";
export { maxSubscriptions } from "./notifications/subscriptions.js";
export type { SubscriptionItem, Wanted } from "./notifications/subscriptions.js";
export { topics } from "./notifications/subscription.js";
export type {
  News,
  NotificationMail,
  NotificationMailer,
  Subscription,
  SubscriptionDirectory,
  SubscriptionId,
  SubscriptionOwner,
  SubscriptionStore,
  Topic,
  WeekFigures,
} from "./notifications/subscription.js";

export type { SurveyField } from "./patient-surveys/patient-rows.js";

export type { ReviewImportOptions, ReviewImportReport } from "./review-imports/import-reviews.js";
export type { ReviewItem, ReviewQuery } from "./reviews/review-item.js";
export { reviewFields } from "./reviews/review-rows.js";
export type { ReviewCells, ReviewColumns, ReviewField, ReviewFile, ReviewRow } from "./reviews/review-rows.js";
export type { InvitedStore, NpsSurvey, NpsSurveyStore, Review, ReviewStore } from "./reviews/review.js";

export type { PurgedAccount } from "./submissions/submissions.js";
export type { RecordedSubmission } from "./submissions/record-submissions.js";
export type { SubmissionStore } from "./submissions/submission.js";
export { submissionKeyText, trackerKey } from "./submissions/submission.js";
export type { Submission, SubmissionKey, SubmissionType } from "./submissions/submission.js";
export type { SubmissionStatus, UploadedSubmission } from "./submissions/submissions.js";

export type {
  AnsweredQuestion,
  SurveyResponseForm,
  SurveyResponseItem,
  SurveyResponseMembers,
  SurveyResponseQuery,
} from "./surveys/survey-response-item.js";
export { starRating } from "./surveys/survey-response.js";
export type { Answer, SurveyResponse, SurveyResponseStore } from "./surveys/survey-response.js";

export { passwordLength, passwordsBusy } from "./users/accept-invitation.js";
export type {
  CommonPasswords,
  OpenInvitation,
  PasswordHasher,
  PasswordKeeper,
  PasswordStore,
  TypedPassword,
} from "./users/accept-invitation.js";
export type {
  CountedMail,
  Invitation,
  InvitationDirectory,
  InvitationLink,
  InvitationOwner,
  InvitationStore,
  InvitedUser,
  UserChoice,
} from "./users/invitation.js";
export { mailRefused, mailUnavailable } from "./users/mail-invitation.js";
export type { InvitationMail, InvitationMailer, MailingOutcome } from "./users/mail-invitation.js";
export {
  imageLimits,
  imagesBusy,
  imageTooCostly,
  imageTooLarge,
  imageTypeOf,
  imageTypes,
  notAnImage,
} from "./users/user-image.js";
export type { ImageEncoder, ImageStore, ImageType } from "./users/user-image.js";
export { emailKey, invitedRoles, maxUsers, roles } from "./users/user.js";
export type { ListedUser, Role, User, UserDetail, UserItem, UserStore } from "./users/user.js";
export type { UserQuery } from "./users/users.js";

export type {
  AggregateQuery,
  AggregateReviewItem,
  AggregateReviewQuery,
  AverageRating,
  ShownReviews,
  StarCounts,
} from "./widget/aggregates.js";
export type { WidgetChanges, WidgetItem } from "./widget/configure-widget.js";
export type { EmbeddedReview, EmbeddedWidget, Embedding, EmbedQuery, PlatformLinks } from "./widget/embed-widget.js";
export type { Widget, WidgetDirectory, WidgetId, WidgetOwner, WidgetSettings, WidgetStore } from "./widget/widget.js";

export { readUploadOptions, uploadParameters } from "./uploads/upload-options.js";
export { isEnded, uploadStates } from "./uploads/upload.js";
export type {
  Upload,
  UploadDirectory,
  UploadItem,
  UploadProblem,
  UploadState,
  UploadStore,
  WaitingUpload,
} from "./uploads/upload.js";

export type { ReceivedEvent } from "./trackers/receive-event.js";
export { eventStates, mappedValues, trackerKinds } from "./trackers/tracker.js";
export type {
  EventCount,
  EventState,
  Mapping,
  Signed,
  SignedRequest,
  Tracker,
  TrackerDirectory,
  TrackerEvent,
  TrackerEventStore,
  TrackerId,
  TrackerKey,
  TrackerKeys,
  TrackerKind,
  TrackerStore,
} from "./trackers/tracker.js";
export type { NewTracker, TrackerEventItem, TrackerItem } from "./trackers/trackers.js";
