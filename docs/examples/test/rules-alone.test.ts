import { expect, it } from "@jest/globals";
import { loadExample, type RulesAlone } from "./load-example.js";

it("the rules alone classify a call, match its appointment, judge a row and average ratings", async () => {
  const { main } = await loadExample<RulesAlone>("rules-alone.mjs");
  const lines: string[] = [];
  main((line) => lines.push(line));
  expect(lines).toEqual([
    "campaign Spring, channel Paid Search, new patient: true",
    "the call led to appointment 1001",
    "row imported: false, findings: location_mismatch",
    "3.8 stars from 4 ratings",
  ]);
});
