import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { CalendarDate, Instant, NotificationMail, TimeZone } from "@repute/domain";
import { anInvitationMail, invitationMailerContract } from "@repute/domain/testing";
import { openSmtpSink, readable, type SinkOptions, type SmtpSink } from "../../../test/smtp-sink.js";
import { throwawayCertificate } from "../../../test/throwaway-certificate.js";
import {
  invitationText,
  notificationText,
  parseMailSender,
  parseSmtpUrl,
  smtpMailer,
  smtpNotifier,
  type SmtpServer,
} from "./smtp-mailer.js";

describe("the mailer", () => {
  const host = "localhost";
  const certificate = throwawayCertificate(host);
  const from = { name: "Acme, Dental", address: "no-reply@acme.example" };

  const sinks: SmtpSink[] = [];
  afterEach(async () => {
    await Promise.all(sinks.splice(0).map((sink) => sink.close()));
  });
  async function opened(options: SinkOptions): Promise<SmtpSink> {
    const sink = await openSmtpSink(options);
    sinks.push(sink);
    return sink;
  }
  const mailer = (port: number, server: Partial<SmtpServer> = {}, ca = certificate.cert) =>
    smtpMailer({ server: { host, port, tls: "required", ...server }, from, ca });

  invitationMailerContract("smtpMailer", async () => {
    const sink = await opened({ tls: certificate });
    return {
      mailer: mailer(sink.port),
      arrived: async () => sink.mails.map(({ to, raw }) => ({ to, text: readable(raw) })),
      shutDown: () => sink.close(),
      refuse: async () => void (sink.refusing = 550),
    };
  });

  describe("smtpMailer", () => {
    it("encrypts with STARTTLS and sends plain text and HTML from the configured sender", async () => {
      const sink = await opened({ tls: certificate });
      await mailer(sink.port).send(anInvitationMail());
      const [mail] = sink.mails;
      expect(mail).toMatchObject({ from: from.address, to: "ada@example.com", secure: true });
      const text = readable(mail?.raw ?? "");
      expect(text).toContain('From: "Acme, Dental" <no-reply@acme.example>');
      expect(text).toContain("To: Ada Quill <ada@example.com>");
      expect(text).toContain("Subject: Set your password for Juniper Ridge Dental");
      expect(text).toContain("Auto-Submitted: auto-generated");
      expect(text).toMatch(/Content-Type: text\/plain; charset=utf-8[\s\S]+Content-Type: text\/html; charset=utf-8/);
      expect(text).toContain("expires on June 8, 2026 at 12:00 PM UTC");
      expect(text).not.toMatch(/<img|src=|<link|<script|url\(/);
    });

    it("encrypts from the start for smtps and signs in with a name and a password", async () => {
      const auth = { user: "us@acme", pass: "p:w/d" };
      const sink = await opened({ tls: { ...certificate, implicit: true }, auth });
      await mailer(sink.port, { tls: "implicit", auth }).send(anInvitationMail());
      expect(sink.mails).toMatchObject([{ secure: true }]);
      const wrong = mailer(sink.port, { tls: "implicit", auth: { ...auth, pass: "other" } }).send(anInvitationMail());
      await expect(wrong).rejects.toMatchObject({ code: "mail_unavailable", cause: "SMTP_535" });
    });

    it("sends without encryption only if the settings allow it", async () => {
      const sink = await opened({});
      await expect(mailer(sink.port).send(anInvitationMail())).rejects.toMatchObject({ code: "mail_unavailable" });
      expect(sink.mails).toEqual([]);
      await mailer(sink.port, { tls: "off" }).send(anInvitationMail());
      expect(sink.mails).toMatchObject([{ secure: false }]);
    });

    it("does not send to a server with an untrusted certificate", async () => {
      const sink = await opened({ tls: throwawayCertificate(host) });
      await expect(mailer(sink.port).send(anInvitationMail())).rejects.toMatchObject({ code: "mail_unavailable" });
      const other = await opened({ tls: throwawayCertificate("elsewhere") });
      await expect(mailer(other.port).send(anInvitationMail())).rejects.toMatchObject({ code: "mail_unavailable" });
      expect([sink.mails, other.mails]).toEqual([[], []]);
    });

    it.each([450, 550, 553])("reports a refusal with code %d as mail_refused", async (code) => {
      const sink = await opened({ tls: certificate });
      sink.refusing = code;
      const refused = { code: "mail_refused", cause: `SMTP_${code}` };
      await expect(mailer(sink.port).send(anInvitationMail())).rejects.toMatchObject(refused);
    });

    it("gives up on a server that sends its greeting byte by byte", async () => {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => {
        sockets.add(socket.on("error", () => {}));
        socket.write("220-");
        const drip = setInterval(() => socket.write("a"), 20);
        socket.on("close", () => clearInterval(drip));
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const slow = smtpMailer({ server: { host, port, tls: "off" }, from, patience: 300 });
      await expect(slow.send(anInvitationMail())).rejects.toMatchObject({ code: "mail_unavailable", cause: "EABORT" });
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, "close");
    });

    it("escapes HTML in names", () => {
      const hostile = `"><img src=x>\r\nBcc: x@example.com`;
      const mailText = invitationText(anInvitationMail({ to: { name: hostile, email: "a@b.c" }, practice: hostile }));
      expect(mailText.html).not.toContain("<img");
      expect(mailText.html).toContain("&quot;&gt;&lt;img src=x&gt;");
    });

    it("ignores headers in names", async () => {
      const sink = await opened({ tls: certificate });
      const name = "Ada\r\nBcc: x@example.com";
      await mailer(sink.port).send(anInvitationMail({ to: { name, email: "ada@example.com" }, practice: name }));
      expect(sink.mails).toMatchObject([{ to: "ada@example.com" }]);
      expect(sink.mails[0]?.raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/m);
    });
  });
});

describe("a notification", () => {
  const at = Date.parse("2026-06-01T18:05:00Z") as Instant;
  const aNotification = (overrides: Partial<NotificationMail> = {}): NotificationMail => ({
    to: { name: "Ada Quill", email: "ada@example.com" },
    practice: "Juniper Ridge Dental",
    news: [
      { kind: "low_review", stars: 1, platform: "Google", location: "Main Street", at },
      { kind: "failing", source: "appointments of main", since: at },
      { kind: "late", source: "bundles", since: at },
      { kind: "unknown_statuses", connection: "main", run: 7, statuses: 2 },
      { kind: "webhook_failing", webhook: "wh_1", since: at },
      { kind: "webhook_disabled", webhook: "wh_2", since: at },
    ],
    ...{ more: 3, timeZone: "America/Denver" as TimeZone, endLink: "https://repute.example/notifications/abc" },
    ...overrides,
  });

  it("names what is new, in the time zone of the practice, and the page that ends the messages", () => {
    const { subject, text } = notificationText(aNotification());
    expect(subject).toBe("Juniper Ridge Dental: 9 pieces of news");
    expect(text).toContain(
      [
        "- Review with 1 star (Main Street, Google), June 1, 2026 at 12:05 PM",
        "- Data failed: appointments of main, since June 1, 2026 at 12:05 PM",
        "- Data is late: bundles, since June 1, 2026 at 12:05 PM",
        "- Import 7 of main has statuses without a known meaning: 2",
        "- Webhook wh_1 has not accepted messages since June 1, 2026 at 12:05 PM",
        "- Webhook wh_2 was disabled, because it has not accepted messages since June 1, 2026 at 12:05 PM",
        "- 3 more",
      ].join("\n"),
    );
    expect(text).toContain("https://repute.example/notifications/abc");
  });

  it("describes the figures of a week", () => {
    const week = {
      ...{ kind: "week" as const, from: "2026-05-25" as CalendarDate, to: "2026-05-31" as CalendarDate },
      ...{ reviews: { total: 4, average: 4.25 }, nps: { total: 0, score: null } },
      ...{ invites: { sent: 30, reviewed: 3 }, conversions: { total: 12, linked: 5 } },
    } as const;
    expect(notificationText(aNotification({ news: [week], more: 0 })).text).toContain(
      "- Week from 2026-05-25 to 2026-05-31: 4 reviews (average 4.3), 0 NPS surveys (score none), 30 invites sent (3 reviewed), 12 conversions (5 linked to an appointment)",
    );
  });

  it("has its only line in the subject, and escapes names", () => {
    const one = { kind: "low_review", stars: 2, platform: null, location: "<img src=x>", at } as const;
    const { subject, html } = notificationText(aNotification({ news: [one], more: 0 }));
    expect(subject).toBe("Juniper Ridge Dental: Review with 2 stars (<img src=x>), June 1, 2026 at 12:05 PM");
    expect(html).toContain("&lt;img src=x&gt;");
    expect(html).not.toContain("<img");
  });

  it("can be ended by a mail program with one click", async () => {
    const sink = await openSmtpSink({});
    const server: SmtpServer = { host: "localhost", port: sink.port, tls: "off" };
    const from = { name: "Repute", address: "no-reply@acme.example" };
    await smtpNotifier({ server, from }).send(aNotification({ practice: "Acme\r\nBcc: x@example.com" }));
    await sink.close();
    expect(sink.mails).toMatchObject([{ to: "ada@example.com" }]);
    const [head = ""] = sink.mails[0]?.raw.split("\r\n\r\n") ?? [];
    expect(head).toContain("List-Unsubscribe: <https://repute.example/notifications/abc>");
    expect(head).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(head).not.toMatch(/^Bcc:/m);
  });
});

describe("parseSmtpUrl", () => {
  it.each([
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, tls: "required" }],
    ["SMTPS://mail.example.com/", { host: "mail.example.com", port: 465, tls: "implicit" }],
    ["smtp://127.0.0.1:1025?tls=off", { host: "127.0.0.1", port: 1025, tls: "off" }],
    ["smtp://relay?tls=off", { host: "relay", port: 25, tls: "off" }],
    ["smtp://[::1]:2525", { host: "::1", port: 2525, tls: "required" }],
    [
      "smtps://us%40acme.example:p%3Aw%2Fd@mail.example.com:2465",
      { host: "mail.example.com", port: 2465, tls: "implicit", auth: { user: "us@acme.example", pass: "p:w/d" } },
    ],
  ])("parses %s", (text, server) => {
    expect(parseSmtpUrl(text)).toEqual(server);
  });

  it.each([
    ...[
      "",
      "mail.example.com",
      "http://mail.example.com",
      "smtp://",
      "smtp://user@mail.example.com",
      "smtp://:pw@mail",
    ],
    ...["smtp://mail/path", "smtp://mail?tls=on", "smtps://mail?tls=off", "smtp://mail?pool=true", "smtp://mail#x"],
    ...["smtp://a b", "smtp://mail:99999", "smtp://u:%E0%A4%A@mail"],
  ])("rejects %j", (text) => {
    expect(parseSmtpUrl(text)).toBeUndefined();
  });
});

describe("parseMailSender", () => {
  it.each([
    ["no-reply@acme.example", { name: "", address: "no-reply@acme.example" }],
    ["Acme Dental <no-reply@acme.example>", { name: "Acme Dental", address: "no-reply@acme.example" }],
    ['"Acme, Dental" <a@b>', { name: "Acme, Dental", address: "a@b" }],
    ["<a@b.c>", { name: "", address: "a@b.c" }],
  ])("parses %s", (text, sender) => {
    expect(parseMailSender(text)).toEqual(sender);
  });

  it.each(["", "Acme", "a@b, c@d", "Acme <a@b> x", "a@b\r\nBcc: c@d", "Acme <a b@c>", `${"a".repeat(320)}@b.c`])(
    "rejects %j",
    (text) => {
      expect(parseMailSender(text)).toBeUndefined();
    },
  );
});
