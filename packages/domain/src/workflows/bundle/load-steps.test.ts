import { expect, it } from "@jest/globals";
import { bundleKinds } from "./bundle-kinds.js";
import { stepOf } from "./load-steps.js";

it("the numbers of load steps never change, because databases contain them", () => {
  const steps = bundleKinds.map((kind) => {
    const line = { line: 1, kind, values: {} };
    return [kind, stepOf(line), stepOf({ ...line, isDeletion: true })];
  });
  expect(steps.filter(([, ...numbers]) => numbers.some((one) => one !== undefined))).toEqual([
    ["widget", 30, 21],
    ["import_connection", 31, 20],
    ["stop", 32, 19],
    ["spend", 53, 17],
    ["invite", 33, 16],
    ["appointment", 34, 12],
    ["review", 50, 13],
    ["nps_survey", 51, 14],
    ["call", 55, 10],
    ["submission", 56, 11],
    ["listing_metric", 54, 18],
    ["survey_response", 52, 15],
    ["user", 1, undefined],
  ]);
});
