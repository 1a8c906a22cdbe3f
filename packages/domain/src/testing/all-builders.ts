export {
  aClient,
  aCredential,
  aGroup,
  aListing,
  aLocation,
  aMessage,
  aPlatform,
  aProvider,
  aQuestion,
  aReview,
  aSurvey,
  aSurveyResponse,
  account,
  anAccount,
  anAuditRecord,
  anEntry,
  anInvite,
  anNpsSurvey,
  at,
  bundleOf,
  locationId,
  platformId,
  providerId,
  reviewId,
} from "./builders.js";
export { aSubmission, anAppointment, attributionSearches } from "./attribution-builders.js";
export { anImportRow, importFileOf } from "./import-builders.js";
export { aCampaign, aConversion, aListingMetric } from "./conversion-builders.js";
export { patientFileOf, patientTexts } from "./patient-builders.js";
export { aUser } from "./user-builders.js";
