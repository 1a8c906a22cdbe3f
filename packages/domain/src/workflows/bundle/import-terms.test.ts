import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { defaultConnection, type ImportConnection } from "../../subjects/imports/import-connection.js";
import type { Stop } from "../../subjects/imports/stops.js";
import { at, bundleOf } from "../../testing/builders.js";

let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  ports = memoryPorts();
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));
async function problems(...lines: object[]): Promise<readonly Problem[]> {
  const error = await load(...lines).then(
    () => undefined,
    (thrown: { code: string; problems: readonly Problem[] }) => thrown,
  );
  expect(error?.code).toBe("bundle_invalid");
  return error?.problems ?? [];
}

describe("import connections in a bundle", () => {
  const connection = (more: object = {}) => ({ kind: "import_connection", name: "ehr", ...more });
  const message = { kind: "message", id: 1, name: "Thanks", languages: { en: { key: "en", message: "Hi" } } };
  const stored = (): Promise<readonly ImportConnection[]> =>
    ports.storage.read(account, ({ importConnections }) => importConnections.all(account));

  it("use the defaults for absent settings", async () => {
    await load(connection());
    expect(await stored()).toEqual([{ ...defaultConnection, name: "ehr" }]);
  });

  it("store every setting, and change nothing when loaded again", async () => {
    const settings = {
      captures_appointments: false,
      sends_invites: false,
      date_order: "day_first",
      max_past_days: 3_650,
      max_future_days: 60,
      invite_interval_days: 0,
      invite_interval_scope: "provider",
      send_after_hours: 720,
      require_provider: true,
      require_date_of_birth: true,
      require_state: true,
      require_state_for_invites: true,
      minimum_invite_age: 18,
      monitoring_only: true,
      silenced_location_refs: ["Sandbox"],
      silenced_provider_refs: ["P-0"],
      message_id: 1,
    };
    expect((await load(message, connection(settings))).kinds.import_connection).toEqual({ lines: 1, changed: 1 });
    expect(await stored()).toEqual([
      {
        name: "ehr",
        capturesAppointments: false,
        sendsInvites: false,
        dateOrder: "day_first",
        maxPastDays: 3_650,
        maxFutureDays: 60,
        inviteIntervalDays: 0,
        inviteIntervalScope: "provider",
        sendAfterHours: 720,
        requireProvider: true,
        requireDateOfBirth: true,
        requireState: true,
        requireStateForInvites: true,
        minimumInviteAge: 18,
        monitoringOnly: true,
        silencedLocationRefs: ["Sandbox"],
        silencedProviderRefs: ["P-0"],
        messageId: 1,
      },
    ]);
    expect((await load(message, connection(settings))).kinds.import_connection).toEqual({ lines: 1, changed: 0 });
  });

  it("are replaced only by a line with the same name", async () => {
    await load(connection({ name: "a" }), connection({ name: "b", max_past_days: 3 }));
    await load(connection({ name: "b", max_past_days: 5 }));
    expect((await stored()).map(({ name, maxPastDays }) => [name, maxPastDays])).toEqual([
      ["a", defaultConnection.maxPastDays],
      ["b", 5],
    ]);
  });

  it.each<[string, object, string]>([
    ["no name", { name: " " }, "name"],
    ["a negative number of days", { max_past_days: -1 }, "max_past_days"],
    ["half a day", { invite_interval_days: 0.5 }, "invite_interval_days"],
    ["more hours than 30 days", { send_after_hours: 721 }, "send_after_hours"],
    ["an unknown scope", { invite_interval_scope: "location" }, "invite_interval_scope"],
    ["an unknown date order", { date_order: "year_first" }, "date_order"],
    ["a string instead of a flag", { sends_invites: "yes" }, "sends_invites"],
    ["a string instead of a list", { silenced_location_refs: "L-1" }, "silenced_location_refs"],
    ["an unknown message", { message_id: 9 }, "message_id"],
    ["an unknown key", { max_days: 3 }, "max_days"],
  ])("cannot have %s", async (_, more, key) => {
    expect(await problems(connection(more))).toMatchObject([{ line: 1, kind: "import_connection", key }]);
  });

  it("are unique in a bundle", async () => {
    expect(await problems(connection(), connection())).toMatchObject([{ line: 2, kind: "import_connection" }]);
  });
});

describe("stops in a bundle", () => {
  const stop = (contact: unknown, more: object = {}) => ({ kind: "stop", contact, ...more });
  const among = (...contacts: string[]): Promise<readonly Stop[]> =>
    ports.storage.read(account, ({ stops }) => stops.among(account, contacts as never));

  it("are stored under the normalized phone number or email address", async () => {
    const lines = [stop("(801) 555-0142", { since: "2026-03-02T17:05:00Z" }), stop("Ann.Lee@Example.com")];
    expect((await load(...lines)).kinds.stop).toEqual({ lines: 2, changed: 2 });
    expect(await among("+18015550142", "ann.lee@example.com", "+18015550143")).toEqual([
      { contact: "+18015550142", since: at("2026-03-02T17:05:00Z") },
      { contact: "ann.lee@example.com", since: null },
    ]);
    expect((await load(...lines)).kinds.stop).toEqual({ lines: 2, changed: 0 });
  });

  it.each([
    ["an impossible phone number", "801-555"],
    ["a placeholder address", "noemail@example.com"],
    ["an empty string", ""],
    ["a JSON number", 8_015_550_142],
  ])("cannot be %s", async (_, contact) => {
    const [problem] = await problems(stop(contact));
    expect(problem).toMatchObject({ line: 1, kind: "stop", key: "contact" });
    expect(problem?.message).toContain("expected a phone number or an email address");
  });
});
