import { PassThrough } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import type { CalendarDate, Domain, Instant } from "@repute/domain";
import { createDomain, startOfDay } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { demoAccount, demoKey } from "./demo-account.js";
import { practice } from "./towns.js";

const plan = {
  seed: 7,
  day: "2026-03-01" as CalendarDate,
  reviews: 50,
  invites: 40,
  npsSurveys: 10,
  responses: 10,
  calls: 10,
  submissions: 10,
};

const onMemory = () => createDomain(memoryPorts());
const silence = () => new PassThrough().resume();

describe("demoAccount", () => {
  it("creates the account with its data, and prints a message", async () => {
    const domain = onMemory();
    const watcher = new PassThrough({ encoding: "utf8" });
    const account = await demoAccount(domain, plan, watcher);
    expect(await countReviews(domain, account)).toBe(50);
    expect(watcher.read()).toBe("Creating the demo account with 50 reviews and 40 invites\n");
  });

  it("does not change an account that is complete", async () => {
    const domain = onMemory();
    const account = await demoAccount(domain, plan, silence());
    expect(await demoAccount(domain, { ...plan, reviews: 99 }, silence())).toBe(account);
    expect(await countReviews(domain, account)).toBe(50);
  });

  it("delivers the data over the past months and then returns to the present", async () => {
    const moments: (Instant | undefined)[] = [];
    await demoAccount(onMemory(), plan, silence(), (to) => moments.push(to));
    const midnight = startOfDay(plan.day, practice.timeZone);
    const [now, ...travelled] = [...moments].reverse();
    expect([now, travelled[0]]).toEqual([undefined, midnight]);
    expect(travelled.length).toBeGreaterThan(10);
    expect([...travelled].sort((a, b) => Number(b) - Number(a))).toEqual(travelled);
  });

  it("completes an account after an interrupted delivery", async () => {
    const domain = onMemory();
    let deliveries = 0;
    const interrupt = () => {
      if ((deliveries += 1) === 5) throw new Error("interrupted");
    };
    await expect(demoAccount(domain, plan, silence(), interrupt)).rejects.toThrow("interrupted");
    const account = await demoAccount(domain, plan, silence());
    expect(await countReviews(domain, account)).toBe(50);
  });

  it("creates the data of an account that has none yet", async () => {
    const domain = onMemory();
    const { id } = await domain.accounts.create({ key: demoKey, name: "Broken off" });
    expect(await demoAccount(domain, plan, silence())).toBe(id);
    expect(await countReviews(domain, id)).toBe(50);
  });
});

async function countReviews(domain: Domain, account: Awaited<ReturnType<typeof demoAccount>>): Promise<number> {
  let found = 0;
  const { read } = await domain.reviews.list(account, {});
  for await (const { count } of read()) found += count;
  return found;
}
