import { beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createDomain, type Domain } from "../../domain.js";
import { type Catalog, emptyCatalog, type Question, questionKinds } from "../../foundation/catalog/catalog.js";
import { namesOf } from "../../foundation/catalog/names.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { displayTime, type Instant, isoInstant, type TimeZone } from "../../foundation/kernel/times.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import { anyCharacter } from "../../testing/arbitraries.js";
import {
  aGroup,
  aLocation,
  aProvider,
  aQuestion,
  aSurvey,
  aSurveyResponse,
  at,
  bundleOf,
} from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
import { responseEntries, type SurveyResponseQuery } from "./survey-response-item.js";
import { type Answer, answerKeys, answerKeysToKeep, fixedKeys, type SurveyResponse } from "./survey-response.js";

describe("listing survey responses", () => {
  const clock = stillClock();
  const start = clock();
  let domain: Domain;
  let account: AccountId;
  let ports: ReturnType<typeof memoryPorts>;
  beforeEach(async () => {
    clock.set(start);
    ports = memoryPorts({ clock });
    domain = createDomain(ports);
    account = (await domain.accounts.create({ key: "acme", name: "Acme", timeZone: "America/Denver" })).id;
  });

  const stars = { question_id: "q1", name: "Overall visit", text: "How was it?", kind: "stars" };
  const survey = (id: number, ...questions: object[]) => ({ kind: "survey", id, name: `Survey ${id}`, questions });
  const catalog = [
    { kind: "location", id: 1, location_name: "Main Street", external_location_ids: [], state: "UT" },
    { kind: "provider", id: 10, name: "Dr. Ada Quill", npi: "1234567893", external_provider_ids: [] },
    { kind: "platform", id: 3, name: "Google", is_survey: false },
    ...[4, 5, 6].map((id) => ({ kind: "platform", id, name: `P${id}`, is_survey: true })),
    survey(4, stars),
    survey(5),
  ];
  const response = (id: number, more: object = {}) => ({
    kind: "survey_response",
    id,
    survey_id: 4,
    submitted_at: "2026-03-02T17:05:00Z",
    answers: { q1: "5" },
    ...more,
  });
  const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));

  const read = (query: SurveyResponseQuery, questions = true) =>
    domain.surveys.responses(account, query, { questions });
  async function list(query: Partial<SurveyResponseQuery> = {}, questions = true) {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const texts: string[] = [];
    for await (const { json, count } of (await read({ survey_id: "4", ...query }, questions)).read()) {
      if (count > 0) texts.push(decoder.decode(json));
    }
    return JSON.parse(`[${texts.join(",")}]`) as Record<string, unknown>[];
  }

  describe("the key of an answer", () => {
    const question = (id: string, name = "Wait") => ({ question_id: id, name, text: "How long?", kind: "open_text" });
    const answered = (...ids: string[]) =>
      response(1, { answers: Object.fromEntries(ids.map((id) => [id, `about ${id}`])) });
    /** Returns the keys of the only response by question id, and checks that the columns are the same. */
    async function keyOf() {
      const [item] = await list({}, false);
      const { columns } = await read({ survey_id: "4" }, false);
      expect(Object.keys(item ?? {})).toEqual(columns);
      const answers = Object.entries(item ?? {}).slice(fixedKeys.length);
      return Object.fromEntries(answers.map(([key, value]) => [String(value).slice("about ".length), key]));
    }
    beforeEach(async () => {
      await load(...catalog.slice(0, -2), survey(5), survey(4, question("a"), question("b")), answered("a", "b"));
    });

    it("stays if a question with the same name is inserted, and after a rebuild", async () => {
      await load(survey(4, question("a"), question("c"), question("b")), answered("a", "b", "c"));
      const keys = { a: "Wait", b: "Wait (2)", c: "Wait (3)" };
      expect(await keyOf()).toEqual(keys);
      await domain.feed.rebuild(account);
      expect(await keyOf()).toEqual(keys);
      await load(survey(4, question("c"), question("b"), question("a")));
      expect(await keyOf()).toEqual(keys);
    });

    it("is not given to another question after its question is deleted or renamed", async () => {
      await load(survey(4, question("b"), question("c")), answered("b", "c"));
      expect(await keyOf()).toEqual({ b: "Wait (2)", c: "Wait (3)" });
      await load(survey(4, question("b", "Waited"), question("d"), question("c")), answered("b", "c", "d"));
      expect(await keyOf()).toEqual({ b: "Waited", d: "Wait (4)", c: "Wait (3)" });
      await load(survey(4, question("b"), question("a")), answered("a", "b"));
      expect(await keyOf()).toEqual({ a: "Wait", b: "Wait (2)" });
    });

    it("stays if the survey is deleted and loaded again in another order", async () => {
      await load(
        { kind: "survey_response", id: 1, deleted: true },
        { kind: "survey", id: 4, deleted: true },
        { kind: "platform", id: 4, deleted: true },
      );
      await load({ kind: "platform", id: 4, name: "P4", is_survey: true }, survey(4, question("c"), question("b")));
      await load(answered("b", "c"));
      expect(await keyOf()).toEqual({ b: "Wait (2)", c: "Wait (3)" });
    });

    it("is the key that an earlier version published, even if the first later change inserts a question", async () => {
      await ports.storage.transact(account, ({ catalog: stored }) => stored.remove(account, { answerKeys: [4, 5] }));
      expect(await keyOf()).toEqual({ a: "Wait", b: "Wait (2)" });
      await load(survey(4, question("c"), question("a"), question("b")), answered("a", "b", "c"));
      expect(await keyOf()).toEqual({ a: "Wait", b: "Wait (2)", c: "Wait (3)" });
    });

    it("belongs to one survey of one account", async () => {
      await load(survey(5, question("b")), response(2, { survey_id: 5, answers: { b: "about b" } }));
      expect(await list({ survey_id: "5" }, false)).toMatchObject([{ Wait: "about b" }]);
      const other = (await domain.accounts.create({ key: "other", name: "Other" })).id;
      await domain.bundle.load(other, bundleOf([...catalog.slice(0, -2), survey(4, question("b")), answered("b")]));
      expect(await readList(ports.storage, other, "responses/4")).toMatchObject({ items: [{ Wait: "about b" }] });
    });
  });

  it("tells choices apart by their codes with keys=true, also if labels contain commas", async () => {
    const choices = ["Staff, friendly", "Staff", "friendly"];
    const pick = { question_id: "__proto__", name: "Liked", text: "Pick", kind: "multi_select", choices };
    const scale = { question_id: "s", name: "Scale", text: "How?", kind: "point_scale", min: 0, max: 10 };
    const why = { question_id: "w", name: "Why", text: "Why?", kind: "open_text" };
    const answers = (json: string) => JSON.parse(json) as object;
    await load(
      ...catalog.slice(0, -2),
      survey(5),
      survey(4, pick, scale, why),
      response(3, { answers: answers('{"__proto__": ["1"], "s": 7, "w": "it, was"}'), extras: { plan: "gold" } }),
      response(2, { answers: answers('{"__proto__": ["3", "2", "9"]}') }),
      response(1, { answers: {} }),
    );
    const { items } = await readList(ports.storage, account, "responses/4", { keyed: true });
    const fields = JSON.stringify(items.map((item) => [item["_answer_codes"], item["_custom_fields"]]));
    expect(fields).toBe('[[{"__proto__":["1"],"s":["7"]},{"plan":"gold"}],[{"__proto__":["2","3","9"]},{}],[{},{}]]');
    expect(items.map((item) => item["Liked"])).toEqual(["Staff, friendly", "Staff, friendly, 9", ""]);
  });

  describe("the list of a survey's responses", () => {
    const patients = async (query?: Partial<SurveyResponseQuery>) =>
      (await list(query)).map((item) => item["patient_id"]);
    const at = (id: number, submitted_at: string) => response(id, { submitted_at, patient_id: `${id}` });

    it("contains only responses to that survey, newest first", async () => {
      await load(
        ...catalog,
        at(1, "2026-03-01T00:00:00Z"),
        at(2, "2026-03-03T00:00:00Z"),
        response(3, { survey_id: 5, answers: {} }),
        at(4, "2026-03-02T00:00:00Z"),
      );
      expect(await patients()).toEqual(["2", "4", "1"]);
      expect(await list({ survey_id: "5" })).toHaveLength(1);
      expect(await list({ survey_id: " 6 " })).toEqual([]);
    });

    it("uses open-ended ranges and days in the account's time zone", async () => {
      await load(
        ...catalog,
        at(1, "2026-03-01T06:59:59Z"),
        at(2, "2026-03-01T07:00:00Z"),
        at(3, "2026-04-02T07:00:00Z"),
      );
      expect(await patients({ start_date: "2026-03-01" })).toEqual(["3", "2"]);
      expect(await patients({ end_date: "2026-03-01" })).toEqual(["2", "1"]);
      expect(await patients({ start_date: "2026-03-01", end_date: "2026-04-01" })).toEqual(["2"]);
      const { window } = await read({ survey_id: "4", start_date: "2026-03-01" });
      expect([window?.start, window?.end]).toEqual([Date.UTC(2026, 2, 1, 7), undefined]);
    });

    it("has the questions member only in the complete response", async () => {
      await load(...catalog, response(1));
      const [full] = await list();
      const { questions, ...others } = full ?? {};
      expect(questions).toMatchObject([{ question_id: "q1", val: "5" }]);
      expect(await list({}, false)).toEqual([others]);
    });

    it("returns column names from the survey", async () => {
      await load(...catalog, response(1));
      const { columns = [] } = await read({ survey_id: "4" });
      const [item] = await list();
      expect(columns).toEqual(Object.keys(item ?? {}));
      expect((await read({ survey_id: "4" }, false)).columns).toEqual(columns.slice(0, -1));
    });

    it.each([
      ["", "not_an_integer"],
      ["four", "not_an_integer"],
      ["4,5", "not_an_integer"],
      ["4.0", "not_an_integer"],
      ["7", "unknown_ids"],
      ["-4", "unknown_ids"],
      ["3", "unknown_ids"],
    ])("rejects the survey id %j", async (survey_id, code) => {
      await load(...catalog);
      await expect(read({ survey_id })).rejects.toMatchObject({ code, problems: [{ parameter: "survey_id" }] });
    });

    it("rejects another account's survey", async () => {
      await load(...catalog);
      const { id } = await domain.accounts.create({ key: "other", name: "Other" });
      await expect(domain.surveys.responses(id, { survey_id: "4" }, { questions: true })).rejects.toThrow(
        "unknown survey_id for this account: 4",
      );
    });
  });

  describe("a change of displayed values", () => {
    const modifiedAt = async () => {
      for await (const { watermark } of (await read({ survey_id: "4" })).read()) return watermark - start;
      return undefined;
    };

    it("in the account's time zone updates all responses", async () => {
      await load(...catalog, response(1));
      expect(await list()).toMatchObject([{ survey_date: "3/2/2026 10:05:00 am" }]);
      clock.set(start + 60_000);
      await load({ kind: "account", time_zone: "Asia/Kolkata" }, { ...survey(4, stars), name: "Renamed" });
      expect(await list()).toMatchObject([{ survey_date: "3/2/2026 10:35:00 pm" }]);
      expect(await modifiedAt()).toBe(60_000);
      clock.set(start + 120_000);
      await load({ kind: "account", time_zone: "Asia/Kolkata", currency: "EUR" });
      const { items } = await readList(ports.storage, account, "responses/4", { keyed: true });
      expect(items).toMatchObject([{ _changed_at: isoInstant((start + 60_000) as Instant) }]);
    });

    it("in a survey's questions updates its responses and keeps answers to removed questions", async () => {
      await load(...catalog, response(1));
      const other = { question_id: "q2", name: "Waited", text: "How long?", kind: "open_text" };
      await load(survey(4, other));
      expect(await list()).toMatchObject([{ Waited: "", overall: null, questions: [{ question_id: "q2" }] }]);
      await load(survey(4, other, { ...stars, name: "Visit" }));
      expect(await list()).toMatchObject([{ Waited: "", Visit: "5", overall: 5 }]);
    });

    it("in a location, a provider or a group updates the responses that mention it", async () => {
      await load(...catalog, response(1, { location_id: 1, provider_id: 10 }));
      await load(
        { kind: "location", id: 1, location_name: "Oak Street", external_location_ids: [], state: "CA" },
        { kind: "provider", id: 10, name: "Dr. Reed", external_provider_ids: [] },
        { kind: "group", id: 7, name: "North", provider_ids: [10], location_ids: [] },
      );
      expect(await list()).toMatchObject([
        { location: "Oak Street", state: "CA", provider: "Dr. Reed", npi: null, groups: [7] },
      ]);
    });

    it("in a response's survey removes the response from the old list", async () => {
      await load(...catalog, response(1), response(2));
      clock.set(start + 60_000);
      await load(response(1, { survey_id: 5, answers: {} }));
      expect(await list()).toHaveLength(1);
      expect(await list({ survey_id: "5" })).toHaveLength(1);
      expect(await modifiedAt()).toBe(60_000);
    });
  });
});

