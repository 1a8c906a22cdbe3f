import { expect, it } from "@jest/globals";
import { behind } from "./behind.js";

/** Work that ends when it is told to. */
function held(log: string[], name: string) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  return { release, work: () => (log.push(name), gate) };
}

it("does work in the order in which it was handed in, one after another", async () => {
  const log: string[] = [];
  const all = behind();
  const [first, second] = [held(log, "first"), held(log, "second")];
  await all.begin(first.work);
  await all.begin(second.work);
  second.release();
  await Promise.resolve();
  expect(log).toEqual(["first"]);
  first.release();
  await all.done();
  expect(log).toEqual(["first", "second"]);
});

it("lets at most four wait", async () => {
  const log: string[] = [];
  const all = behind();
  const works = ["1", "2", "3", "4", "5"].map((name) => held(log, name));
  for (const { work } of works.slice(0, 4)) await all.begin(work);
  let isIn = false;
  const fifth = all.begin((works[4] as (typeof works)[number]).work).then(() => (isIn = true));
  await new Promise(setImmediate);
  expect(isIn).toBe(false);
  for (const { release } of works) release();
  await fifth;
  await all.settle();
  expect(log).toEqual(["1", "2", "3", "4", "5"]);
});

it("leaves out what follows a failure, tells it until all has settled, and begins anew", async () => {
  const log: string[] = [];
  const all = behind();
  await all.begin(() => Promise.reject(new Error("full")));
  await all.begin(async () => log.push("left out"));
  await expect(all.done()).rejects.toThrow("full");
  await expect(all.begin(async () => log.push("left out too"))).rejects.toThrow("full");
  await expect(all.settle()).rejects.toThrow("full");
  await all.begin(async () => log.push("done"));
  await all.settle();
  expect(log).toEqual(["done"]);
});
