import type { InvitationMailer } from "@repute/domain";
import { printable } from "../printable.js";
import type { TextStream } from "../terminal.js";

/** Mails nothing: prints the link of an invitation for whoever tries the demo, and not whom it is for. */
export const printedInvitations = (stream: TextStream): InvitationMailer => ({
  async send({ practice, link }) {
    stream.write(`\n  Invitation to ${printable(practice)}. Set the password here:\n\n${link}\n\n`);
  },
});
