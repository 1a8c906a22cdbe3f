import { type InvitationMailer, mailRefused, mailUnavailable } from "@repute/domain";
import { invitationText } from "./invitation-text.js";
import type { MailSender } from "./mail-sender.js";
import type { SmtpServer } from "./smtp-url.js";

/** Mail server, sender and connection settings. */
export type SmtpOptions = {
  readonly server: SmtpServer;
  readonly from: MailSender;
  /** PEM certificates of the certificate authorities to trust instead of Node's default list. */
  readonly ca?: string;
  /** Maximum time for sending one message, in milliseconds. Defaults to 30,000. */
  readonly patience?: number;
};

/**
 * Timeouts of the individual SMTP steps in milliseconds.
 * `patience` limits the total, because a slow server can reset the other timeouts by sending data.
 */
const steps = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

/**
 * Sends invitations through an SMTP server with nodemailer. nodemailer is loaded with the first message.
 * Each message uses a new connection.
 */
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

/**
 * Converts an error to one that contains only the error code.
 * Messages of nodemailer and of servers repeat email addresses.
 */
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
