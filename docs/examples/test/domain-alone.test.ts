import { expect, it } from "@jest/globals";
import { type DomainAlone, loadExample } from "./load-example.js";

it("the domain alone loads a bundle and lists its reviews, newest first", async () => {
  const { main } = await loadExample<DomainAlone>("domain-alone.mjs");
  const lines: string[] = [];
  await main((line) => lines.push(line));
  expect(lines).toEqual([
    "4 lines loaded, 2 new reviews",
    "2 stars at Main Street: Long wait",
    "5 stars at Main Street: Kind and quick",
    "1 good one on the first of March",
  ]);
});
