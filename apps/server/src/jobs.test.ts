import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  type AccountId,
  type Clock,
  createDomain,
  type CredentialId,
  type Domain,
  type Instant,
  mailRefused,
  mailUnavailable,
  type RenderOptions,
  type RenderProgress,
  type TimeZone,
} from "@repute/domain";
import { memoryInvitationMailer, memoryPorts } from "@repute/domain/memory";
import { anImportRow, bundleOf, importFileOf, readList } from "@repute/domain/testing";
import { install } from "@sinonjs/fake-timers";
import {
  dueInvites,
  lastNight,
  mailing,
  nightly,
  type Recurring,
  rendering,
  type Worker,
  workingOnLoads,
} from "./jobs.js";

const time = (text: string) => Date.parse(text) as Instant;
const denver = "America/Denver" as TimeZone;

describe("lastNight", () => {
  it.each<[string, string, string]>([
    ["UTC", "2026-11-21T02:59:59Z", "2026-11-20T03:00:00Z"],
    ["UTC", "2026-11-21T03:00:00Z", "2026-11-21T03:00:00Z"],
    ["UTC", "2026-11-21T03:00:00.999Z", "2026-11-21T03:00:00Z"],
    ["UTC", "2026-11-22T02:00:00Z", "2026-11-21T03:00:00Z"],
    ["America/Denver", "2026-11-21T09:00:00Z", "2026-11-20T10:00:00Z"],
    ["America/Denver", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"],
    ["America/Denver", "2026-03-08T09:00:00Z", "2026-03-08T09:00:00Z"],
    ["America/Denver", "2026-11-01T10:00:00Z", "2026-11-01T10:00:00Z"],
    ["Asia/Kolkata", "2026-11-21T21:29:59Z", "2026-11-20T21:30:00Z"],
  ])("returns the last 3 a.m. in %s as of %s: %s", (timeZone, now, expected) => {
    expect(lastNight(time(now), timeZone as TimeZone)).toBe(time(expected));
  });
});

describe("the nightly job", () => {
  const clock: Clock = () => Date.now() as Instant;
  const at = (text: string) => timers.setSystemTime(time(text));
  let timers: ReturnType<typeof install>;
  let ports: ReturnType<typeof memoryPorts>;
  let domain: Domain;
  let reports: unknown[];
  let lines: string[];
  let started: Recurring[];
  beforeEach(async () => {
    timers = install({ now: time("2026-11-20T12:00:00Z"), toNotFake: ["performance"] });
    ports = memoryPorts({ clock });
    domain = createDomain(ports);
    await domain.accounts.create({ key: "acme", name: "Acme" });
    [reports, lines, started] = [[], [], []];
  });
  afterEach(async () => {
    await Promise.all(started.map((one) => one.stop()));
    timers.uninstall();
  });

  const logs = { info: (line: string) => void lines.push(line), report: (error: unknown) => void reports.push(error) };
  const start = async (of: Pick<Domain, "nightly"> = domain) => {
    started.push(nightly(of, { timeZone: denver, clock, logs }));
    await timers.tickAsync(0);
  };
  const upload = async () => {
    const account = await domain.accounts.byKey("acme");
    const { token } = await domain.access.createToken(account.id, { kind: "web-forms", name: "forms" });
    const by = await domain.access.authenticate("submissions", token);
    const sent = { scct_parameter: "a", phone_number: "8015550142", conversion_type: "Online", patient_name: "Cal" };
    await domain.submissions.one({ ...sent, is_test: true }, { by });
  };
  const line = (removed: number) => `Nightly cleanup finished. Test submissions deleted: ${removed}`;

  it("runs at the start if it has not run since 3 a.m., and then at the next 3 a.m.", async () => {
    await upload();
    await start();
    expect(lines).toEqual([line(1)]);
    await upload();
    await start();
    await timers.tickAsync(time("2026-11-21T09:59:59Z") - clock());
    expect(lines).toEqual([line(1)]);
    await timers.tickAsync(2_000);
    expect(lines).toEqual([line(1), line(1)]);
    expect(reports).toEqual([]);
  });

  it("reports a failure and retries within the hour", async () => {
    const failures = [new Error("database away")];
    const failing = {
      nightly: {
        cleanUp: (due: Instant) =>
          failures.length > 0 ? Promise.reject(failures.pop() as Error) : domain.nightly.cleanUp(due),
      },
    };
    await start(failing);
    expect([lines, reports]).toEqual([[], [expect.objectContaining({ message: "database away" })]]);
    await timers.tickAsync(3_600_000);
    expect(lines).toEqual([line(0)]);
    expect(reports).toHaveLength(1);
  });

  it("says which process holds the job, and runs within seconds after that process was killed", async () => {
    const due = lastNight(clock(), denver);
    const until = (clock() + 60_000) as Instant;
    await ports.storage.jobs.take("nightly", { holder: "web-1:7#Ab3", now: clock(), until, due });
    await start();
    await timers.tickAsync(60_000);
    const waits = "Nightly cleanup waits for web-1:7, which holds the job until 2026-11-20T12:01:00.000Z or longer";
    expect(lines).toEqual([waits, line(0)]);
    expect(reports).toEqual([]);
  });

  it("stops after the current run, and starts no further runs", async () => {
    at("2026-11-21T09:30:00Z");
    await start();
    await Promise.all(started.map((one) => one.stop()));
    await timers.tickAsync(48 * 3_600_000);
    expect(lines).toEqual([line(0)]);
  });
});

/** Runs the job once over a use case with the given steps. Returns the log lines, the reports and the progress. */
async function run(steps: (options: RenderOptions) => Promise<number>) {
  const lines: string[] = [];
  const reports: unknown[] = [];
  const progress: (RenderProgress | undefined)[] = [];
  const logs = { info: (line: string) => void lines.push(line), report: (error: unknown) => void reports.push(error) };
  const feed = { renderOutdated: (options: RenderOptions = {}) => steps(options) };
  await rendering({ feed: feed as Parameters<typeof rendering>[0]["feed"] }, logs, (one) => progress.push(one)).stop();
  return { lines, reports, progress };
}

it("working on sent files starts the process again within seconds after it failed", async () => {
  const timers = install({ now: time("2026-11-20T12:00:05Z"), toNotFake: ["performance"] });
  try {
    const domain = createDomain(memoryPorts({ clock: () => Date.now() as Instant }));
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
    const { token } = await domain.access.createToken(id, { kind: "loader" });
    const codes: (number | null)[] = [];
    const warnings: string[] = [];
    const worker = (): Worker => {
      const isFirst = codes.push(codes.length === 0 ? 1 : 0) === 1;
      return { ended: isFirst ? Promise.resolve(1) : domain.loads.work().then(() => 0), stop() {} };
    };
    const logs = { info() {}, warn: (line: string) => void warnings.push(line), report() {} };
    const job = workingOnLoads(domain, logs, worker);
    async function* body() {
      yield Buffer.from('{"kind":"platform","id":3,"name":"Google","is_survey":false}\n');
    }
    const by = await domain.access.authenticate("loads", token);
    await domain.loads.send(body(), { kind: "bundle", parameters: {} }, { by });
    await timers.tickAsync(9_000);
    expect(codes).toEqual([1]);
    await timers.tickAsync(2_000);
    expect(await domain.loads.one(id, 1)).toMatchObject({ state: "succeeded" });
    expect([codes, warnings]).toEqual([[1, 0], ["The process that works on sent files ended with 1"]]);
    await job.stop();
  } finally {
    timers.uninstall();
  }
});

it("rendering logs and publishes its progress, and clears it at the end", async () => {
  const { lines, reports, progress } = await run(async ({ onProgress }) => {
    for (const done of [0, 1, 2]) onProgress?.({ done, accounts: 2 });
    return 2;
  });
  expect(lines).toEqual([
    "This version renders list items differently. Rendering the lists of 2 accounts again",
    "Lists rendered again: 1 of 2 accounts",
    "Lists rendered again: 2 of 2 accounts",
  ]);
  expect(progress).toEqual([...[0, 1, 2].map((done) => ({ done, accounts: 2 })), undefined]);
  expect(reports).toEqual([]);
});

it("rendering reports an error and clears the progress", async () => {
  const failure = new Error("disk full");
  const { reports, progress } = await run(async ({ onProgress }) => {
    onProgress?.({ done: 0, accounts: 2 });
    throw failure;
  });
  expect(reports).toEqual([failure]);
  expect(progress.at(-1)).toBeUndefined();
});

it("rendering logs nothing if no lists are outdated", async () => {
  expect(await run(async () => 0)).toEqual({ lines: [], reports: [], progress: [undefined] });
});

const minute = 60_000;

describe("a server with planned invites", () => {
  let timers: ReturnType<typeof install>;
  let ports: ReturnType<typeof memoryPorts>;
  let domain: Domain;
  let account: AccountId;
  let lines: string[];
  let reports: unknown[];
  let running: Recurring[];
  beforeEach(async () => {
    [lines, reports, running] = [[], [], []];
    timers = install({ now: Date.parse("2026-06-01T12:00:00Z"), toNotFake: ["performance"] });
    ports = memoryPorts({ clock: () => Date.now() as Instant });
    domain = createDomain(ports);
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
    await domain.bundle.load(
      account,
      bundleOf([
        { kind: "location", id: 1, location_name: "Main", external_location_ids: ["L-1"] },
        { kind: "provider", id: 10, name: "Dr. Ada Lee", external_provider_ids: ["P-10"] },
        { kind: "import_connection", name: "main", send_after_hours: 1 },
      ]),
    );
    await domain.imports.run(account, importFileOf([anImportRow({ appointmentDate: "6/1/2026 13:00" })]));
  });
  afterEach(async () => {
    await Promise.all(running.map((one) => one.stop()));
    timers.uninstall();
  });

  const start = async (of: Pick<Domain, "invites"> = domain) => {
    const logs = {
      info: (line: string) => void lines.push(line),
      report: (error: unknown) => void reports.push(error),
    };
    running.push(dueInvites(of, logs));
    await timers.tickAsync(0);
  };
  const listed = async () => (await readList(ports.storage, account, "invites")).count;
  const line = "Invites published at their planned time: 1";

  it("publishes each invite once, within a minute of its planned time, even with several processes", async () => {
    await start();
    await start();
    await timers.tickAsync(119 * minute);
    expect([await listed(), lines]).toEqual([0, []]);
    await timers.tickAsync(minute);
    expect([await listed(), lines]).toEqual([1, [line]]);
    await timers.tickAsync(5 * minute);
    expect([lines, reports]).toEqual([[line], []]);
  });

  it("publishes overdue invites when it starts", async () => {
    timers.setSystemTime(Date.parse("2026-06-02T00:00:30Z"));
    await start();
    expect([await listed(), lines]).toEqual([1, [line]]);
  });

  it("reports a failure and retries a minute later", async () => {
    const failures = [new Error("database away")];
    const publishDue = () =>
      failures.length > 0 ? Promise.reject(failures.pop() as Error) : domain.invites.publishDue();
    timers.setSystemTime(Date.parse("2026-06-02T00:00:30Z"));
    await start({ invites: { ...domain.invites, publishDue } });
    expect([await listed(), reports]).toEqual([0, [expect.objectContaining({ message: "database away" })]]);
    await timers.tickAsync(minute);
    expect([await listed(), reports.length]).toEqual([1, 1]);
  });
});

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
    running = mailing(
      "invitation",
      { ...domain, ...of },
      {
        info: (line) => void lines.push(line),
        warn: (line) => void lines.push(line),
        report: (error) => void reports.push(error),
      },
    );
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
