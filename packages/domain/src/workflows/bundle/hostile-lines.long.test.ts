import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { scaled } from "../../../../../test/torture.js";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { type CallFile, type Domain, reviewFields, type ReviewFile } from "../../index.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import { bundleOf, hostileTexts, watchNormalize } from "../../testing/index.js";
import { bundleKinds, rulesOf } from "./bundle-lines.js";

/** In `npm run torture` about the most that a line of a file may have. */
const length = scaled(20_000, 1_000_000);
const maxLabelLength = 500;

let domain: Domain;
let account: AccountId;
let normalized: ReturnType<typeof watchNormalize>;
beforeEach(async () => {
  domain = createDomain(memoryPorts({ clock: stillClock() }));
  ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme" }));
  normalized = watchNormalize();
});
afterEach(() => normalized.stop());

const problemsOf = async (loading: Promise<unknown>) => {
  const { problems } = (await loading.then(
    () => ({ problems: [] }),
    (error: unknown) => error,
  )) as { problems: readonly { readonly key?: string; readonly message: string }[] };
  return problems;
};

describe.each(Object.entries(hostileTexts))("a long string of %s", (_, text) => {
  it.each(bundleKinds)("is rejected at each key of a %s line", async (kind) => {
    for (const key of Object.keys(rulesOf(kind).shape)) {
      const problems = await problemsOf(domain.bundle.load(account, bundleOf([{ kind, [key]: text(length) }])));
      expect(problems.filter((problem) => problem.key === key)).toHaveLength(1);
      expect(JSON.stringify(problems).length).toBeLessThan(20_000);
    }
    expect(normalized.longest()).toBeLessThanOrEqual(maxLabelLength);
  });

  it("is rejected in each cell of a call tracker's export", async () => {
    const headings = ["id", "customer_phone_number", "tracking_phone_number", "start_time", "source", "medium"];
    for (const heading of [...headings, "campaign", "direction", "answered"]) {
      const cells = { id: "CAL1", tracking_phone_number: "+18015550100", [heading]: text(length) };
      const file: CallFile = {
        async *read() {
          yield [{ row: 2, form: "csv", cells }];
        },
      };
      expect(await problemsOf(domain.conversions.importCalls(account, file))).toMatchObject([
        { row: 2, key: heading, message: "expected at most 500 characters" },
      ]);
    }
    expect(normalized.longest()).toBeLessThanOrEqual(maxLabelLength);
  });

  it("is trimmed or rejected in each cell of a review", async () => {
    await domain.bundle.load(account, bundleOf([{ kind: "platform", id: 3, name: "Google", is_survey: false }]));
    for (const field of reviewFields) {
      const cells = { review_id: "7", rating: 4, created_at: "2026-03-01", [field]: text(length) };
      const file: ReviewFile = {
        async *read() {
          yield [{ row: 2, cells }];
        },
      };
      const problems = await problemsOf(domain.reviews.import(account, file, { platform: 3 }));
      const keys = problems.map(({ key }) => key);
      if (text(length).trim().length > 1) expect(keys).toEqual([field]);
      else expect([field]).toEqual(expect.arrayContaining(keys));
    }
    expect(normalized.longest()).toBeLessThanOrEqual(maxLabelLength);
  });
});

it("a line with a hundred thousand unknown keys has a hundred problems", async () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]);
  const line = { kind: "review", extras: Object.fromEntries(keys), ...Object.fromEntries(keys) };
  const problems = await problemsOf(domain.bundle.load(account, bundleOf([line])));
  expect(problems).toHaveLength(100);
});
