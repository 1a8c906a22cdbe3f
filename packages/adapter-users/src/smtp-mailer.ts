import {
  type News,
  type InvitationMail,
  type InvitationMailer,
  mailRefused,
  mailUnavailable,
  type NotificationMail,
  type NotificationMailer,
  type WeekFigures,
} from "@repute/domain";
import type { Transporter } from "nodemailer";

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
 * Sends invitations through an SMTP server with nodemailer. nodemailer is loaded with the first message.
 * Each message uses a new connection.
 */
export const smtpMailer = (options: SmtpOptions): InvitationMailer => ({
  send: (mail) => sendMail(options, mail.to, invitationText(mail)),
});

/** Sends notifications like `smtpMailer`. Mail programs can end them with one click (RFC 8058). */
export const smtpNotifier = (options: SmtpOptions): NotificationMailer => ({
  send: (mail) =>
    sendMail(options, mail.to, notificationText(mail), {
      "List-Unsubscribe": `<${mail.endLink}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
});

const sendMail = (
  options: SmtpOptions,
  to: InvitationMail["to"],
  content: MailText,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> =>
  withTransport(options, (transport) =>
    transport.sendMail({
      from: options.from,
      to: { name: to.name, address: to.email },
      ...content,
      headers: { "Auto-Submitted": "auto-generated", ...headers },
      signal: AbortSignal.timeout(options.patience ?? 30_000),
    }),
  );

/** Connects to the mail server and signs in, but sends nothing. Throws `mail_unavailable`. */
export const tryMailServer = (options: SmtpOptions): Promise<void> =>
  withTransport(options, (transport) => transport.verify());

async function withTransport(options: SmtpOptions, work: (transport: Transporter) => Promise<unknown>): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const { host, port, tls, auth } = options.server;
  const transport = createTransport({
    ...{ host, port, ...(auth && { auth }) },
    ...{ secure: tls === "implicit", requireTLS: tls === "required", ignoreTLS: tls === "off" },
    tls: { minVersion: "TLSv1.2", ...(options.ca !== undefined && { ca: options.ca }) },
    ...stepTimeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await work(transport);
  } catch (error) {
    throw failureOf(error);
  } finally {
    transport.close();
  }
}

/**
 * Timeouts of the individual SMTP steps in milliseconds.
 * `patience` limits the total, because a slow server can reset the other timeouts by sending data.
 */
const stepTimeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

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

/** Subject, plain text and HTML of an email. */
type MailText = { readonly subject: string; readonly text: string; readonly html: string };

/** Writes an invitation email as plain text and as HTML. The HTML loads no external resources. */
export function invitationText({ to, practice, link, endsAt }: InvitationMail): MailText {
  const greeting = greetingTo(to);
  const why = `You have been invited to use Repute for ${practice}. To get started, set your password:`;
  const until = `The link works once and expires on ${utcTime(endsAt)} UTC. Do not share it: anyone with the link can set your password.`;
  const otherwise = "If you did not expect this message, you can ignore it.";
  return {
    subject: `Set your password for ${practice}`,
    text: [greeting, why, link, until, otherwise].join("\n\n"),
    html: `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Set your password</title></head>
  <body style="font: 16px/1.5 sans-serif">
    <p>${escaped(greeting)}</p>
    <p>${escaped(why)}</p>
    <p><a href="${escaped(link)}">Set your password</a></p>
    <p>If the link does not open, copy this address into your browser:<br>${escaped(link)}</p>
    <p>${escaped(until)}</p>
    <p>${escaped(otherwise)}</p>
  </body>
</html>
`,
  };
}

const greetingTo = ({ name }: InvitationMail["to"]): string => (name === "" ? "Hello," : `Hello ${name},`);

/** Writes a notification as plain text and as HTML. The HTML loads no external resources. */
export function notificationText({ to, practice, news, more, timeZone, endLink }: NotificationMail): MailText {
  const greeting = greetingTo(to);
  const why = `This is new at ${practice}:`;
  const lines = news.map((one) => newsLine(one, timeZone));
  if (more > 0) lines.push(`${more} more`);
  const end =
    "You get this message because an operator of Repute named you for it. To end these messages, open this page:";
  return {
    subject: subjectOf(practice, lines, news.length + more),
    text: [greeting, why, lines.map((line) => `- ${line}`).join("\n"), `${end}\n${endLink}`].join("\n\n"),
    html: `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${escaped(practice)}</title></head>
  <body style="font: 16px/1.5 sans-serif">
    <p>${escaped(greeting)}</p>
    <p>${escaped(why)}</p>
    <ul>
${lines.map((line) => `      <li>${escaped(line)}</li>`).join("\n")}
    </ul>
    <p>${escaped(end)}<br><a href="${escaped(endLink)}">${escaped(endLink)}</a></p>
  </body>
</html>
`,
  };
}

/** Describes the figures of a week in one line. */
function weekLine({ from, to, reviews, nps, invites, conversions }: WeekFigures): string {
  const rounded = (value: number | null, digits: number) => (value === null ? "none" : value.toFixed(digits));
  return [
    `Week from ${from} to ${to}: ${reviews.total} reviews (average ${rounded(reviews.average, 1)})`,
    `${nps.total} NPS surveys (score ${rounded(nps.score, 0)})`,
    `${invites.sent} invites sent (${invites.reviewed} reviewed)`,
    `${conversions.total} conversions (${conversions.linked} linked to an appointment)`,
  ].join(", ");
}

const subjectOf = (practice: string, [first = "", ...others]: readonly string[], count: number): string =>
  `${practice}: ${others.length === 0 ? first : `${count} pieces of news`}`;

function newsLine(news: News, timeZone: string): string {
  switch (news.kind) {
    case "low_review": {
      const where = [news.location, news.platform].filter((name) => name !== null).join(", ");
      return `Review with ${news.stars} ${news.stars === 1 ? "star" : "stars"}${where && ` (${where})`}, ${timeIn(timeZone, news.at)}`;
    }
    case "failing":
      return `Data failed: ${news.source}, since ${timeIn(timeZone, news.since)}`;
    case "late":
      return `Data is late: ${news.source}, since ${timeIn(timeZone, news.since)}`;
    case "webhook_failing":
      return `Webhook ${news.webhook} has not accepted messages since ${timeIn(timeZone, news.since)}`;
    case "webhook_disabled":
      return `Webhook ${news.webhook} was disabled, because it has not accepted messages since ${timeIn(timeZone, news.since)}`;
    case "week":
      return weekLine(news);
    case "unknown_statuses":
      return `Import ${news.run} of ${news.connection} has statuses without a known meaning: ${news.statuses}`;
  }
}

/** Formats an instant in UTC. Creating a format takes long, so importing this module must create none. */
const utcTime = (instant: number): string => timeIn("UTC", instant);

const timeIn = (timeZone: string, instant: number): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone }).format(instant);

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Address, encryption and credentials of a mail server. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /**
   * `implicit` encrypts from the first byte.
   * `required` encrypts with STARTTLS and fails if the server does not support it.
   */
  readonly tls: "implicit" | "required" | "off";
  readonly auth?: { readonly user: string; readonly pass: string };
};

/**
 * Parses the URL of a mail server: `smtps://user:password@host` (TLS from the start), `smtp://host` (STARTTLS) or
 * `smtp://host:25?tls=off` (no encryption).
 * Returns `undefined` for any other string.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!/^smtps?:\/\/[^\s/?#]+\/?(?:\?tls=off)?$/i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, search, username, password } = new URL(text);
  const tls = tlsOf(protocol, search);
  const auth = authOf(username, password);
  if (hostname === "" || auth === null || tls === undefined) return undefined;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? usualPorts[tls] : Number(port),
    tls,
    ...(auth && { auth }),
  };
}

const usualPorts = { implicit: 465, required: 587, off: 25 } as const;

function tlsOf(protocol: string, search: string): SmtpServer["tls"] | undefined {
  if (protocol === "smtps:") return search === "" ? "implicit" : undefined;
  return search === "" ? "required" : "off";
}

/**
 * Returns the decoded user and password.
 * Returns `undefined` if both are empty, or `null` if one is missing or not valid UTF-8.
 */
function authOf(username: string, password: string): SmtpServer["auth"] | null {
  if (username === "" && password === "") return undefined;
  if (username === "" || password === "") return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

export type MailSender = { readonly name: string; readonly address: string };

const maxSenderLength = 320;

/**
 * Parses a sender such as `Acme Dental <no-reply@acme.example>`, or an address alone.
 * Returns `undefined` for any other string.
 */
export function parseMailSender(text: string): MailSender | undefined {
  if (text.length > maxSenderLength) return undefined;
  const [, name = "", bracketed, bare] = /^(?:([^<>\p{C}]*)<([^<>]+)>|([^<>]+))$/u.exec(text) ?? [];
  const address = bracketed ?? bare ?? "";
  const isAddress = /^[^\s\p{C}@"(),:;<>[\]\\]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u.test(address);
  return isAddress ? { name: name.trim().replace(/^"(.*)"$/, "$1"), address } : undefined;
}
