import type { BelongsTo, LoadedType, RecordType } from "../../foundation/records/record-type.js";
import { appointmentType } from "../appointments/appointment-type.js";
import { callImportType } from "../calls/call-imports.js";
import { callType } from "../calls/call.js";
import { spendType } from "../campaigns/spends.js";
import { importConnectionType } from "../imports/import-connection.js";
import { importChangeType, importErrorType, importRunType, stagedRowType } from "../imports/import-type.js";
import { stopType } from "../imports/stops.js";
import { inviteType } from "../invites/invite-type.js";
import { listingMetricType } from "../listings/listing-metric-type.js";
import { patientFileType, patientWarningType } from "../patient-surveys/patient-files.js";
import { surveyVisitType } from "../patient-surveys/survey-visits.js";
import { npsSurveyType, reviewType } from "../reviews/review-type.js";
import { storedResponseType, submissionType } from "../submissions/submission-type.js";
import { surveyResponseType } from "../surveys/survey-response-type.js";
import { trackerEventType } from "../trackers/tracker.js";
import { uploadType } from "../uploads/upload.js";
import { userType } from "../users/user-type.js";
import { widgetType } from "../widget/configure-widget.js";

/** All record types. Each type comes before the types whose records belong to its records. */
const all = [
  appointmentType,
  inviteType,
  reviewType,
  npsSurveyType,
  surveyResponseType,
  callType,
  callImportType,
  submissionType,
  importRunType,
  patientFileType,
  importErrorType,
  stagedRowType,
  importChangeType,
  patientWarningType,
  surveyVisitType,
  stopType,
  storedResponseType,
  importConnectionType,
  spendType,
  listingMetricType,
  widgetType,
  uploadType,
  trackerEventType,
  userType,
] as const;

/** Record types that have bundle lines, in the order of the documentation. */
const loaded = [
  widgetType,
  importConnectionType,
  stopType,
  spendType,
  inviteType,
  appointmentType,
  reviewType,
  npsSurveyType,
  callType,
  submissionType,
  listingMetricType,
  surveyResponseType,
  userType,
] as const;

/** Record types that can refer to catalog records, in the order in which a deletion searches them. */
const searched = [
  widgetType,
  importConnectionType,
  importRunType,
  listingMetricType,
  reviewType,
  npsSurveyType,
  inviteType,
  surveyResponseType,
  appointmentType,
  callType,
  submissionType,
  spendType,
] as const;

/**
 * Record types about people, in the order in which erasure reports list them. Owners come before the records that they
 * own.
 */
const personal = [
  appointmentType,
  inviteType,
  reviewType,
  npsSurveyType,
  surveyResponseType,
  callType,
  submissionType,
  importErrorType,
  stagedRowType,
  importChangeType,
  patientWarningType,
  surveyVisitType,
  stopType,
  storedResponseType,
  trackerEventType,
] as const;

/** Kinds of records that have bundle lines. */
export type RecordKind = (typeof loaded)[number]["kind"];

/** Any record type with bundle lines. */
export type AnyLoadedType = LoadedType<RecordKind>;

export const recordTypes: readonly RecordType[] = all;
export const loadedTypes: readonly AnyLoadedType[] = loaded;

/**
 * Step of a bundle load. It stores or deletes the records of one type that the bundle's lines contain, or completes
 * such a step later. Databases contain the numbers of steps, so a released number must keep its meaning.
 */
export type LoadStep = {
  readonly number: number;
  readonly task: "store" | "afterStoring" | "remove" | "afterRemoving";
  readonly type: AnyLoadedType;
};

const step = (number: number, task: LoadStep["task"], type: AnyLoadedType): LoadStep => ({ number, task, type });

/** All steps of a bundle load in order. Settings and catalog records are stored before the first step. */
export const loadSteps: readonly LoadStep[] = [
  // Rules can reject users, so the unit of work that accepts a load includes these steps.
  step(1, "store", userType),
  step(3, "remove", userType),
  // Other records are deleted before any are stored, so that new records do not conflict with deleted ones.
  step(10, "remove", callType),
  step(11, "remove", submissionType),
  step(12, "remove", appointmentType),
  step(13, "remove", reviewType),
  step(14, "remove", npsSurveyType),
  step(15, "remove", surveyResponseType),
  step(16, "remove", inviteType),
  step(17, "remove", spendType),
  step(18, "remove", listingMetricType),
  step(19, "remove", stopType),
  step(20, "remove", importConnectionType),
  step(21, "remove", widgetType),
  // Records that other lines refer to are stored first.
  step(30, "store", widgetType),
  step(31, "store", importConnectionType),
  step(32, "store", stopType),
  step(33, "store", inviteType),
  step(34, "store", appointmentType),
  step(40, "afterStoring", appointmentType),
  step(50, "store", reviewType),
  step(51, "store", npsSurveyType),
  step(52, "store", surveyResponseType),
  step(53, "store", spendType),
  step(54, "store", listingMetricType),
  step(55, "store", callType),
  step(56, "store", submissionType),
  step(60, "afterRemoving", appointmentType),
];

/** Kinds of records about people. */
export type PersonalKind = (typeof personal)[number]["kind"];

export const personalTypes: readonly RecordType<PersonalKind>[] = personal;
export const searchedTypes: readonly RecordType[] = searched;

/** Returns the relations of all record types whose records belong to a record of the given type. */
export const followersOf = (kind: string): readonly BelongsTo[] =>
  recordTypes.flatMap(({ belongsTo }) => (belongsTo?.kind === kind ? [belongsTo] : []));
