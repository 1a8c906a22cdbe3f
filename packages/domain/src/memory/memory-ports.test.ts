import { mailRefused, mailUnavailable } from "../subjects/users/mail-invitation.js";
import { clockContract, inviteSenderContract } from "../testing/ports.contract.js";
import { invitationMailerContract, passwordHasherContract } from "../testing/users.contract.js";
import { memoryInvitationMailer, memoryInviteSender, memoryPasswordHasher, stillClock } from "./memory-ports.js";

clockContract("stillClock", stillClock);

inviteSenderContract("memoryInviteSender", async () => {
  const sender = memoryInviteSender();
  return { sender, pending: sender.pending };
});

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
