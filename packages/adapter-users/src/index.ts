export { folderImageStore } from "./folder-image-store.js";
export { sharpImageEncoder } from "./image-encoder.js";
export { commonPasswords, type ScryptPasswords, scryptPasswords } from "./passwords.js";
export {
  type MailSender,
  parseMailSender,
  parseSmtpUrl,
  smtpMailer,
  smtpNotifier,
  type SmtpOptions,
  type SmtpServer,
  tryMailServer,
} from "./smtp-mailer.js";
