export { memoryInvitationMailer, memoryPasswordHasher } from "./memory-invitation-mailer.js";
export { memoryInviteSender } from "./memory-invite-sender.js";
export { memorySignature } from "./memory-keys.js";
export { memoryPorts, predictableSecrets, stillClock } from "./memory-ports.js";
export { memoryStorage } from "./memory-storage.js";
