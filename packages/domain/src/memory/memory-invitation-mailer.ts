import type { InvitationMail, InvitationMailer } from "../users/invitation-mailer.js";
import type { PasswordHasher } from "../users/password.js";

/** Keeps what it is given to send; while `failure` is set, it rejects with that. */
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

/** Hashes nothing, for tests: returns the password itself with a unique number in front. */
export function memoryPasswordHasher(): PasswordHasher {
  let salt = 0;
  return async (_account, password) => `not-hashed-${(salt += 1)}-${password}`;
}