const names = namesOf({
  ...emptyCatalog,
  locations: [aLocation()],
  providers: [aProvider()],
  groups: [aGroup()],
});

function entryOf(questions: readonly Question[], overrides: Partial<SurveyResponse> = {}) {
  const display = displayTime("America/Denver" as TimeZone);
  return responseEntries({ questions, names, display, modifiedAt: at("2026-06-01") })(aSurveyResponse(overrides));
}

type Item = Readonly<Record<string, unknown>> & { readonly questions: readonly Readonly<Record<string, unknown>>[] };

function itemOf(questions: readonly Question[], overrides?: Partial<SurveyResponse>): Item {
  const { json, tail } = entryOf(questions, overrides);
  return JSON.parse(`${json.slice(0, -1)},${tail}}`) as Item;
}

const unknown = {
  appointmentDate: null,
  contact: null,
  locationId: null,
  providerId: null,
  patientId: null,
  patientFirst: null,
  patientLast: null,
};
const requested = [
  aQuestion({ overall: true, allowsComment: true }),
  aQuestion({ id: "q2", name: "Waited", text: "How long?", kind: "single_select", choices: ["Short", "Long"] }),
];

describe("the item of a survey response", () => {
  it("has fixed members first, then answers in the order of the survey", () => {
    const { json, tail } = entryOf(requested, {
      answers: { q2: "2", q1: "4" },
      comments: { q1: "Kind", q2: "Really" },
    });
    expect(json).toBe(
      '{"appointment_date":"2026-03-01","contact":"+18015550142","groups":[30],"location":"Main Street","location_id":1,' +
        '"npi":"1234567893","overall":4,"patient_first":"Bo","patient_id":"MRN-5","patient_last":"Tran",' +
        '"patient_name":"Bo Tran","provider":"Dr. Ada Quill","state":"UT","survey_date":"3/2/2026 10:05:00 am",' +
        '"user":"Bo Tran","user_id":"MRN-5","Overall visit":"4","Waited":"Long"}',
    );
    expect(tail).toBe(
      '"questions":[{"question_id":"q1","question_text":"How was your visit?","val":"4",' +
        '"display_values":{"1":"1","2":"2","3":"3","4":"4","5":"5"},"comment":"Kind"},' +
        '{"question_id":"q2","question_text":"How long?","val":"Long","display_values":{"1":"Short","2":"Long"}}]',
    );
  });

  it("has null for unknown values, and empty strings for unanswered questions", () => {
    expect(itemOf(requested, { ...unknown, answers: {} })).toEqual({
      ...Object.fromEntries(fixedKeys.map((key) => [key, null])),
      groups: [],
      survey_date: "3/2/2026 10:05:00 am",
      "Overall visit": "",
      Waited: "",
      questions: [
        { question_id: "q1", question_text: "How was your visit?", val: "", display_values: expect.any(Object) },
        { question_id: "q2", question_text: "How long?", val: "", display_values: { 1: "Short", 2: "Long" } },
      ],
    });
  });

  it.each([
    [{ patientFirst: "Bo", patientLast: null }, "Bo"],
    [{ patientFirst: null, patientLast: "Tran" }, "Tran"],
    [{ patientFirst: "", patientLast: "" }, null],
  ])("combines the known parts of the patient's name: %j", (known, expected) => {
    expect(itemOf([], known)).toMatchObject({ patient_name: expected, user: expected });
  });

  it("has a comment only if the question allows comments and the patient left one", () => {
    const comments = (answers: Record<string, string>) =>
      itemOf(requested, { comments: answers }).questions.map((one) => one["comment"]);
    expect(comments({ q1: "Kind", q2: "Slow" })).toEqual(["Kind", undefined]);
    expect(comments({ q1: "" })).toEqual([undefined, undefined]);
    expect(itemOf(requested, { comments: {} }).questions[0]).not.toHaveProperty("comment");
  });

  it("never overwrites a fixed member with an answer", () => {
    const item = itemOf([aQuestion({ name: "state" }), aQuestion({ id: "q2", name: "questions" })], {
      answers: { q1: "5", q2: "3" },
    });
    expect(item).toMatchObject({ state: "UT", "state (2)": "5", "questions (2)": "3" });
    expect(item.questions).toHaveLength(2);
  });

  it("keeps names that are special in JavaScript as data", () => {
    const names = ["__proto__", "constructor", "7", "toString"];
    const questions = names.map((name) => aQuestion({ id: name, name }));
    const answers = JSON.parse('{"__proto__":"1","constructor":"2","7":"3"}') as Record<string, Answer>;
    const { json } = entryOf(questions, { answers });
    expect(json).toContain(',"__proto__":"1","constructor":"2","7":"3","toString":""}');
    expect(Object.getOwnPropertyDescriptor(JSON.parse(json), "__proto__")?.value).toBe("1");
    expect(itemOf(questions, { answers }).questions.map(({ val }) => val)).toEqual(["1", "2", "3", ""]);
    expect(itemOf(questions, { answers: {} }).questions.map(({ val }) => val)).toEqual(["", "", "", ""]);
  });

  it("has the response's time, the custom fields and no filterable rating in the feed", () => {
    expect(entryOf(requested, { extras: { plan: "gold" } })).toMatchObject({
      kind: 0,
      id: 801,
      at: at("2026-03-02T17:05:00Z"),
      modifiedAt: at("2026-06-01"),
      locationId: 1,
      providerId: 10,
      rating: null,
      fields: { plan: "gold" },
    });
  });
});

