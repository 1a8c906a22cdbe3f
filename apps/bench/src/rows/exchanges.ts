import { post } from "../clients/requests.js";
import { median } from "../results/findings.js";
import { row, share } from "../row.js";
import type { Server } from "../servers/server.js";
import { endpoint } from "../stage.js";

const [times, requests, connections] = [3, 500, 16];

/** Compares token requests to the service with token requests to bare Express. Alternates between the two servers. */
export const exchanges = row({
  title: "tokens for assertions",
  warmsUp: true,
  headings: () => ({
    exchanges_x_bare: share(
      "Speed of issuing tokens for assertions, relative to plain Express that only commits a row",
      {
        min: 0.5,
      },
    ),
  }),
  async measure({ client, exchanges: { repute, bare, forms } }) {
    const type = "application/x-www-form-urlencoded";
    const rateOf = async (server: Server): Promise<number> => {
      const posting = { ...endpoint(server, "/oauth/token"), type, bodies: forms(requests), connections };
      return (await client.run(post, posting)).perSecond;
    };
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let time = 0; time < times; time += 1) {
      ours.push(await rateOf(repute));
      theirs.push(await rateOf(bare));
    }
    return { exchanges_x_bare: median(ours) / median(theirs) };
  },
});
