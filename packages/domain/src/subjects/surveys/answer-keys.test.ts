import { expect, it } from "@jest/globals";
import { aQuestion } from "../../testing/builders.js";
import { answerKeys, responseColumns } from "./answer-keys.js";

const keys = (...names: string[]) => answerKeys(names.map((name) => aQuestion({ name })));

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
