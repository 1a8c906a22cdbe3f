import { expect, it } from "@jest/globals";
import { behind } from "./behind.js";

/** Creates work that ends when `release` is called. */
function held(log: string[], name: string) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  return { release, work: () => (log.push(name), gate) };
}

it("behind begins each job at once, and is done when all jobs are", async () => {
  const log: string[] = [];
  const all = behind();
  const [first, second] = [held(log, "first"), held(log, "second")];
  await all.begin(first.work);
  await all.begin(second.work);
  expect(log).toEqual(["first", "second"]);
  let isDone = false;
  const done = all.done().then(() => (isDone = true));
  second.release();
  await new Promise(setImmediate);
  expect([isDone, all.isDone()]).toEqual([false, false]);
  first.release();
  await done;
  expect(all.isDone()).toBe(true);
});

it("behind accepts at most four pending jobs", async () => {
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

it("behind reports the first failure until it has settled, skips later jobs, and then starts over", async () => {
  const log: string[] = [];
  const all = behind();
  await all.begin(() => Promise.reject(new Error("full")));
  await all.begin(() => Promise.reject(new Error("not after a failure")));
  await expect(all.done()).rejects.toThrow("full");
  await expect(all.begin(async () => log.push("left out"))).rejects.toThrow("full");
  await expect(all.settle()).rejects.toThrow("full");
  await all.begin(async () => log.push("done"));
  await all.settle();
  expect(log).toEqual(["done"]);
});
