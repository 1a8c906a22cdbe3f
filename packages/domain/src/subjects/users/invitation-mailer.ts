import { DomainError, unavailable } from "../../foundation/kernel/domain-error.js";
import type { Instant } from "../../foundation/kernel/instant.js";

/** Contents of an invitation. An empty name means a greeting without a name. */
export type InvitationMail = {
  readonly to: { readonly name: string; readonly email: string };
  readonly practice: string;
  /** Link to the page that sets the password. The link alone authorizes this. */
  readonly link: string;
  readonly endsAt: Instant;
};

/** Sends invitations to users. */
export interface InvitationMailer {
  /**
   * Resolves once the mail server has accepted the message. Settles within 40 seconds. Rejects with `mail_unavailable`
   * if no message can be sent now, and with `mail_refused` if this message was rejected. Errors contain neither the
   * link nor the address.
   */
  send(mail: InvitationMail): Promise<void>;
}

export const mailUnavailable = (cause?: unknown) =>
  unavailable("mail_unavailable", "email is temporarily unavailable", cause);

export const mailRefused = (cause?: unknown) =>
  new DomainError("unprocessable", "mail_refused", "the mail server refused the message", { cause });
