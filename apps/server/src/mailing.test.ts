import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  type AccountId,
  createDomain,
  type CredentialId,
  type Domain,
  type Instant,
  mailRefused,
  mailUnavailable,
} from "@repute/domain";
import { memoryInvitationMailer, memoryPorts } from "@repute/domain/memory";
import { install } from "@sinonjs/fake-timers";
import { mailing } from "./mailing.js";
import type { Recurring } from "./recurring.js";

const second = 1_000;

describe("a server that mails invitations", () => {
  let timers: ReturnType<typeof install>;
  let domain: Domain;
  let mailer: ReturnType<typeof memoryInvitationMailer>;
  let account: AccountId;
  let reports: unknown[];
  let lines: string[];
  let running: Recurring;
  beforeEach(async () => {
    timers = install({ now: Date.parse("2026-11-20T12:00:00Z"), toNotFake: ["performance"] });
    mailer = memoryInvitationMailer();
    const ports = memoryPorts({ clock: () => Date.now() as Instant, invitationMailer: mailer });
    domain = createDomain(ports, { baseUrl: "https://repute.example" });
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
    [reports, lines] = [[], []];
  });
  afterEach(async () => {
    await running.stop();
    timers.uninstall();
  });

  const start = (of: Pick<Domain, "invitations"> = domain) => {
    running = mailing(of, {
      info: (line) => void lines.push(line),
      warn: (line) => void lines.push(line),
      report: (error) => void reports.push(error),
    });
  };
  const create = (name: string) => {
    const by = { account, kind: "account-key" as const, id: 1 as CredentialId };
    return domain.users.create({ role: "Office Staff", name, email: `${name}@example.com` }, { by });
  };
  const arrived = () => mailer.mails.map(({ to }) => to.name);

  it("sends waiting invitations when it starts, and new ones within seconds", async () => {
    await create("ada");
    await create("bo");
    start();
    await timers.tickAsync(1);
    expect(arrived()).toEqual(["ada", "bo"]);
    await create("cal");
    await timers.tickAsync(5 * second);
    expect(arrived()).toEqual(["ada", "bo", "cal"]);
    expect([lines, reports]).toEqual([[], []]);
  });

  it("logs once that mail fails, with a code, and once that it works again", async () => {
    mailer.failure = mailUnavailable("ECONNREFUSED");
    await create("ada");
    await create("bo");
    start();
    await timers.tickAsync(150 * second);
    const waiting = "Invitations cannot be sent (ECONNREFUSED). The server keeps trying.";
    expect(lines).toEqual([waiting]);
    mailer.failure = undefined;
    await timers.tickAsync(600 * second);
    expect(arrived().sort()).toEqual(["ada", "bo"]);
    expect(lines).toEqual([waiting, "Sending invitations works again"]);
  });

  it("continues with the next invitation after the mail server rejects one", async () => {
    await create("ada");
    await create("bo");
    const refusing = mailer.send;
    mailer.send = async (mail) => (mail.to.name === "ada" ? Promise.reject(mailRefused("SMTP_550")) : refusing(mail));
    start();
    await timers.tickAsync(second);
    expect(arrived()).toEqual(["bo"]);
    expect(lines).toEqual([
      "The mail server rejected an invitation (SMTP_550). The server tries to send the invitation again later.",
    ]);
  });

  it("reports an internal failure and continues", async () => {
    const failures = [new Error("database away")];
    const failing = {
      invitations: {
        ...domain.invitations,
        mail: () => (failures.length > 0 ? Promise.reject(failures.pop() as Error) : domain.invitations.mail()),
      },
    };
    await create("ada");
    start(failing);
    await timers.tickAsync(60 * second);
    expect(reports).toEqual([expect.objectContaining({ message: "database away" })]);
    expect(arrived()).toEqual(["ada"]);
  });

  it("finishes the current message when it stops, and sends no further ones", async () => {
    let release = () => {};
    const sending = mailer.send;
    mailer.send = async (mail) => {
      await new Promise<void>((resolve) => (release = resolve));
      await sending(mail);
    };
    await create("ada");
    await create("bo");
    start();
    await timers.tickAsync(1);
    const stopped = running.stop();
    release();
    await stopped;
    await timers.tickAsync(600 * second);
    expect(arrived()).toEqual(["ada"]);
  });
});
