import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type AccountId, createDomain, type Domain, type Instant } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { anImportRow, bundleOf, importFileOf, readList } from "@repute/domain/testing";
import { install } from "@sinonjs/fake-timers";
import { dueInvites } from "./due-invites.js";
import type { Recurring } from "./recurring.js";

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