const text = fc.string({ unit: anyCharacter, maxLength: 6 }).map((value) => value.toWellFormed());
const hardName = fc.oneof(text, fc.constantFrom("__proto__", "state", "questions", "1", "a", "a (2)", "toString"));
const anyQuestion = fc
  .record({
    id: hardName,
    name: hardName,
    text,
    kind: fc.constantFrom(...questionKinds),
    choices: fc.array(text, { maxLength: 4 }),
    min: fc.integer({ min: -5, max: 5 }),
    max: fc.integer({ min: 6, max: 10 }),
    allowsComment: fc.boolean(),
    overall: fc.boolean(),
  })
  .map((members) => aQuestion(members));
const code = fc.oneof(
  text,
  fc.integer({ min: -1, max: 9 }).map(String),
  fc.constantFrom("1,3", "2, 1", "", "__proto__"),
);
const anyAnswer = fc.oneof(code, fc.array(code, { maxLength: 3 }));
const anySurvey = fc.uniqueArray(anyQuestion, { selector: ({ id }) => id, maxLength: 8 }).chain((questions) =>
  fc.tuple(
    fc.constant(questions),
    fc
      .array(fc.option(anyAnswer, { nil: undefined }), { minLength: questions.length, maxLength: questions.length })
      .map((answers) =>
        Object.fromEntries(
          questions.flatMap(({ id }, index) => (answers[index] === undefined ? [] : [[id, answers[index]]])),
        ),
      ),
  ),
);

