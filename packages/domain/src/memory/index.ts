export {
  memoryInvitationMailer,
  memoryNotificationMailer,
  memoryInviteSender,
  memoryPasswordHasher,
  memoryPorts,
  memorySignature,
  memoryUploadFiles,
  memoryWebhookSender,
  predictableSecrets,
  stillClock,
} from "./memory-ports.js";
export { memoryStorage } from "./memory-storage.js";
