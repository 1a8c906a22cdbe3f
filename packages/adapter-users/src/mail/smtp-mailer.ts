import type { InvitationMailer } from "@repute/domain";
import { mailRefused, mailUnavailable } from "@repute/domain";
import { invitationText } from "./invitation-text.js";
import type { MailSender } from "./mail-sender.js";
import type { SmtpServer } from "./smtp-url.js";

/** Which server takes the mail, and from whom it is. */
export type SmtpOptions = {
  readonly server: SmtpServer;
  readonly from: MailSender;
  /** Certificate authorities to trust instead of Node's, as PEM. */
  readonly ca?: string;
  /** After so many milliseconds a message that nobody took is given up; 30,000 when absent. */
  readonly patience?: number;
};

/** How long the steps may take; `patience` ends them all, whatever a server that answers drop by drop makes of them. */
const steps = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

/** Sends invitations through a mail server by nodemailer, which is loaded with the first one: a connection a message. */
export const smtpMailer = ({ server, from, ca, patience = 30_000 }: SmtpOptions): InvitationMailer => ({
  async send(mail) {
    const { createTransport } = await import("nodemailer");
    const { host, port, tls, auth } = server;
    const transport = createTransport({
      ...{ host, port, ...(auth && { auth }) },
      ...{ secure: tls === "implicit", requireTLS: tls === "required", ignoreTLS: tls === "off" },
      tls: { minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) },
      ...steps,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        from,
        to: { name: mail.to.name, address: mail.to.email },
        ...invitationText(mail),
        headers: { "Auto-Submitted": "auto-generated" },
        signal: AbortSignal.timeout(patience),
      });
    } catch (error) {
      throw failureOf(error);
    } finally {
      transport.close();
    }
  },
});

/** What nodemailer and servers say repeats addresses, so that codes are all that is told. */
function failureOf(error: unknown): Error {
  const { code, originalCode, responseCode } = error as {
    readonly code?: string;
    readonly originalCode?: string;
    readonly responseCode?: number;
  };
  const cause = responseCode === undefined ? (originalCode ?? code) : `SMTP_${responseCode}`;
  const isRefused = (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 421;
  return isRefused ? mailRefused(cause) : mailUnavailable(cause);
}
