import { curl } from "../clients/curl.js";
import { median } from "../results/findings.js";
import type { Row } from "../row.js";
import { keyOn } from "../row.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { endpoint } from "../stage.js";

/** Milliseconds of the whole list with curl: as a file from the limit, and from the service. */
type CurlRound = { readonly limit: number; readonly whole: number };

const curlLists = (engine: string, share: number, serverOf: (stage: Stage) => Server | undefined): Row<CurlRound> => ({
  title: `${engine}lists with curl`,
  async measure(stage) {
    const server = serverOf(stage);
    const limit = server && (await timeCurl(stage, stage.limit, "/list.json"));
    const whole = limit && (await timeCurl(stage, server, "/v2/reviews"));
    return whole ? { limit, whole } : undefined;
  },
  figures: (rounds, { limit: { kind } }) => [
    {
      key: keyOn(engine, "curl_x_limit"),
      label: `${engine}whole list with curl, speed relative to ${kind}`,
      unit: "x",
      values: rounds.map(({ limit, whole }) => limit / whole),
      target: { least: share },
    },
  ],
});

export const curlOnSqlite = curlLists("", 0.3, ({ repute }) => repute);
export const curlOnPostgres = curlLists("PostgreSQL: ", 0.15, ({ postgres }) => postgres?.repute);

async function timeCurl({ client, sizes }: Stage, server: Server, path: string): Promise<number | undefined> {
  const took: number[] = [];
  for (let time = 0; time < sizes.repeats; time += 1) {
    const one = await client.run(curl, endpoint(server, path));
    if (!one) return undefined;
    took.push(one.milliseconds);
  }
  return median(took);
}
