import { expect, it } from "@jest/globals";
import { prefetch } from "./storage.js";

async function* numbers(log: string[], max: number): AsyncGenerator<number> {
  try {
    for (let number = 1; number <= max; number += 1) {
      log.push(`made ${number}`);
      yield number;
    }
  } finally {
    log.push("closed");
  }
}

it("prefetches exactly one member while the current one is processed", async () => {
  const log: string[] = [];
  for await (const number of prefetch(numbers(log, 3))) {
    await new Promise(setImmediate);
    log.push(`worked on ${number}`);
  }
  expect(log).toEqual(["made 1", "made 2", "worked on 1", "made 3", "worked on 2", "closed", "worked on 3"]);
});

it("prefetch closes the source when the consumer stops", async () => {
  const log: string[] = [];
  for await (const _ of prefetch(numbers(log, 9))) break;
  expect(log).toEqual(["made 1", "made 2", "closed"]);
});

it("throws a failure when the consumer reaches the failed member", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error("cut short");
  }
  const seen: number[] = [];
  const reading = (async () => {
    for await (const number of prefetch(failing())) {
      await new Promise(setImmediate);
      seen.push(number);
    }
  })();
  await expect(reading).rejects.toThrow("cut short");
  expect(seen).toEqual([1]);
});
