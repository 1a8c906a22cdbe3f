import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { emptyCatalog } from "../../foundation/catalog/catalog.js";
import { namesOf } from "../../foundation/catalog/names.js";
import { type Question, questionKinds } from "../../foundation/catalog/survey.js";
import { displayTime } from "../../foundation/kernel/display-time.js";
import type { TimeZone } from "../../foundation/kernel/time-zone.js";
import { anyCharacter } from "../../testing/any-character.js";
import { aGroup, aLocation, aProvider, aQuestion, aSurveyResponse, at } from "../../testing/builders.js";
import { answerKeys, fixedKeys } from "./answer-keys.js";
import { responseEntries } from "./survey-response-item.js";
import type { Answer, SurveyResponse } from "./survey-response.js";

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
      customFields: { plan: "gold" },
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
