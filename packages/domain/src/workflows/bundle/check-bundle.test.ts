import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { defaultConnection, type ImportConnection } from "../../subjects/imports/import-connection.js";
import type { Stop } from "../../subjects/imports/stops.js";
import { at, bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";

describe("answers in a bundle", () => {
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    ports = memoryPorts();
    domain = createDomain(ports);
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  });

  const stars = { question_id: "q1", name: "Overall visit", text: "How was it?", kind: "stars" };
  const survey = (id: number, ...questions: object[]) => ({ kind: "survey", id, name: `Survey ${id}`, questions });
  const platforms = [4, 6].map((id) => ({ kind: "platform", id, name: `P${id}`, is_survey: true }));
  const catalog = [...platforms, survey(4, stars)];
  const response = (id: number, more: object = {}) => ({
    kind: "survey_response",
    id,
    survey_id: 4,
    submitted_at: "2026-03-02T17:05:00Z",
    answers: { q1: "5" },
    ...more,
  });
  const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));
  const list = async (surveyId = 4) => (await readList(ports.storage, account, `responses/${surveyId}`)).items;

  describe("survey responses in a bundle", () => {
    const problems = async (...lines: object[]): Promise<readonly Problem[]> => {
      const error = await load(...lines).then(
        () => undefined,
        (thrown: { code: string; problems: readonly Problem[] }) => thrown,
      );
      expect(error?.code).toBe("bundle_invalid");
      return error?.problems ?? [];
    };
    const answered = (answers: unknown, more: object = {}) => response(1, { answers, ...more });

    it("may precede their survey, and change nothing when loaded again", async () => {
      const lines = [response(1, { comments: { q1: "Kind" }, appointment_date: "2026-03-01" }), ...catalog];
      expect((await load(...lines)).kinds.survey_response).toEqual({ lines: 1, changed: 1 });
      expect((await load(...lines)).kinds.survey_response).toEqual({ lines: 1, changed: 0 });
    });

    it("accept numbers as answers, and null answers and comments", async () => {
      await load(...catalog, answered({ q1: 4 }, { comments: { q1: null } }));
      expect(await list()).toMatchObject([{ "Overall visit": "4", overall: 4 }]);
      await load(answered({ q1: null }));
      expect(await list()).toMatchObject([{ "Overall visit": "", overall: null }]);
    });

    it("accept an answer to a question named __proto__", async () => {
      const question = { ...stars, question_id: "__proto__", name: "__proto__" };
      await load(...catalog, survey(6, question), answered(JSON.parse('{"__proto__":"4"}'), { survey_id: 6 }));
      const [item = {}] = await list(6);
      expect(Object.getOwnPropertyDescriptor(item, "__proto__")?.value).toBe("4");
    });

    it.each<[string, unknown, string]>([
      ["an array of answers", ["5"], "answers"],
      ["a boolean answer", { q1: true }, "answers.q1"],
      ["an object as an answer", { q1: { code: "5" } }, "answers.q1"],
      ["nested arrays", { q1: [["5"]] }, "answers.q1"],
      ["NUL characters", { q1: "\0" }, "answers.q1"],
    ])("are rejected with %s", async (_, answers, key) => {
      expect(await problems(...catalog, answered(answers))).toMatchObject([
        { line: catalog.length + 1, kind: "survey_response", key },
      ]);
    });

    it("reject answers to unknown questions, and answers that a question does not accept", async () => {
      const nps = { question_id: "nps", name: "Recommend", text: "Would you?", kind: "point_scale", min: 0, max: 10 };
      const scale = { ...nps, question_id: "s", name: "Calm", min: 1, max: 7 };
      const requested = [...platforms, survey(4, stars, nps, scale)];
      const cases: readonly (readonly [answers: object, message?: string])[] = [
        [{ q1: ["5"] }, "expected one answer, because the question accepts only one"],
        [{ q1: "9", nps: "10", s: 6.5 }],
        [{ nps: "7.5" }, "expected a whole number from 0 to 10"],
        [{ nps: 11 }, "expected a whole number from 0 to 10"],
        [{ nps: "-1" }, "expected a whole number from 0 to 10"],
        [{ nps: "" }],
        [{ s: "8" }, "expected a number from 1 to 7"],
        [{ s: "often" }, "expected a number from 1 to 7"],
        [{ q9: "5" }, "survey 4 has no such question"],
        [{ toString: "5" }, "survey 4 has no such question"],
      ];
      const lines = cases.map(([answers], index) => answered(answers, { id: index + 1 }));
      expect(await problems(...lines, ...requested)).toEqual(
        cases.flatMap(([answers, message], index) =>
          message === undefined
            ? []
            : [{ line: index + 1, kind: "survey_response", key: `answers.${Object.keys(answers).join("")}`, message }],
        ),
      );
    });

    it("reject comments on unknown questions", async () => {
      expect(await problems(...catalog, response(1, { comments: { q9: "Kind" } }))).toEqual([
        {
          line: catalog.length + 1,
          kind: "survey_response",
          key: "comments.q9",
          message: "survey 4 has no such question",
        },
      ]);
    });

    it("are checked against the account's survey in a dry run too", async () => {
      await load(...catalog);
      const wrong = domain.bundle.load(account, bundleOf([answered({ q9: "5" })]), { dryRun: true });
      await expect(wrong).rejects.toMatchObject({ problems: [{ line: 1, key: "answers.q9" }] });
    });

    it("are rejected if their platform has no survey", async () => {
      expect(await problems(...catalog, response(1, { survey_id: 6 }))).toMatchObject([
        { key: "survey_id", message: "survey 6 exists neither in the account nor in this file" },
      ]);
    });
  });
});

describe("the terms of imports in a bundle", () => {
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
        statuses: { X: "cancelled", "Misc. Visit": "takes_place" },
        columns: { mobile_phone: "Wireless", patient_id: null },
        location_refs: { Downtown: "L-1" },
        provider_refs: { "Dr. A": "P-10" },
        time_zone: "Asia/Tokyo",
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
          statuses: { X: "cancelled", "Misc. Visit": "takes_place" },
          columns: { mobilePhone: "Wireless", patientId: null },
          locationRefs: { Downtown: "L-1" },
          providerRefs: { "Dr. A": "P-10" },
          timeZone: "Asia/Tokyo",
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
      ["an unknown meaning of a status", { statuses: { X: "gone" } }, "statuses.X"],
      ["a column of an unknown field", { columns: { mobile: "Wireless" } }, "columns.mobile"],
      ["a number as heading", { columns: { email: 5 } }, "columns.email"],
      ["an array of references", { location_refs: ["L-1"] }, "location_refs"],
      ["an unknown time zone", { time_zone: "Mars" }, "time_zone"],
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
});
