import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { job } from "../children/job.js";
import type { Download } from "../clients/download.js";
import type { Row } from "../row.js";
import { keyOn } from "../row.js";
import type { Server } from "../servers/server.js";
import type { PostgresStage, Stage } from "../stage.js";
import { takeList } from "./whole-lists.js";

/** The whole list as clients ask for it by default: in gzip. */
type SealedRound = {
  /** The same bytes as a file that was compressed beforehand; absent where nginx is not installed. */
  readonly limit?: Download;
  readonly sealed: Download;
  /** The same items in the other order, which are compressed while they are sent. */
  readonly onTheFly: Download;
};

type Served = Pick<PostgresStage, "data" | "repute">;

const sealedLists = (engine: string, servedOf: (stage: Stage) => Served | undefined): Row<SealedRound> => {
  let isCompressed = false;
  return {
    title: `${engine}lists in gzip`,
    async measure(stage) {
      const served = servedOf(stage);
      if (!served) return undefined;
      const { limit, loader, workshop } = stage;
      if (!isCompressed) await loader.run(compress, { from: `${workshop.folder}/list.json` });
      isCompressed = true;
      const inGzip = (server: Server) => ({ ...server, headers: { ...server.headers, "Accept-Encoding": "gzip" } });
      return {
        ...(limit.kind === "nginx" && { limit: await takeList(stage, inGzip(limit), "/list.json") }),
        sealed: await takeList(stage, inGzip(served.repute), "/v2/reviews"),
        onTheFly: await takeList(stage, inGzip(served.repute), "/v2/reviews?order=asc"),
      };
    },
    figures(rounds) {
      const limits = rounds.flatMap(({ limit, sealed }) => (limit ? [limit.milliseconds / sealed.milliseconds] : []));
      return [
        ...(limits.length === 0
          ? []
          : [
              {
                key: keyOn(engine, "sealed_x_limit"),
                label: `${engine}whole list in gzip, speed relative to nginx with a compressed file`,
                unit: "x",
                values: limits,
                target: { least: engine === "" ? 0.3 : 0.25 },
              } as const,
            ]),
        {
          key: keyOn(engine, "sealed_x_on_the_fly"),
          label: `${engine}the same, relative to compressing while it is sent`,
          unit: "x",
          values: rounds.map(({ sealed, onTheFly }) => onTheFly.milliseconds / sealed.milliseconds),
          target: { least: 15 },
        },
      ];
    },
  };
};

export const sealedOnSqlite = sealedLists("", (stage) => stage);
export const sealedOnPostgres = sealedLists("PostgreSQL: ", ({ postgres }) => postgres);

/** Puts a file in gzip beside it, as nginx sends it. */
const compress = job(__filename, "compress", async ({ from }: { readonly from: string }) => {
  await pipeline(createReadStream(from), createGzip(), createWriteStream(`${from}.gz`));
});
