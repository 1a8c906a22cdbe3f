import { hammer } from "../clients/hammer.js";
import { row, sqlite, x } from "../row.js";

const connections = 4;

/** Requests 100 rows at a time from all parts of the list, first from the service and then from the baseline. */
export const hundredRows = row({
  title: "lists of 100 rows",
  warmsUp: true,
  headings: ({ engine }) => ({
    hundred_rows_x_naive: x("Requests per second for lists of 100 rows, relative to the baseline", {
      min: engine === sqlite ? 6 : 4,
    }),
  }),
  async measure({ client }, { data, repute, naive }) {
    const paths = data.hundreds.map(({ path }) => path);
    const built = paths.map((path) => path.replace("/v2/reviews", "/v2/reviews/built"));
    const rate = await client.run(hammer, { ...repute, paths, requests: 2_000, connections });
    return {
      hundred_rows_x_naive: rate / (await client.run(hammer, { ...naive, paths: built, requests: 200, connections })),
    };
  },
});
