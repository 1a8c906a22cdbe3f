import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { bundleOf } from "../../testing/builders.js";
import { type AggregateReviewQuery, reviewerName } from "./aggregates.js";

describe("averages and lists of reviews", () => {
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    domain = createDomain(memoryPorts());
    account = (await domain.accounts.create({ key: "acme", name: "Acme", timeZone: "America/Denver" })).id;
  });

  const google = 1;
  const yelp = 2;
  const closed = 3;
  const hidden = 4;
  const visit = 10;
  const nps = 11;

  const platform = (id: number, more: object = {}) => ({
    ...{ kind: "platform", id, name: `Platform ${id}`, is_survey: false },
    ...more,
  });
  const catalog = [
    { kind: "location", id: 1, location_name: "Main Street", external_location_ids: [] },
    { kind: "location", id: 2, location_name: "Oak Street", external_location_ids: [] },
    { kind: "provider", id: 10, name: "Dr. Ada Quill", external_provider_ids: [] },
    { kind: "group", id: 7, name: "North", provider_ids: [10], location_ids: [2] },
    platform(google),
    platform(yelp),
    platform(closed, { active: false }),
    platform(hidden, { private: true }),
    platform(visit, { is_survey: true }),
    platform(nps, { is_survey: true }),
  ];
  const widget = (settings: object = {}) => ({ kind: "widget", ...settings });
  const review = (id: number, rating: number | null, more: object = {}) => ({
    ...{ kind: "review", id, platform_id: google, rating, comment: `Comment ${id}` },
    ...{ reviewer: "Bo Tran", create_time: "2026-03-01T17:05:00Z", ...more },
  });
  const npsSurvey = (id: number, rating: number | null, more: object = {}) => ({
    ...{ kind: "nps_survey", id, platform_id: nps, nps_rating: 9, rating, create_time: "2026-03-01T17:05:00Z" },
    ...more,
  });
  const survey = (...questions: object[]) => ({ kind: "survey", id: visit, name: "Visit", questions });
  const response = (id: number, answers: object, more: object = {}) => ({
    ...{ kind: "survey_response", id, survey_id: visit, submitted_at: "2026-03-01T17:05:00Z", answers },
    ...more,
  });
  const overall = { question_id: "q", name: "Overall", text: "How was it?", kind: "stars", overall: true };

  const load = (...lines: object[]) => domain.bundle.load(account, bundleOf([...catalog, ...lines]));
  const shown = async (query: AggregateReviewQuery = {}) =>
    (await domain.widget.reviews(account, query)).items.map(({ review_id: id }) => Number(id));

  describe("every aggregate", () => {
    const aggregates = [
      ["averages", (query: object) => domain.widget.averages(account, query)],
      ["survey average", (query: object) => domain.widget.surveyAverage(account, query)],
      ["combined average", (query: object) => domain.widget.combinedAverage(account, query)],
      ["reviews", (query: object) => domain.widget.reviews(account, query)],
    ] as const;

    it.each(aggregates)("requires a configured widget: %s", async (_, read) => {
      await load(review(1, 5));
      await expect(read({})).rejects.toMatchObject({ kind: "not_found", code: "widget_not_configured" });
      await expect(read({ location_id: "x" })).rejects.toMatchObject({ code: "widget_not_configured" });
    });

    it.each(aggregates)("rejects invalid and unknown ids: %s", async (_, read) => {
      await load(widget());
      await expect(read({ location_id: "1,x" })).rejects.toMatchObject({ code: "not_an_integer" });
      await expect(read({ survey_id: "1.0" })).rejects.toMatchObject({ code: "not_an_integer" });
      await expect(read({ provider_id: "9" })).rejects.toMatchObject({
        message: "unknown provider_id(s) for this account: 9",
      });
      await expect(read({ survey_id: "98,1,97" })).rejects.toMatchObject({
        message: "unknown survey_id(s) for this account: 97, 98",
      });
      await expect(read({ group_id: "9", survey_id: "97" })).rejects.toMatchObject({
        problems: [{ parameter: "survey_id" }, { parameter: "group_id" }],
      });
    });
  });

  describe("the average of public reviews", () => {
    const average = (query = {}) => domain.widget.averages(account, query);

    it("is zero without reviews", async () => {
      await load(widget(), review(1, null));
      expect(await average()).toEqual({ total: 0, average: 0, rating: 0 });
    });

    it("is unrounded, with a copy rounded half up to one decimal", async () => {
      await load(widget(), review(1, 5), review(2, 4), review(3, 4));
      expect(await average()).toEqual({ total: 3, average: 13 / 3, rating: 4.3 });
      await load(review(4, 4));
      expect(await average()).toEqual({ total: 4, average: 4.25, rating: 4.3 });
    });

    it("counts reviews that the widget hides because of few stars or missing text", async () => {
      await load(widget(), review(1, 1), review(2, 2, { comment: null }));
      expect(await average()).toMatchObject({ total: 2, average: 1.5 });
    });

    it("covers platforms that are neither surveys nor private, including inactive ones", async () => {
      await load(
        widget(),
        ...[google, yelp, closed, hidden, visit].map((id, index) => review(index + 1, index + 1, { platform_id: id })),
        npsSurvey(1, 5, { platform_id: google }),
      );
      expect(await average()).toEqual({ total: 3, average: 2, rating: 2 });
    });

    it("reflects platforms that become private or a survey", async () => {
      await load(widget(), review(1, 5), review(2, 4, { platform_id: yelp }), review(3, 3, { platform_id: closed }));
      const changed = [platform(google, { private: true }), platform(closed, { is_survey: true })];
      await domain.bundle.load(account, bundleOf(changed));
      expect(await average()).toMatchObject({ total: 1, average: 4 });
      expect(await domain.widget.surveyAverage(account, {})).toMatchObject({ total: 1, average: 3 });
    });

    it("is limited to the widget's platforms and by survey_id, which may be any platform", async () => {
      await load(widget({ platform_ids: [google, visit] }), review(1, 5), review(2, 1, { platform_id: yelp }));
      expect(await average()).toMatchObject({ total: 1, average: 5 });
      expect(await average({ survey_id: "1,2" })).toMatchObject({ total: 1 });
      expect(await average({ survey_id: "2" })).toMatchObject({ total: 0 });
      expect(await average({ survey_id: "10" })).toMatchObject({ total: 0 });
      await load(widget());
      expect(await average({ survey_id: "2" })).toMatchObject({ total: 1, average: 1 });
    });

    it("combines filters: any id of a parameter, all parameters, groups by member", async () => {
      await load(
        widget(),
        review(1, 1, { location_id: 1, provider_id: 10 }),
        review(2, 2, { location_id: 2 }),
        review(3, 4, { location_id: 1 }),
        review(4, 5),
      );
      const averages = async (query: object) => (await average(query)).average;
      expect(await averages({ location_id: "1" })).toBe(2.5);
      expect(await averages({ location_id: " 1 , 2" })).toBe(7 / 3);
      expect(await averages({ location_id: "1", provider_id: "10" })).toBe(1);
      expect(await averages({ group_id: "7" })).toBe(1.5);
      expect(await averages({ group_id: "7", location_id: "2" })).toBe(2);
    });

    it("reflects an edited review", async () => {
      await load(widget(), review(1, 1), review(2, 5));
      await load(review(1, 3, { platform_id: yelp }));
      expect(await average()).toMatchObject({ total: 2, average: 4 });
      expect(await average({ survey_id: "2" })).toMatchObject({ total: 1, average: 3 });
      await load(review(1, null));
      expect(await average()).toMatchObject({ total: 1, average: 5 });
    });

    it("is unchanged after a rebuild", async () => {
      await load(widget(), review(1, 1), review(2, 5), survey(overall), response(1, { q: "4" }));
      const before = await domain.widget.combinedAverage(account, {});
      await domain.feed.rebuild(account);
      expect(await domain.widget.combinedAverage(account, {})).toEqual(before);
    });
  });

  describe("the average of surveys", () => {
    const average = (query = {}) => domain.widget.surveyAverage(account, query);

    it("covers responses by overall rating and NPS surveys by stars", async () => {
      await load(widget(), review(1, 1), npsSurvey(1, 5), npsSurvey(2, null), survey(overall), response(1, { q: "4" }));
      expect(await average()).toEqual({ total: 2, average: 4.5, rating: 4.5 });
      expect(await average({ survey_id: "10" })).toMatchObject({ total: 1, average: 4 });
      expect(await average({ survey_id: "11" })).toMatchObject({ total: 1, average: 5 });
      expect(await average({ survey_id: "1" })).toMatchObject({ total: 0 });
    });

    it.each([
      [{ kind: "point_scale", min: 0, max: 10 }, "7", 3.8],
      [{ kind: "point_scale", min: 1, max: 5 }, "2", 2],
      [{ kind: "point_scale", min: 0, max: 100 }, "100", 5],
      [{ kind: "stars", choices: ["a", "b", "c"] }, "2", 3],
      [{ kind: "stars" }, "4", 4],
    ])("maps an overall rating on another scale linearly to 1 to 5: %j", async (scale, answer, expected) => {
      await load(widget(), survey({ ...overall, ...scale }), response(1, { q: answer }));
      expect((await average()).average).toBeCloseTo(expected, 12);
    });

    it("uses the mean of the star answers if no question is overall, and ignores responses without stars", async () => {
      const stars = (id: string) => ({ ...overall, question_id: id, name: id, overall: false });
      await load(
        widget(),
        survey(stars("a"), stars("b"), stars("c")),
        response(1, { a: "5", b: "4", c: "4" }),
        response(2, {}),
        response(3, { a: "7" }),
      );
      expect(await average()).toEqual({ total: 1, average: 4.3, rating: 4.3 });
    });

    it("reflects changed questions of a survey", async () => {
      await load(widget(), survey({ ...overall, kind: "point_scale", min: 0, max: 10 }), response(1, { q: "5" }));
      expect(await average()).toMatchObject({ total: 1, average: 3 });
      await load(survey(overall));
      expect(await average()).toMatchObject({ total: 1, average: 5 });
    });
  });

  describe("the combined average", () => {
    it("covers public reviews and surveys", async () => {
      await load(
        widget(),
        review(1, 1),
        review(2, 1, { platform_id: hidden }),
        npsSurvey(1, 5),
        survey(overall),
        response(1, { q: "3" }),
      );
      expect(await domain.widget.combinedAverage(account, {})).toEqual({ total: 3, average: 3, rating: 3 });
      expect(await domain.widget.combinedAverage(account, { survey_id: "1,10" })).toMatchObject({
        total: 2,
        average: 2,
      });
    });
  });

  describe("aggregated reviews", () => {
    it("have every field under its name", async () => {
      const known = { location_id: 1, provider_id: 10 };
      await load(
        widget({ first_name_only: true }),
        review(501, 4.5, { ...known, create_time: "2026-03-01T10:05:00-07:00" }),
      );
      const { items } = await domain.widget.reviews(account, {});
      expect(items).toEqual([
        {
          id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
          review_id: "501",
          rating: 4.5,
          name: "Bo",
          comment: "Comment 501",
          create_time: "2026-03-01T17:05:00+00:00",
          location: "Main Street",
          message: "Dr. Ada Quill",
          platform: "Platform 1",
        },
      ]);
    });

    it("omit unknown values", async () => {
      await load(widget(), review(1, 5, { reviewer: null }));
      const [item] = (await domain.widget.reviews(account, {})).items;
      expect(item).toMatchObject({ name: "Anonymous" });
      expect(item).not.toHaveProperty("location");
      expect(item).not.toHaveProperty("message");
    });

    it("have text, enough stars and a public platform", async () => {
      await load(
        widget({ min_rating: 4 }),
        review(1, 4),
        review(2, 3.9),
        review(3, null),
        review(4, 5, { comment: " \t\n\u00a0 " }),
        review(5, 5, { comment: null }),
        review(6, 5, { platform_id: hidden }),
        review(7, 5, { platform_id: visit }),
        review(8, 5, { platform_id: closed }),
        npsSurvey(9, 5, { comment: "Good", platform_id: google }),
      );
      expect(await shown()).toEqual([8, 1]);
      expect(await shown({ min_rating: "0" })).toEqual([8, 2, 1]);
      expect(await shown({ min_rating: "5" })).toEqual([8]);
    });

    it("are sorted newest first, then by id, descending, up to the limit of the widget or the query", async () => {
      const at = (create_time: string) => ({ create_time });
      const [early, late] = [at("2026-03-01T00:00:00Z"), at("2026-03-02T00:00:00Z")];
      await load(widget({ limit: 2 }), review(9, 5, early), review(10, 5, early), review(1, 5, late));
      expect(await shown()).toEqual([1, 10]);
      expect(await shown({ limit: "1000" })).toEqual([1, 10, 9]);
      expect(await shown({ limit: "1" })).toEqual([1]);
    });

    it("use 24 hours after a start, days of the account, and an open range before an end", async () => {
      const times = ["2026-03-01T06:59:59Z", "2026-03-01T07:00:00Z", "2026-03-02T06:59:59Z", "2026-03-02T07:00:00Z"];
      await load(widget(), ...times.map((create_time, index) => review(index + 1, 5, { create_time })));
      expect(await shown({ start: "2026-03-01" })).toEqual([3, 2]);
      expect(await shown({ start: "2026-03-01T07:00:00Z" })).toEqual([3, 2]);
      expect(await shown({ end: "2026-03-01" })).toEqual([3, 2, 1]);
      expect(await shown({ start: "2026-03-01", end: "2026-03-02" })).toEqual([4, 3, 2]);
      const { window } = await domain.widget.reviews(account, { start: "2026-03-01" });
      expect([window?.start, window?.end]).toEqual([Date.UTC(2026, 2, 1, 7), Date.UTC(2026, 2, 2, 7)]);
    });

    it.each([
      [{ limit: "0" }, "out_of_range"],
      [{ limit: "1001" }, "out_of_range"],
      [{ limit: "ten" }, "not_an_integer"],
      [{ min_rating: "4.5" }, "not_an_integer"],
      [{ min_rating: "6" }, "out_of_range"],
      [{ min_rating: "-1" }, "out_of_range"],
      [{ start: "2026-02-30" }, "invalid_date"],
      [{ start: "2026-03-02", end: "2026-03-01" }, "reversed_dates"],
    ])("reject %j", async (query, code) => {
      await load(widget());
      await expect(domain.widget.reviews(account, query)).rejects.toMatchObject({ code });
    });

    it("have permanent opaque ids that differ between accounts", async () => {
      const other = (await domain.accounts.create({ key: "other", name: "Other" })).id;
      await load(widget(), review(1, 5), review(2, 5));
      await domain.bundle.load(other, bundleOf([...catalog, widget(), review(1, 5)]));
      const ids = async (of: AccountId) => (await domain.widget.reviews(of, {})).items.map(({ id }) => id);
      const mine = await ids(account);
      await load(widget({ limit: 5 }));
      expect(await ids(account)).toEqual(mine);
      expect(new Set([...mine, ...(await ids(other))]).size).toBe(3);
    });
  });
});

describe("a reviewer's name", () => {
  it.each([
    ["Tran, Bo", "Bo"],
    ["Tran,", "Anonymous"],
    [" ", "Anonymous"],
    [null, "Anonymous"],
  ])("%j becomes %s with first names only", (name, first) => expect(reviewerName(name, true)).toBe(first));

  it.each([
    ["Tran, Bo", "Tran, Bo"],
    [" Bo Tran ", "Bo Tran"],
    [null, "Anonymous"],
  ])("%j becomes %s with full names", (name, whole) => expect(reviewerName(name, false)).toBe(whole));
});