it("never gives the key of an answer to another question in any history of surveys", () => {
  const name = fc.constantFrom("Wait", "Wait (2)", "Wait (3)", "state", "_id", "__proto__");
  const versions = fc.array(
    fc.uniqueArray(fc.record({ id: fc.constantFrom("a", "b", "c", "d", "__proto__"), name }), {
      selector: ({ id }) => id,
    }),
    { minLength: 2, maxLength: 8 },
  );
  fc.assert(
    fc.property(versions, (history) => {
      const owners = new Map<string, string>();
      let stored: Pick<Catalog, "surveys" | "answerKeys"> = { surveys: [], answerKeys: [] };
      for (const members of history) {
        const questions = members.map((one) => aQuestion(one));
        const surveys = [aSurvey({ questions })];
        stored = { surveys, answerKeys: answerKeysToKeep(surveys, stored) };
        const keys = answerKeys(questions, stored.answerKeys[0]);
        expect(new Set(keys).size).toBe(questions.length);
        keys.forEach((key, index) => {
          const { id } = questions[index] as Question;
          expect(owners.get(key) ?? id).toBe(id);
          owners.set(key, id);
        });
      }
    }),
  );
});

describe("any survey with any answers", () => {
  it("has the same value in each question and its member, and no duplicate members", () => {
    fc.assert(
      fc.property(anySurvey, ([questions, answers]) => {
        const item = itemOf(questions, { answers });
        const keys = answerKeys(questions);
        expect(Object.keys(item).sort()).toEqual([...fixedKeys, ...keys, "questions"].sort());
        expect(keys.map((key) => Object.getOwnPropertyDescriptor(item, key)?.value as unknown)).toEqual(
          item.questions.map(({ val }) => val),
        );
        expect(item.questions.map(({ question_id }) => question_id)).toEqual(questions.map(({ id }) => id));
        expect(item.questions.every(({ val }) => typeof val === "string")).toBe(true);
      }),
    );
  });
});
