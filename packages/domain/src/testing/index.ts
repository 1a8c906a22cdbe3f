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
export { anyCharacter } from "./any-character.js";
export { aSubmission, anAppointment, attributionSearches } from "./attribution-builders.js";
export { anImportRow, importFileOf } from "./import-builders.js";
export { aCampaign, aConversion, aListingMetric } from "./conversion-builders.js";
export { patientFileOf, patientTexts } from "./patient-builders.js";
export { aUser } from "./user-builders.js";
export { itemsIn, pageIn } from "./items-in.js";
export { addAccount, readList, readTrail } from "./fresh-storage.js";
export type { Fresh } from "./fresh-storage.js";
export { imageStoreContract } from "./images.contract.js";
export { anInvitationMail, invitationMailerContract } from "./invitation-mailer.contract.js";
export type { ArrivedMail, OpenMailer } from "./invitation-mailer.contract.js";
export { passwordHasherContract, passwordKeeperContract } from "./passwords.contract.js";
export { storageContract } from "./storage.contract.js";
export { goodAssertion, hostileAssertions, signedJson } from "./hostile-assertions.js";
export type { AssertionMaker, HostileAssertion } from "./hostile-assertions.js";
export { erasureContract } from "./erasure.contract.js";
export { fillWithPeople, marked, markers } from "./marked-person.js";
export { largeBundle } from "./large-bundle.js";
export { hostileTexts } from "./hostile-texts.js";
export { watchNormalize } from "./watch-normalize.js";
export { memoryClient } from "./memory-client.js";
export { changesCopy, readChanges } from "./read-changes.js";
