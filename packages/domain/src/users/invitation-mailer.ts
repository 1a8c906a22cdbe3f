import { DomainError, unavailable } from "../kernel/domain-error.js";
import type { Instant } from "../kernel/instant.js";

/** Contents of an invitation. The name is empty if the message is to greet without one. */
export type InvitationMail = {
  readonly to: { readonly name: string; readonly email: string };
  /** The practice's name. */
  readonly practice: string;
  /** Opens the page that sets the password; whoever has it can set it. */
  readonly link: string;
  readonly endsAt: Instant;
};

/** Sends invitations to users. */
export interface InvitationMailer {
  /**
   * Resolves once somebody has taken charge of the message, and comes to an end within 40 seconds. Rejects with `mail_unavailable`
   * when no message can be sent now, with `mail_refused` when this one is refused; no error repeats the link or the address.
   */
  send(mail: InvitationMail): Promise<void>;
}

export const mailUnavailable = (cause?: unknown) =>
  unavailable("mail_unavailable", "email is temporarily unavailable", cause);

export const mailRefused = (cause?: unknown) =>
  new DomainError("unprocessable", "mail_refused", "the mail server refused the message", { cause });
