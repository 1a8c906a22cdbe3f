import type { InvitationMail } from "@repute/domain";

/** Subject, plain text and HTML of an email. */
export type MailText = { readonly subject: string; readonly text: string; readonly html: string };

const time = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** Writes an invitation email as plain text and as HTML. The HTML loads no external resources. */
export function invitationText({ to, practice, link, endsAt }: InvitationMail): MailText {
  const greeting = to.name === "" ? "Hello," : `Hello ${to.name},`;
  const why = `You have been invited to use Repute for ${practice}. To get started, set your password:`;
  const until = `The link works once and expires on ${time.format(endsAt)} UTC. Do not share it: anyone with the link can set your password.`;
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

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
