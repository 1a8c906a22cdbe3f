import type { InvitationMail, InvitationMailer } from "../users/invitation-mailer.js";

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

/** No hashing at all, for tests: the password itself behind a number that no other has. */
export function memoryPasswordHasher(): (password: string) => Promise<string> {
  let salt = 0;
  return async (password) => `not-hashed-${(salt += 1)}-${password}`;
}
