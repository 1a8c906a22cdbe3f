import { describe, expect, it } from "@jest/globals";
import { bundleFormat } from "./bundle-format.js";

describe("bundleFormat", () => {
  const keysOf = (kind: string) => bundleFormat().find((one) => one.kind === kind)?.keys ?? [];

  it("lists the keys of a kind, with their expected values and whether they are required", () => {
    expect(keysOf("review")).toContainEqual({ key: "id", expected: "a positive integer", required: true });
    expect(keysOf("review")).toContainEqual({ key: "rating", expected: "a number from 1 to 5", required: false });
  });

  it("lists the keys of nested objects", () => {
    expect(keysOf("survey")).toContainEqual({ key: "questions[].min", expected: expect.any(String), required: false });
    expect(keysOf("invite")).toContainEqual({ key: "clicked[].name", expected: expect.any(String), required: true });
  });
});

it("bundleFormat lists the kinds in the order of the documentation", () => {
  expect(bundleFormat().map(({ kind }) => kind)).toEqual([
    ...["account", "location", "provider", "listing", "group", "platform", "survey", "message", "campaign"],
    ...["widget", "import_connection", "stop", "spend", "invite", "appointment", "review", "nps_survey"],
    ...["call", "submission", "listing_metric", "survey_response", "user"],
  ]);
});
