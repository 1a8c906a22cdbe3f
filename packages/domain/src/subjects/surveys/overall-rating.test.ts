import { describe, expect, it } from "@jest/globals";
import type { Question } from "../../foundation/catalog/survey.js";
import { aQuestion, aSurveyResponse } from "../../testing/builders.js";
import { overallRating } from "./overall-rating.js";
import type { Answer } from "./survey-response.js";

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
