import { beforeAll, describe, expect, it } from "@jest/globals";
import { type CalendarDate, createDomain, localDate } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { bundleOf } from "@repute/domain/testing";
import { demoLines } from "./demo-bundle.js";
import { practice } from "./practice.js";

type Line = Readonly<Record<string, unknown>>;

const day = "2026-03-01" as CalendarDate;
const plan = {
  seed: 7,
  day,
  reviews: 3_000,
  invites: 2_000,
  npsSurveys: 500,
  responses: 500,
  calls: 300,
  submissions: 200,
};

describe("the demo's data", () => {
  let lines: Line[];
  let reviews: Line[];
  beforeAll(() => {
    lines = linesOf(plan);
    reviews = ofKind(lines, "review");
  });

  it("loads without errors", async () => {
    const domain = createDomain(memoryPorts());
    const { id } = await domain.accounts.create({ key: "demo", name: "Demo" });
    const { kinds } = await domain.bundle.load(id, bundleOf([...demoLines(plan)]));
    expect(kinds).toMatchObject({
      location: { changed: 12 },
      user: { changed: 6 },
      provider: { changed: 30 },
      group: { changed: 4 },
      platform: { changed: 8 },
      survey: { changed: 3 },
      message: { changed: 2 },
      review: { changed: 3_000 },
      invite: { changed: 2_000 },
      nps_survey: { changed: 500 },
      survey_response: { changed: 500 },
      campaign: { changed: 5 },
      spend: { changed: 75 },
      call: { changed: 300 },
      submission: { changed: 200 },
      listing_metric: { changed: 24 * 12 * 5 },
    });
  });

  it("has calls and submissions that led to appointments, some with several touches", async () => {
    const ports = memoryPorts();
    const domain = createDomain(ports);
    const { id } = await domain.accounts.create({ key: "demo", name: "Demo" });
    await domain.bundle.load(id, bundleOf([...demoLines(plan)]));
    const made = await ports.storage.transact(id, async ({ conversions }) => [
      ...(await conversions.page(id, "call", { after: 0, limit: 999 })),
      ...(await conversions.page(id, "submission", { after: 0, limit: 999 })),
    ]);
    for (const type of ["Call", "Online", "App"]) {
      const ofType = made.filter((one) => one.type === type);
      const linked = ofType.filter(({ appointmentId }) => appointmentId !== null).length / ofType.length;
      expect([type, linked > 0.4 && linked < 0.9]).toEqual([type, true]);
    }
    expect(made.filter(({ appointmentId, closes }) => appointmentId !== null && !closes).length).toBeGreaterThan(0);
    expect(made.filter(({ closes }) => closes).length).toBeGreaterThan(200);
  });

  it("is identical for the same seed and day, and different otherwise", () => {
    expect(linesOf(plan)).toEqual(lines);
    expect(linesOf({ ...plan, seed: 8 })).not.toEqual(lines);
    expect(linesOf({ ...plan, day: "2026-03-02" as CalendarDate })).not.toEqual(lines);
  });

  it("has the planned number of reviews, oldest first, within the two years before the day", () => {
    const times = reviews.map((review) => String(review["create_time"]));
    expect(times).toHaveLength(3_000);
    expect([...times].sort()).toEqual(times);
    const days = times.map((time) => localDate(Date.parse(time) as never, practice.timeZone));
    expect(days[0]?.slice(0, 7)).toBe("2024-03");
    expect(days.at(-1)).toBe("2026-02-28");
  });

  it("has invites that each led to at most one later review at the same location", () => {
    const invites = new Map(ofKind(lines, "invite").map((invite) => [invite["id"], invite]));
    const answered = reviews.filter((review) => "invite_id" in review);
    expect(answered.length).toBeGreaterThan(1_000);
    expect(new Set(answered.map((review) => review["invite_id"])).size).toBe(answered.length);
    for (const review of answered) {
      const invite = invites.get(review["invite_id"]) ?? {};
      expect([invite["location_id"], String(invite["sent_at"]) < String(review["create_time"])]).toEqual([
        review["location_id"],
        true,
      ]);
    }
  });

  it("answers every survey and every kind of question", () => {
    const responses = ofKind(lines, "survey_response");
    const answers = responses.map((response) => Object.keys(response["answers"] as object)).flat();
    expect(new Set(responses.map((response) => response["survey_id"])).size).toBe(3);
    const questions = ofKind(lines, "survey").flatMap(
      (survey) => survey["questions"] as { question_id: string; kind: string }[],
    );
    expect(new Set(questions.map(({ kind }) => kind)).size).toBe(5);
    expect(new Set(answers)).toEqual(new Set(questions.map(({ question_id }) => question_id)));
  });

  it("gives every provider a unique NPI with a valid check digit from an unassigned range", () => {
    const npis = ofKind(lines, "provider").map((provider) => String(provider["npi"]));
    expect(new Set(npis).size).toBe(30);
    expect(npis.filter((npi) => !/^2\d{9}$/.test(npi) || luhnSum(`80840${npi}`) % 10 !== 0)).toEqual([]);
  });

  it("has mostly satisfied patients, and some with every other rating", () => {
    const shares = [1, 2, 3, 4, 5].map((stars) => share(reviews, ({ rating }) => Math.floor(Number(rating)) === stars));
    expect(shares.every((one) => one > 0.02)).toBe(true);
    expect(shares[4]).toBeGreaterThan(0.4);
    expect(shares[4]).toBeLessThan(0.75);
  });

  it("omits some ratings, comments, providers and reviewers", () => {
    for (const key of ["rating", "comment", "provider_id", "reviewer", "extras"]) {
      const missing = share(reviews, (review) => !(key in review));
      expect([key, missing > 0.01 && missing < 0.4]).toEqual([key, true]);
    }
  });

  it("has varied comments that praise with five stars and complain with one star", () => {
    const commentsOf = (stars: number) => {
      const rated = reviews.filter(({ rating, comment }) => rating === stars && comment !== undefined);
      return rated.map(({ comment }) => String(comment));
    };
    expect(commentsOf(1).filter((text) => /wonderful|highly recommend|happier/i.test(text))).toEqual([]);
    expect(commentsOf(5).filter((text) => /rude|disappointed|will not be back/i.test(text))).toEqual([]);
    expect(new Set(commentsOf(5)).size / commentsOf(5).length).toBeGreaterThan(0.7);
  });

  it("fills every slot of a comment", () => {
    expect(reviews.filter(({ comment }) => /[{}]|undefined/.test(String(comment ?? "")))).toEqual([]);
  });
});

const linesOf = (wanted: typeof plan): Line[] => [...demoLines(wanted)];

const ofKind = (lines: readonly Line[], kind: string) => lines.filter((line) => line["kind"] === kind);

const share = (lines: readonly Line[], test: (line: Line & { rating?: unknown }) => boolean) =>
  lines.filter(test).length / lines.length;

/** Luhn checksum of a number that ends in its check digit. */
function luhnSum(digits: string): number {
  const values = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1));
  return values.reduce((sum, value) => sum + Math.floor(value / 10) + (value % 10), 0);
}
