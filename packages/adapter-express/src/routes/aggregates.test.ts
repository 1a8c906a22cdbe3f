import { beforeEach, describe, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import { createApp } from "../server.js";

let open: Practice;
const get = (path: string, token = open.tokens["api-token"]) =>
  request(createApp(open.domain, open.options)).get(path).set("api-token", token);

beforeEach(async () => {
  open = await practice();
});

describe("the average", () => {
  it.each([
    ["/v2/aggregate-averages", { total: 1, average: 5, rating: 5 }],
    ["/v2/aggregate-survey-average", { total: 2, average: 3, rating: 3 }],
    ["/v2/aggregate-combined-average", { total: 3, average: 11 / 3, rating: 3.7 }],
    ["/v2/aggregate-averages?location_id=1&provider_id=10&group_id=30", { total: 1, average: 5, rating: 5 }],
    ["/v2/aggregate-survey-average?survey_id=3", { total: 0, average: 0, rating: 0 }],
  ])("is correct at %s", async (path, expected) => {
    expect((await get(path).expect(200)).body).toEqual(expected);
  });

  it("is available only with a credential of the account", async () => {
    await get("/v2/aggregate-averages", open.tokens["account-key"]).expect(401);
    await get("/v1/aggregate-averages", open.tokens["account-key"]).expect(404);
    expect((await get("/v2/aggregate-averages")).headers["cache-control"]).toBe("no-store");
  });

  it("reports all errors of a query", async () => {
    const { body } = await get("/v2/aggregate-averages?survey_id=9&location_id=8&group_id=x").expect(400);
    const { errors } = body as { errors: { parameter: string }[] };
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(["group_id", "location_id", "survey_id"]);
  });
});

describe("GET /v2/aggregate-reviews", () => {
  const item = {
    review_id: "501",
    rating: 5,
    name: "Bo",
    comment: "Kind and quick",
    create_time: "2026-03-01T17:05:00+00:00",
    location: "Main Street",
    message: "Dr. Ada Quill",
    platform: "Google",
  };

  it("returns a list and reports the applied window", async () => {
    const { body, headers } = await get("/v2/aggregate-reviews?start=2026-03-01").expect(200);
    expect(body).toEqual({ items: [{ id: expect.stringMatching(/^[\w-]{22}$/), ...item }] });
    expect(headers).toMatchObject({
      "x-window-start": "2026-03-01T00:00:00+00:00",
      "x-window-end": "2026-03-02T00:00:00+00:00",
    });
    expect((await get("/v2/aggregate-reviews?start=2026-03-02").expect(200)).body).toEqual({ items: [] });
  });

  it("reports no window if the request has none", async () => {
    expect((await get("/v2/aggregate-reviews").expect(200)).headers).not.toHaveProperty("x-window-start");
  });

  it("is available as CSV", async () => {
    const { text } = await get("/v2/aggregate-reviews").set("Accept", "text/csv").expect(200);
    expect(text.split("\r\n")[0]).toBe("id,review_id,rating,name,comment,create_time,location,message,platform");
  });

  it("supports a limit and a minimum rating", async () => {
    await open.domain.bundle.load(
      open.account,
      bundleOf([
        {
          ...{ kind: "review", id: 503, platform_id: 3, rating: 1, comment: "Slow" },
          create_time: "2026-03-05T00:00:00Z",
        },
      ]),
    );
    const names = async (query: string) =>
      ((await get(`/v2/aggregate-reviews${query}`).expect(200)).body as { items: { review_id: string }[] }).items.map(
        ({ review_id: id }) => id,
      );
    expect(await names("")).toEqual(["501"]);
    expect(await names("?min_rating=1")).toEqual(["503", "501"]);
    expect(await names("?min_rating=1&limit=1")).toEqual(["503"]);
  });
});
