import { postForms } from "../clients/requests.js";
import { median } from "../results/findings.js";
import type { Row } from "../row.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";

/** Exchanges of an assertion for a token a second, and forms put on record a second by Express alone. */
type Rates = { readonly repute: number; readonly bare: number };

const [times, requests, connections] = [3, 500, 16];

/** Assertions posted to the service and to bare Express in turn; the median of each counts. */
export const exchanges: Row<Rates> = {
  title: "tokens for assertions",
  warmsUp: true,
  async measure(stage) {
    const { repute, bare } = stage.exchanges;
    const rates: Rates[] = [];
    for (let time = 0; time < times; time += 1) {
      rates.push({ repute: await rateOf(stage, repute), bare: await rateOf(stage, bare) });
    }
    return { repute: median(rates.map((rate) => rate.repute)), bare: median(rates.map((rate) => rate.bare)) };
  },
  figures: (rounds) => [
    {
      key: "exchanges_x_bare",
      label: "tokens for assertions a second, relative to bare Express committing a row",
      unit: "x",
      values: rounds.map(({ repute, bare }) => repute / bare),
      target: { least: 0.5 },
    },
  ],
};

const rateOf = ({ client, exchanges: { forms } }: Stage, { port }: Server): Promise<number> =>
  client.run(postForms, { port, path: "/oauth/token", forms: forms(requests), connections });
