import { describe, expect, it } from "@jest/globals";
import type { Question } from "../../foundation/catalog/survey.js";
import { aQuestion } from "../../testing/builders.js";
import { answerValue, displayValues } from "./answer-value.js";
import type { Answer } from "./survey-response.js";

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
