export {
  aCampaign,
  aConversion,
  aCredential,
  aGroup,
  aListing,
  aListingMetric,
  aLocation,
  aMessage,
  aPlatform,
  aProvider,
  aQuestion,
  aReview,
  aSurvey,
  account,
  anAccount,
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
export { addAccount, readList } from "./fresh-storage.js";
export type { Fresh } from "./fresh-storage.js";
export { storageContract } from "./storage.contract.js";
