import { expect, it } from "@jest/globals";
import { servedPractice } from "../../test/served-practice.js";

const { get } = servedPractice();

it("returns the figures of each month, and reports the date range", async () => {
  const { body, headers } = await get("/v2/overview?start_date=2026-02-10&end_date=2026-03-31").expect(200);
  expect(headers).toMatchObject({
    "x-window-start": "2026-02-10T00:00:00+00:00",
    "x-window-end": "2026-04-01T00:00:00+00:00",
    "cache-control": "no-store",
  });
  expect(body).toMatchObject({
    time_zone: "UTC",
    months: [{ month: "2026-02" }, { month: "2026-03", reviews: { total: 2, rated: 2, average: 3.5 } }],
    reviews: { total: 2, rated: 2, average: 3.5 },
    ratings: [5, 4, 3, 2, 1, null].map((rating) => ({ rating, total: rating === 5 || rating === 2 ? 1 : 0 })),
    locations: [
      { id: 1, name: "Main Street", total: 1, average: 5 },
      { id: null, name: null, total: 1, average: 2 },
    ],
  });
});

it.each([
  ["", 2],
  ["?start_date=2026-01-01", 1],
  ["?start_date=2020-01-01&end_date=2026-01-01", 1],
  ["?start_date=2026-02-01&end_date=2026-01-01&x=1", 1],
])("refuses the query %j", async (query, count) => {
  const { body } = await get(`/v2/overview${query}`).expect(400);
  expect((body as { errors: unknown[] }).errors).toHaveLength(count);
});
