import type { Ports } from "@repute/domain";
import { memoryInvitationMailer } from "@repute/domain/memory";
import { aNewUser } from "./practice-data.js";
import { practice } from "./practice.js";

/** Creates a practice with an invited user, and returns the path of the mailed invitation link. */
export async function invitedPractice(replace: Partial<Ports> = {}) {
  const mailer = memoryInvitationMailer();
  const acme = await practice((ports) => ({ ...ports, invitationMailer: mailer, ...replace }));
  const by = await acme.domain.access.authenticate("users", acme.tokens["account-key"]);
  const user = await acme.domain.users.create(aNewUser, { by });
  await acme.domain.invitations.mail();
  const link = mailer.mails.at(-1)?.link ?? "";
  return {
    ...acme,
    user,
    mailer,
    path: link.replace("https://repute.example", ""),
    token: link.slice(link.lastIndexOf("/") + 1),
  };
}
