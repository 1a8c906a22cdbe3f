import { expect, it } from "@jest/globals";
import { servedPractice } from "../../test/served-practice.js";

const { get } = servedPractice();

it("returns the states of the sources of data to tokens that read /v2", async () => {
  const { body } = await get("/v2/status").expect(200);
  expect(body).toEqual({
    state: "unknown",
    sources: expect.arrayContaining([
      {
        ...{ name: "bundles", state: "unknown", last_arrival: "2026-06-01T12:00:00+00:00", last_failure: null },
        ...{ rows_of_last_day: 17, expected_on: [], late_since: null },
        ...{ warn_after: null, error_after: null },
      },
    ]),
    lists: expect.arrayContaining([{ name: "reviews", newest_row: expect.stringMatching(/^20\d\d-/) }]),
  });
});
