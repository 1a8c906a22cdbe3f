import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Clock, createDomain, type Domain, type Instant, type TimeZone } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { install } from "@sinonjs/fake-timers";
import { lastNight, nightly } from "./nightly.js";
import type { Recurring } from "./recurring.js";

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
  let domain: Domain;
  let reports: unknown[];
  let lines: string[];
  let started: Recurring[];
  beforeEach(async () => {
    timers = install({ now: time("2026-11-20T12:00:00Z"), toNotFake: ["performance"] });
    domain = createDomain(memoryPorts({ clock }));
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

  it("stops after the current run, and starts no further runs", async () => {
    at("2026-11-21T09:30:00Z");
    await start();
    await Promise.all(started.map((one) => one.stop()));
    await timers.tickAsync(48 * 3_600_000);
    expect(lines).toEqual([line(0)]);
  });
});
