export * from "./all-builders.js";
export { anyCharacter } from "./arbitraries.js";
export { erasureContract } from "./erasure.contract.js";
export { addAccount, changesCopy, itemsIn, pageIn, readChanges, readList, readTrail } from "./fresh-storage.js";
export type { Fresh } from "./fresh-storage.js";
export {
  goodAssertion,
  hostileAssertions,
  hostileTexts,
  memoryClient,
  signedJson,
  watchNormalize,
} from "./hostile-input.js";
export type { AssertionMaker, HostileAssertion } from "./hostile-input.js";
export { largeBundle } from "./large-bundle.js";
export { fillWithPeople, marked, markers } from "./marked-person.js";
export {
  accessTokensContract,
  clockContract,
  inviteSenderContract,
  partnerKeysContract,
  secretsContract,
} from "./ports.contract.js";
export type { OpenSender } from "./ports.contract.js";
export { useRunner } from "./test-runner.js";
export type { TestRunner } from "./test-runner.js";
export { storageContract } from "./storage.contract.js";
export {
  anInvitationMail,
  commonPasswordsContract,
  imageEncoderContract,
  imageStoreContract,
  uploadFilesContract,
  invitationMailerContract,
  passwordHasherContract,
  passwordKeeperContract,
} from "./users.contract.js";
export type { ArrivedMail, OpenMailer } from "./users.contract.js";
