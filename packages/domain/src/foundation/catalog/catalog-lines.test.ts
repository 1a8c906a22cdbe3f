import { describe, expect, it } from "@jest/globals";
import { readLine } from "../kernel/line-shape.js";
import { catalogKinds, surveyFromLine, surveyLine } from "./catalog-lines.js";
import { catalogParts } from "./catalog.js";

it("every part of the catalog except the keys of answers has a bundle line in catalogKinds", () => {
  expect(Object.values(catalogKinds).map(({ part }) => part)).toEqual(
    catalogParts.filter((part) => part !== "answerKeys"),
  );
});

const question = { question_id: "q1", name: "Overall visit", text: "How was it?", kind: "stars" };
const read = (...questions: unknown[]) => readLine(surveyLine, { id: 10, name: "Visit survey", questions });
const problems = (...questions: unknown[]) => {
  const line = read(...questions);
  return "problems" in line ? line.problems.map(({ key, message }) => `${key}: ${message}`) : [];
};

describe("a survey line", () => {
  it("reads questions of every kind in order", () => {
    const line = read(
      { ...question, overall: true, allows_comment: true },
      { ...question, question_id: "q2", kind: "multi_select", choices: ["Yes", "No", "Yes"] },
      { ...question, question_id: "q3", kind: "point_scale", min: 0, max: 10, min_label: "Never" },
    );
    const survey = "values" in line ? surveyFromLine(line.values) : undefined;
    expect(survey?.questions).toMatchObject([
      { id: "q1", kind: "stars", overall: true, allowsComment: true, choices: [], min: null },
      { id: "q2", kind: "multi_select", choices: ["Yes", "No", "Yes"], overall: false },
      { id: "q3", kind: "point_scale", min: 0, max: 10, minLabel: "Never", maxLabel: null },
    ]);
  });

  it("may have no questions", () => {
    expect(problems()).toEqual([]);
  });

  it("reports the question and the key with a problem", () => {
    expect(problems(question, { ...question, question_id: "q2", kind: "slider", colour: "red" })).toEqual([
      "questions[1].colour: is not a known key",
      "questions[1].kind: expected one of stars, single_select, multi_select, point_scale, open_text, found a string of 6 characters",
    ]);
  });

  it.each([
    ["two questions with one id", [question, question]],
    ["a select without choices", [{ ...question, kind: "single_select" }]],
    ["a scale without bounds", [{ ...question, kind: "point_scale" }]],
    ["a descending scale", [{ ...question, kind: "point_scale", min: 7, max: 1 }]],
    [
      "two overall questions",
      [
        { ...question, overall: true },
        { ...question, question_id: "q2", overall: true },
      ],
    ],
  ])("rejects %s", (_, questions) => {
    expect(problems(...questions)).toEqual([
      expect.stringContaining("questions: expected an array of questions with unique ids"),
    ]);
  });
});
