import { describe, expect, it } from "@jest/globals";
import type { Question } from "../../foundation/catalog/catalog.js";
import { aQuestion, aSurveyResponse } from "../../testing/builders.js";
import {
  type Answer,
  answerKeys,
  answerValue,
  displayValues,
  overallRating,
  responseColumns,
} from "./survey-response.js";

const keys = (...names: string[]) => answerKeys(names.map((name, index) => aQuestion({ id: `q${index}`, name })));

it.each([
  [
    ["Wait", "Staff"],
    ["Wait", "Staff"],
  ],
  [
    ["Wait", "Wait", "Wait"],
    ["Wait", "Wait (2)", "Wait (3)"],
  ],
  [
    ["state", "user", "overall"],
    ["state (2)", "user (2)", "overall (2)"],
  ],
  [
    ["state", "state"],
    ["state (2)", "state (3)"],
  ],
  [
    ["Wait", "Wait", "Wait (2)"],
    ["Wait", "Wait (2)", "Wait (2) (2)"],
  ],
  [
    ["Wait (2)", "Wait", "Wait"],
    ["Wait (2)", "Wait", "Wait (3)"],
  ],
  [["questions"], ["questions (2)"]],
  [
    ["_id", "_changed_at", "_survey_id", "_survey_at"],
    ["_id (2)", "_changed_at (2)", "_survey_id (2)", "_survey_at (2)"],
  ],
  [
    ["__proto__", "constructor", "7", "State"],
    ["__proto__", "constructor", "7", "State"],
  ],
])("questions named %j have the keys %j", (names, expected) => {
  expect(keys(...names)).toEqual(expected);
});

it("columns are the fixed members, the questions in the survey's order, and the questions member", () => {
  const questions = [aQuestion({ name: "7" }), aQuestion({ name: "Wait" }), aQuestion({ name: "npi" })];
  const [first, ...others] = responseColumns(questions, true);
  expect(first).toBe("appointment_date");
  expect(others.slice(-5)).toEqual(["user_id", "7", "Wait", "npi (2)", "questions"]);
  expect(responseColumns(questions, false)).toEqual([first, ...others].slice(0, -1));
});

describe("the values of answers", () => {
  const stars = aQuestion();
  const words = aQuestion({ choices: ["Poor", "Fair", "Good"] });
  const yesNo = aQuestion({ kind: "single_select", choices: ["Yes", "No"] });
  const several = aQuestion({ kind: "multi_select", choices: ["Staff", "Comfort", "Price"] });
  const scale = aQuestion({ kind: "point_scale", min: 1, max: 7, minLabel: "Bad", maxLabel: "Great" });
  const bare = aQuestion({ kind: "point_scale", min: -2, max: 2, minLabel: "", maxLabel: null });
  const nps = aQuestion({ kind: "point_scale", min: 0, max: 10, maxLabel: "Very likely" });
  const open = aQuestion({ kind: "open_text" });

  describe("displayValues", () => {
    it.each<[string, Question, object]>([
      ["stars", stars, { 1: "1", 2: "2", 3: "3", 4: "4", 5: "5" }],
      ["stars with custom labels", words, { 1: "Poor", 2: "Fair", 3: "Good" }],
      ["a single select", yesNo, { 1: "Yes", 2: "No" }],
      ["a multi select", several, { 1: "Staff", 2: "Comfort", 3: "Price" }],
      ["a point scale", scale, { 1: "Bad", 7: "Great" }],
      ["a point scale without labels", bare, { "-2": "-2", 2: "2" }],
      ["a net promoter question", nps, { 0: "0", 10: "Very likely" }],
      ["open text", open, {}],
    ])("returns the codes of %s with their labels", (_, question, expected) => {
      expect(Object.fromEntries(displayValues(question))).toEqual(expected);
    });
  });

  describe("answerValue", () => {
    it.each<[string, Question, Answer, string]>([
      ["a star's number", stars, "4", "4"],
      ["a star's label", words, "3", "Good"],
      ["a choice's label", yesNo, "2", "No"],
      ["the labels of several choices", several, ["1", "3"], "Staff, Price"],
      ["the labels of several choices in one string", several, "1,3", "Staff, Price"],
      ["labels in the order of the choices", several, "3, 1", "Staff, Price"],
      ["each label once", several, ["2", "2"], "Comfort"],
      ["the point of a scale", scale, "7", "7"],
      ["a point below zero", bare, "-1", "-1"],
      ["a point as a plain number", nps, "09.0", "9"],
      ["open text unchanged", open, " Très bien,\n1,3 ", " Très bien,\n1,3 "],
    ])("returns %s", (_, question, answer, expected) => {
      expect(answerValue(question, answer)).toBe(expected);
    });

    it.each<[string, Question, Answer, string]>([
      ["beyond the stars", stars, "6", "6"],
      ["between two stars", stars, "4.5", "4.5"],
      ["that matches no choice", yesNo, "maybe", "maybe"],
      ["that matches only some choices", several, ["9", "3", "x", "1"], "Staff, Price, 9, x"],
      ["that is not a point", scale, "seven", "seven"],
      ["with a comma for a single choice", yesNo, "1,2", "1,2"],
    ])("returns a code %s unchanged", (_, question, answer, expected) => {
      expect(answerValue(question, answer)).toBe(expected);
    });

    it.each([stars, yesNo, several, scale, nps, open])(
      "returns an empty string for an unanswered question (%#)",
      (question) => {
        expect(answerValue(question, undefined)).toBe("");
      },
    );

    it("returns the raw answers to a question that changed its kind", () => {
      const answers = ["2", "x"];
      expect([yesNo, scale, open].map((question) => answerValue(question, answers))).toEqual(["No, x", "2, x", "2, x"]);
    });
  });
});

