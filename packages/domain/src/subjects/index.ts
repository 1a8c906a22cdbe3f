export { keysOfAppointment } from "./appointments/appointment-keys.js";
export type { AppointmentSearch } from "./appointments/appointment-search.js";
export type { AppointmentKey, AppointmentStore } from "./appointments/appointment-store.js";
export type { Appointment, AppointmentStatus, MomentOrDay } from "./appointments/appointment.js";
export { appointmentStatuses, patientNameOf } from "./appointments/appointment.js";
export type { Times } from "./appointments/eligibility.js";
export type { AppointmentItem } from "./appointments/publish-appointments.js";

export type { CallCells, CallFile, CallRow } from "./calls/call-file.js";
export { callTrackers } from "./calls/call-id-store.js";
export type { CallTracker, CallIdStore, CallName } from "./calls/call-id-store.js";
export type { CallImportOptions, CallImportProgress, CallImportReport } from "./calls/import-calls.js";

export type { ChannelOutcome, OriginChannel, OriginCount, OutcomeStore } from "./campaigns/outcome-store.js";
export type { SpendItem } from "./campaigns/publish-spends.js";
export type { SpendStore } from "./campaigns/spend-store.js";
export type { Spend } from "./campaigns/spend.js";
export type { CampaignQuery, CampaignSummary, ChannelResult } from "./campaigns/summarize-campaigns.js";
export type { TrackedLink } from "./campaigns/track-link.js";
export { withTrackingParameter } from "./campaigns/tracking-link.js";

export type { CallItem } from "./conversions/call-item.js";
export type { ContactStore, FirstContact } from "./conversions/contact-store.js";
export type { ConversionItem, ConversionKeys, Origin } from "./conversions/conversion-item.js";
export type { ConversionSearch } from "./conversions/conversion-search.js";
export type { ConversionStore } from "./conversions/conversion-store.js";
export type {
  AppointmentFacts,
  Association,
  Conversion,
  ConversionKind,
  ConversionType,
  Prospect,
} from "./conversions/conversion.js";
export type { ConversionQuery } from "./conversions/list-conversions.js";
export { matchKeyKinds } from "./conversions/match-key.js";
export type { MatchKey, MatchKeyKind } from "./conversions/match-key.js";

export { importKeysOf } from "./imports/match.js";
export type { ImportAttemptStore } from "./imports/import-run.js";
export { emptyFileCode } from "./imports/rows.js";
export { importErrorTypes, importSides } from "./imports/import-run.js";
export type { ImportErrorLevel, ImportErrorType, ImportSide } from "./imports/import-run.js";
export type { ImportAttempt, ImportAttemptItem } from "./imports/import-run.js";
export type { ImportConnection } from "./imports/import-connection.js";
export type { ImportErrorRow } from "./imports/import-run.js";
export type { ImportFile } from "./imports/rows.js";
export type {
  ImportErrorCounts,
  ImportErrorItem,
  ImportRunItem,
  ListedImportError,
  ListedImportRun,
} from "./imports/import-run.js";
export type { ImportEnd, ImportOptions, ImportProgress } from "./imports/import-run.js";
export type { ImportQuery } from "./imports/import-item.js";
export { importFields } from "./imports/rows.js";
export type { ImportField, ImportRow } from "./imports/rows.js";
export type { RunMembers } from "./imports/import-item.js";
export type { ImportRun, RunIds, StoredRun } from "./imports/import-run.js";
export type {
  ErrorPage,
  ImportErrorStore,
  ImportRunStore,
  RunPage,
  StagedPart,
  StagedRowStore,
  StoredError,
} from "./imports/import-run.js";
export type { ImportConnectionStore } from "./imports/import-connection.js";
export type { StopStore } from "./imports/stops.js";
export type { InviteSender } from "./imports/import-run.js";
export type { NamedWithdrawal, WithdrawalsOfRun } from "./imports/withdrawals.js";
export type { RunWithdrawals } from "./imports/import-run.js";
export type { Contact, Stop } from "./imports/stops.js";
export { withdrawalOutcomes } from "./imports/import-run.js";
export type { AppliedWithdrawal, WithdrawalOutcome } from "./imports/import-run.js";

