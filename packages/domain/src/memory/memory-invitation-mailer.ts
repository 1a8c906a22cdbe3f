import type { InvitationMail, InvitationMailer } from "../subjects/users/invitation-mailer.js";
import type { PasswordHasher } from "../subjects/users/password.js";

/**
 * Creates a mailer for tests. Collects sent emails in `mails`. While `failure` is set, sending rejects with this error.
 */
export function memoryInvitationMailer(): InvitationMailer & { readonly mails: InvitationMail[]; failure?: unknown } {
  const mailer = {
    mails: [] as InvitationMail[],
    failure: undefined as unknown,
    async send(mail: InvitationMail) {
      if (mailer.failure !== undefined) throw mailer.failure;
      mailer.mails.push(mail);
    },
  };
  return mailer;
}

/** Creates a password hasher for tests. The hasher returns the password with a unique prefix instead of a hash. */
export function memoryPasswordHasher(): PasswordHasher {
  let salt = 0;
  return async (_account, password) => `not-hashed-${(salt += 1)}-${password}`;
}
