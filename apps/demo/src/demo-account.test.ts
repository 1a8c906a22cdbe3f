import { describe, expect, it } from "@jest/globals";
import { type CalendarDate, createDomain, type Domain, type Instant, startOfDay } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { demoAccount, demoKey } from "./demo-account.js";
import { practice } from "./practice.js";

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

describe("demoAccount", () => {
  it("creates the account with its data, and shows a message and progress", async () => {
    const domain = onMemory();
    const messages: string[] = [];
    const shown: { readonly done: number; readonly of: number }[] = [];
    const begin = (message: string) => {
      messages.push(message);
      return { show: (loaded: (typeof shown)[number]) => void shown.push(loaded), end: () => {} };
    };
    const account = await demoAccount(domain, plan, { begin });
    expect(await countReviews(domain, account)).toBe(50);
    expect(messages).toEqual(["Creating the demo account with 50 reviews and 40 invites"]);
    expect(shown.at(-1)?.done).toBe(shown.at(-1)?.of);
  });

  it("does not change an account that is complete", async () => {
    const domain = onMemory();
    const account = await demoAccount(domain, plan);
    expect(await demoAccount(domain, { ...plan, reviews: 99 })).toBe(account);
    expect(await countReviews(domain, account)).toBe(50);
  });

  it("delivers the data over the past months and then returns to the present", async () => {
    const moments: (Instant | undefined)[] = [];
    await demoAccount(onMemory(), plan, undefined, (to) => moments.push(to));
    const midnight = startOfDay(plan.day, practice.timeZone);
    const [now, ...traveled] = [...moments].reverse();
    expect([now, traveled[0]]).toEqual([undefined, midnight]);
    expect(traveled.length).toBeGreaterThan(10);
    expect([...traveled].sort((a, b) => Number(b) - Number(a))).toEqual(traveled);
  });

  it("completes an account after an interrupted delivery", async () => {
    const domain = onMemory();
    let deliveries = 0;
    const interrupt = () => {
      if ((deliveries += 1) === 5) throw new Error("interrupted");
    };
    await expect(demoAccount(domain, plan, undefined, interrupt)).rejects.toThrow("interrupted");
    const account = await demoAccount(domain, plan);
    expect(await countReviews(domain, account)).toBe(50);
  });

  it("creates the data of an account that has none yet", async () => {
    const domain = onMemory();
    const { id } = await domain.accounts.create({ key: demoKey, name: "Broken off" });
    expect(await demoAccount(domain, plan)).toBe(id);
    expect(await countReviews(domain, id)).toBe(50);
  });
});

async function countReviews(domain: Domain, account: Awaited<ReturnType<typeof demoAccount>>): Promise<number> {
  let found = 0;
  const { read } = await domain.reviews.list(account, {});
  for await (const { count } of read()) found += count;
  return found;
}
