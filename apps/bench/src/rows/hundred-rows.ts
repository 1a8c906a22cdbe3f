import { hammer } from "../clients/requests.js";
import type { Row } from "../row.js";

/** Lists of 100 rows a second. */
type Rates = { readonly repute: number; readonly naive: number };

const connections = 4;
const requests = { repute: 1_000, naive: 200 };

/** Windows of 100 rows all over the list, from the service and the naive way in turn. */
export const hundredRows: Row<Rates> = {
  title: "lists of 100 rows",
  warmsUp: true,
  async measure({ client, data, repute, naive }) {
    const paths = data.hundreds.map(({ path }) => path);
    const built = paths.map((path) => path.replace("/v2/reviews", "/v2/reviews/built"));
    return {
      repute: await client.run(hammer, { ...repute, paths, requests: requests.repute, connections }),
      naive: await client.run(hammer, { ...naive, paths: built, requests: requests.naive, connections }),
    };
  },
  figures: (rounds) => [
    {
      key: "hundred_rows_x_naive",
      label: "lists of 100 rows a second, relative to the naive way",
      unit: "x",
      values: rounds.map(({ repute, naive }) => repute / naive),
      target: { least: 6 },
    },
  ],
};
