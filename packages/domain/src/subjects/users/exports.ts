export { emailKey, invitedRoles, maxUsers, roles } from "./user.js";
export type { Role, User } from "./user.js";
export {
  imageLimits,
  imagesBusy,
  imageTooCostly,
  imageTooLarge,
  imageTypeOf,
  imageTypes,
  notAnImage,
} from "./image.js";
export type { ImageType } from "./image.js";
export type { ImageEncoder, ImageStore } from "./image-store.js";
export type { OpenInvitation } from "./accept-invitation.js";
export type { MailingOutcome } from "./mail-invitation.js";
export type { Invitation } from "./invitation.js";
export { mailRefused, mailUnavailable } from "./invitation-mailer.js";
export type { InvitationMail, InvitationMailer } from "./invitation-mailer.js";
export type {
  CountedMail,
  InvitationDirectory,
  InvitationLink,
  InvitationOwner,
  InvitationStore,
} from "./invitation-store.js";
export type { InvitedUser, UserChoice } from "./invite-user.js";
export { passwordLength, passwordsBusy } from "./password.js";
export type { CommonPasswords, PasswordHasher, PasswordKeeper } from "./password.js";
export type { PasswordStore, TypedPassword } from "./password.js";
export type { ListedUser, UserDetail, UserItem } from "./user-item.js";
export type { UserQuery } from "./list-users.js";
export type { UserStore } from "./user-store.js";
