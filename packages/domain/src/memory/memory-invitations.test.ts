import { mailRefused, mailUnavailable } from "../subjects/users/invitation-mailer.js";
import { invitationMailerContract } from "../testing/invitation-mailer.contract.js";
import { passwordHasherContract } from "../testing/passwords.contract.js";
import { memoryInvitationMailer, memoryPasswordHasher } from "./memory-invitation-mailer.js";

invitationMailerContract("memoryInvitationMailer", async () => {
  const mailer = memoryInvitationMailer();
  return {
    mailer,
    arrived: async () => mailer.mails.map(({ to, practice, link }) => ({ to: to.email, text: `${practice} ${link}` })),
    shutDown: async () => void (mailer.failure = mailUnavailable()),
    refuse: async () => void (mailer.failure = mailRefused()),
  };
});

passwordHasherContract("memoryPasswordHasher", () => ({
  hash: memoryPasswordHasher(),
  isHashOf: async (_account, hash, password) => hash.replace(/^not-hashed-\d+-/, "") === password,
}));