export type { InviteItem } from "./invites/invite-item.js";
export { keysOfInvite } from "./invites/invite-search.js";
export type { FoundInvite, InviteKey, InviteSearch } from "./invites/invite-search.js";
export type { InviteDirectory, InviteStore } from "./invites/invite-store.js";
export type { Invite, InviteClick, InviteType } from "./invites/invite.js";
export type { InviteQuery } from "./invites/list-invites.js";

export type { ListingMetricStore } from "./listings/listing-metric-store.js";
export type { ListingMetric, ListingMetricItem, ListingMetricKey, MetricType } from "./listings/listing-metric.js";
export { metricTypes } from "./listings/listing-metric.js";

export { cahpsTypes } from "./patient-surveys/cahps-type.js";
export type { CahpsType } from "./patient-surveys/cahps-type.js";
export { parseCodeRanges } from "./patient-surveys/code-ranges.js";
export type { CodeRanges } from "./patient-surveys/code-ranges.js";
export type { PatientFileQuery } from "./patient-surveys/list-patient-files.js";
export type { ParsedPatientFile, ParseOptions, ParseProgress } from "./patient-surveys/parse-options.js";
export type {
  ListedPatientFile,
  ListedPatientWarning,
  PatientFileItem,
  PatientFileState,
  PatientWarningItem,
} from "./patient-surveys/patient-file-items.js";
export type {
  PatientFilePage,
  PatientFileStore,
  PatientWarningStore,
  StoredWarning,
} from "./patient-surveys/patient-file-stores.js";
export { fileStatuses } from "./patient-surveys/patient-file.js";
export type { PatientFile } from "./patient-surveys/patient-file.js";
export type { PatientHeadings, PatientRow, PatientRows, PatientSource } from "./patient-surveys/patient-rows.js";
export { rowOfWarning } from "./patient-surveys/patient-warning.js";
export { parseSampleMonth } from "./patient-surveys/sample-month.js";
export type { SampleMonth } from "./patient-surveys/sample-month.js";
export { facilityFields, requiredFields, surveyFields } from "./patient-surveys/survey-field.js";
export type { SurveyField } from "./patient-surveys/survey-field.js";

export type { ReviewItem } from "./reviews/review-item.js";
export type { ReviewQuery } from "./reviews/list-reviews.js";
export type { InvitedStore, NpsSurveyStore, ReviewStore } from "./reviews/review-store.js";
export type { NpsSurvey, Review } from "./reviews/review.js";

export type { PurgedAccount } from "./submissions/purge-test-submissions.js";
export type { RecordedSubmission } from "./submissions/record-submissions.js";
export type { SubmissionStore } from "./submissions/submission-store.js";
export { submissionKeyText } from "./submissions/submission.js";
export type { Submission, SubmissionKey, SubmissionType } from "./submissions/submission.js";
export type { UploadedSubmission } from "./submissions/upload-submissions.js";

export type { SurveyResponseForm, SurveyResponseQuery } from "./surveys/list-survey-responses.js";
export { starRating } from "./surveys/overall-rating.js";
export type { AnsweredQuestion, SurveyResponseItem, SurveyResponseMembers } from "./surveys/survey-response-item.js";
export type { SurveyResponseStore } from "./surveys/survey-response-store.js";
export type { Answer, SurveyResponse } from "./surveys/survey-response.js";

export * from "./users/exports.js";

export type { AggregateQuery, AggregateReviewQuery } from "./widget/aggregate-query.js";
export type { AggregateReviewItem } from "./widget/aggregate-review-item.js";
export type { ShownReviews } from "./widget/aggregate-reviews.js";
export type { AverageRating } from "./widget/average-rating.js";
export type { WidgetChanges, WidgetItem } from "./widget/configure-widget.js";
export type { StarCounts } from "./widget/average-rating.js";
export type { EmbeddedReview, EmbeddedWidget, Embedding, EmbedQuery, PlatformLinks } from "./widget/embed-widget.js";
export type { WidgetDirectory, WidgetOwner, WidgetStore } from "./widget/widget-store.js";
export type { Widget, WidgetId, WidgetSettings } from "./widget/widget.js";