describe("the ratings of a response", () => {
  const [one, two, three] = ["q1", "q2", "q3"].map((id) => aQuestion({ id })) as [Question, Question, Question];
  const nps = aQuestion({ id: "nps", kind: "point_scale", min: 0, max: 10 });
  const marked = (question: Question): Question => ({ ...question, overall: true });
  const overall = (questions: readonly Question[], answers: Record<string, Answer>) =>
    overallRating(questions, aSurveyResponse({ answers }));

  describe("the overall rating", () => {
    it.each<[string, Question, string, number]>([
      ["stars", one, "4", 4],
      ["a point of a scale, on that scale", nps, "9", 9],
      ["the code of a choice", aQuestion({ id: "c", kind: "single_select", choices: ["Yes", "No"] }), "2", 2],
    ])("is the unchanged answer to the question marked overall: %s", (_, question, answer, expected) => {
      expect(overall([two, marked(question), three], { [question.id]: answer, q2: "1", q3: "1" })).toBe(expected);
    });

    it.each<[Record<string, Answer>, number]>([
      [{ q1: "5" }, 5],
      [{ q1: "5", q2: "4" }, 4.5],
      [{ q1: "5", q2: "4", q3: "4" }, 4.3],
      [{ q1: "5", q2: "5", q3: "4" }, 4.7],
      [{ q1: "", q2: [], q3: "2" }, 2],
    ])("is the mean of the star answers, to one decimal, if no question is marked: %j", (answers, expected) => {
      expect(overall([one, two, three], answers)).toBe(expected);
    });

    it("rounds a half away from zero", () => {
      const four = [one, two, three, aQuestion({ id: "q4" })];
      expect(overall(four, { q1: "5", q2: "4", q3: "4", q4: "4" })).toBe(4.3);
    });

    it("is the mean of the stars if the answer to the question marked overall is not a number", () => {
      const comment = marked(aQuestion({ id: "q9", kind: "open_text" }));
      expect(overall([comment, one], { q1: "3" })).toBe(3);
      expect(overall([comment, one], { q1: "3", q9: "fine" })).toBe(3);
    });

    it("ignores answers that are not stars and questions of other kinds", () => {
      expect(overall([one, two, three, nps], { q1: "4", q2: "9", q3: "none", nps: "1" })).toBe(4);
    });

    it("is null without a usable answer", () => {
      expect(overall([], {})).toBeNull();
      expect(overall([one, marked(nps)], {})).toBeNull();
      expect(overall([nps], { nps: "9" })).toBeNull();
    });
  });
});
