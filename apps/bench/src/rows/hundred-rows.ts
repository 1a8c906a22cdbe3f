import { hammer } from "../clients/hammer.js";
import type { Row } from "../row.js";
import type { Rivals } from "../check-lists.js";
import type { Stage } from "../stage.js";

/** Lists of 100 rows a second. */
type Rates = { readonly repute: number; readonly naive: number };

const connections = 4;
const requests = { repute: 2_000, naive: 200 };

/** Windows of 100 rows all over the list, from the service and the naive way in turn. */
const hundredRows = (engine: string, least: number, rivalsOf: (stage: Stage) => Rivals | undefined): Row<Rates> => ({
  title: `${engine}lists of 100 rows`,
  warmsUp: true,
  async measure(stage) {
    const rivals = rivalsOf(stage);
    if (!rivals) return undefined;
    const { data, repute, naive } = rivals;
    const paths = data.hundreds.map(({ path }) => path);
    const built = paths.map((path) => path.replace("/v2/reviews", "/v2/reviews/built"));
    return {
      repute: await stage.client.run(hammer, { ...repute, paths, requests: requests.repute, connections }),
      naive: await stage.client.run(hammer, { ...naive, paths: built, requests: requests.naive, connections }),
    };
  },
  figures: (rounds) => [
    {
      key: `${engine === "" ? "" : "postgres_"}hundred_rows_x_naive`,
      label: `${engine}lists of 100 rows a second, relative to the naive way`,
      unit: "x",
      values: rounds.map(({ repute, naive }) => repute / naive),
      target: { least },
    },
  ],
});

export const hundredRowsOnSqlite = hundredRows("", 6, (stage) => stage);
export const hundredRowsOnPostgres = hundredRows("PostgreSQL: ", 4, ({ postgres }) => postgres);
