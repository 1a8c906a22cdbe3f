import type { InvitationMailer } from "@repute/domain";
import { printable } from "./printable.js";
import type { TextStream } from "./terminal.js";

/** Prints the link of an invitation instead of mailing it. The recipient is not printed. */
export const printedInvitations = (stream: TextStream): InvitationMailer => ({
  async send({ practice, link }) {
    stream.write(`\n  Invitation to ${printable(practice)}. Set the password here:\n\n${link}\n\n`);
  },
});
