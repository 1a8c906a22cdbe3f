import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { bundleOf } from "../../testing/builders.js";
import type { ReviewQuery } from "./review-item.js";

let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  domain = createDomain(memoryPorts());
  account = (await domain.accounts.create({ key: "acme", name: "Acme", timeZone: "America/Denver" })).id;
});

const catalog = [
  { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1", "M"] },
  { kind: "provider", id: 10, name: "Dr. Ada Quill", external_provider_ids: ["P-10"] },
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  { kind: "group", id: 7, name: "North", provider_ids: [], location_ids: [1] },
];
const review = (id: number, create_time: string, more: object = {}) => ({
  kind: "review",
  id,
  platform_id: 3,
  create_time,
  ...more,
});
const load = (...lines: object[]) => domain.bundle.load(account, bundleOf([...catalog, ...lines]));

async function list(query: ReviewQuery = {}) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const texts: string[] = [];
  for await (const { json, count } of (await domain.reviews.list(account, query)).read()) {
    if (count > 0) texts.push(decoder.decode(json));
  }
  return JSON.parse(`[${texts.join(",")}]`) as Record<string, unknown>[];
}
const ids = async (query?: ReviewQuery) => (await list(query)).map((item) => item["review_id"]);

describe("the review list", () => {
  it("returns every field under its name", async () => {
    const known = { location_id: 1, provider_id: 10, rating: 4.5, comment: "Kind", reviewer: "Bo T." };
    await load(review(501, "2026-03-01T10:05:00-07:00", known));
    expect(await list()).toEqual([
      {
        comment: "Kind",
        create_time: "2026-03-01T17:05:00+00:00",
        external_location_ids: ["L-1", "M"],
        external_provider_ids: ["P-10"],
        groups: [7],
        invite_name: null,
        invite_type: null,
        location: "Main Street",
        location_id: 1,
        location_oid: "L-1",
        message: "Dr. Ada Quill",
        nps_rating: null,
        platform: "Google",
        provider: "Dr. Ada Quill",
        provider_id: 10,
        question_id: null,
        rating: 4.5,
        review_id: 501,
        reviewer: "Bo T.",
        sent_at: null,
        sent_to: null,
      },
    ]);
  });

  it("returns null for unknown values, and omits an unknown rating", async () => {
    await load(review(501, "2026-03-01T17:05:00Z"));
    const [item] = await list();
    expect(item).toMatchObject({ comment: null, location: null, location_oid: null, provider_id: null, groups: [] });
    expect(item).not.toHaveProperty("rating");
  });

  it("shows the invite's provider as the message, or the review's provider if there is no invite", async () => {
    const invite = (id: number, provider_id: number | null) => ({
      ...{ kind: "invite", id, type: "sms", sent_to: "801-555-0142", sent_at: "2026-02-28T17:05:00Z", provider_id },
    });
    await load(
      { kind: "provider", id: 11, name: "Dr. Bo Reed", external_provider_ids: [] },
      invite(1, 11),
      invite(2, null),
      review(1, "2026-03-03T00:00:00Z", { provider_id: 10, invite_id: 1 }),
      review(2, "2026-03-02T00:00:00Z", { provider_id: 10, invite_id: 2 }),
      review(3, "2026-03-01T00:00:00Z", { provider_id: 10 }),
    );
    const shown = async () => (await list()).map(({ message, provider }) => [message, provider]);
    expect(await shown()).toEqual([
      ["Dr. Bo Reed", "Dr. Ada Quill"],
      [null, "Dr. Ada Quill"],
      ["Dr. Ada Quill", "Dr. Ada Quill"],
    ]);
    await load({ kind: "provider", id: 11, name: "Dr. Bo Ray", external_provider_ids: [] });
    expect((await shown())[0]).toEqual(["Dr. Bo Ray", "Dr. Ada Quill"]);
  });

  it("sorts newest first, then by numeric id, descending", async () => {
    const [early, late] = ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"];
    await load(review(9, early), review(10, early), review(1, late));
    expect(await ids()).toEqual([1, 10, 9]);
  });

  it("uses days in the account's time zone, and 24 hours after a date without an end", async () => {
    await load(
      review(1, "2026-03-01T06:59:59Z"),
      review(2, "2026-03-01T07:00:00Z"),
      review(3, "2026-03-02T06:59:59Z"),
      review(4, "2026-03-02T07:00:00Z"),
    );
    expect(await ids({ date: "2026-03-01" })).toEqual([3, 2]);
    expect(await ids({ end: "2026-03-01" })).toEqual([3, 2, 1]);
    expect(await ids({ date: "2026-03-01", end: "2026-03-02" })).toEqual([4, 3, 2]);
    expect(await ids({ date: "2026-03-01T06:59:59Z", end: "2026-03-01T07:00:00Z" })).toEqual([2, 1]);
  });

  it("returns the applied window", async () => {
    expect((await domain.reviews.list(account, {})).window).toBeUndefined();
    const { window } = await domain.reviews.list(account, { date: "2026-03-01" });
    expect([window?.start, window?.end]).toEqual([Date.UTC(2026, 2, 1, 7), Date.UTC(2026, 2, 2, 7)]);
  });

  it("compares ratings rounded half up and excludes reviews without a rating", async () => {
    const time = "2026-03-01T00:00:00Z";
    await load(
      review(1, time, { rating: 4.4 }),
      review(2, time, { rating: 4.5 }),
      review(3, time, { rating: 5 }),
      review(4, time),
    );
    expect(await ids({ rating: "4" })).toEqual([1]);
    expect(await ids({ rating: "5" })).toEqual([3, 2]);
    expect(await ids({ rating: "1,2,3,4,5" })).toEqual([3, 2, 1]);
  });

  it("rejects invalid parameters", async () => {
    await expect(domain.reviews.list(account, { date: "2026-02-30" })).rejects.toMatchObject({ code: "invalid_date" });
    await expect(domain.reviews.list(account, { rating: "6" })).rejects.toMatchObject({ code: "invalid_rating" });
  });
});

describe("a rename", () => {
  it("updates every review that mentions the name, in this account only", async () => {
    const other = (await domain.accounts.create({ key: "other", name: "Other" })).id;
    const lines = [...catalog, review(1, "2026-03-01T00:00:00Z", { location_id: 1, provider_id: 10 })];
    await domain.bundle.load(account, bundleOf(lines));
    await domain.bundle.load(other, bundleOf(lines));
    await domain.bundle.load(
      account,
      bundleOf([
        { kind: "location", id: 1, location_name: "Oak Street", external_location_ids: [] },
        { kind: "provider", id: 10, name: "Dr. Ada Reed", external_provider_ids: ["P-11"] },
        { kind: "platform", id: 3, name: "Google Maps", is_survey: false },
        { kind: "group", id: 8, name: "South", provider_ids: [10], location_ids: [] },
      ]),
    );
    expect(await list()).toMatchObject([
      {
        location: "Oak Street",
        location_oid: null,
        external_location_ids: [],
        provider: "Dr. Ada Reed",
        message: "Dr. Ada Reed",
        external_provider_ids: ["P-11"],
        platform: "Google Maps",
        groups: [7, 8],
      },
    ]);
    const theirs = await domain.reviews.list(other, {});
    for await (const { json } of theirs.read()) {
      expect(new TextDecoder("utf-8", { fatal: true }).decode(json)).toContain('"location":"Main Street"');
    }
  });
});
