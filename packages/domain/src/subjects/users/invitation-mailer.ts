import { DomainError, unavailable } from "../../foundation/kernel/domain-error.js";
import type { Instant } from "../../foundation/kernel/instant.js";

/** Contents of an invitation email. If the name is empty, the greeting does not contain a name. */
export type InvitationMail = {
  readonly to: { readonly name: string; readonly email: string };
  readonly practice: string;
  /** Link to the page on which the user sets a password. Anyone who has the link can set the password. */
  readonly link: string;
  readonly endsAt: Instant;
};

export interface InvitationMailer {
  /**
   * Sends an invitation. Resolves when the mail server has accepted the message, and settles within 40 seconds. Rejects
   * with `mail_unavailable` if email cannot be sent at the moment, and with `mail_refused` if the server rejected this
   * message. Errors contain neither the link nor the address.
   */
  send(mail: InvitationMail): Promise<void>;
}

export const mailUnavailable = (cause?: unknown) =>
  unavailable("mail_unavailable", "email is temporarily unavailable", cause);

export const mailRefused = (cause?: unknown) =>
  new DomainError("unprocessable", "mail_refused", "the mail server refused the message", { cause });
