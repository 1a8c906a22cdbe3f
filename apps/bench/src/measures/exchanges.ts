import { median } from "../results/statistics.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";

/** Exchanges of an assertion for a token a second, and forms put on record a second by Express alone. */
export type ExchangeRound = { readonly repute: number; readonly bare: number };

const [times, requests, connections] = [3, 500, 16];

/** Posts assertions to the service and to bare Express in turn; the median of each counts. */
export async function measureExchanges(stage: Stage): Promise<ExchangeRound> {
  const { repute, bare } = stage.exchanges;
  const rates: ExchangeRound[] = [];
  for (let count = 0; count < times; count += 1) {
    rates.push({ repute: await rateOf(stage, repute), bare: await rateOf(stage, bare) });
  }
  return { repute: median(rates.map((rate) => rate.repute)), bare: median(rates.map((rate) => rate.bare)) };
}

const rateOf = ({ client, exchanges }: Stage, { port }: Server): Promise<number> =>
  client.run("postForms", { port, path: "/oauth/token", forms: exchanges.forms(requests), connections });
