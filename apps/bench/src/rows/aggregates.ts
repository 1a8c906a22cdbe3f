import type { Download } from "../clients/download.js";
import type { Row } from "../row.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { takeList } from "./whole-lists.js";

/** The whole list of reviews, and what is made of all of them. */
type AggregateRound = {
  readonly whole: Download;
  /** The average of public reviews. */
  readonly average: Download;
  /** The average of public reviews and surveys of one of 30 providers. */
  readonly combined: Download;
  /** The reviews that a widget shows. */
  readonly shown: Download;
};

/** Averages and the widget's reviews, each relative to the whole list of the same round. */
const aggregates = (engine: string, serverOf: (stage: Stage) => Server | undefined): Row<AggregateRound> => ({
  title: `${engine}averages and the widget's reviews`,
  warmsUp: true,
  async measure(stage) {
    const server = serverOf(stage);
    if (!server) return undefined;
    return {
      whole: await takeList(stage, server, "/v2/reviews"),
      average: await takeList(stage, server, "/v2/aggregate-averages"),
      combined: await takeList(stage, server, "/v2/aggregate-combined-average?provider_id=107"),
      shown: await takeList(stage, server, "/v2/aggregate-reviews"),
    };
  },
  figures(rounds, { sizes }) {
    const key = (name: string) => (engine === "" ? name : `postgres_${name}`);
    const time = (name: "average" | "combined" | "shown") =>
      rounds.map(({ whole, [name]: part }) => part.milliseconds / whole.milliseconds);
    // On a short list a request's own cost is most of the time.
    const target = sizes.rows >= 200_000 ? { target: { most: 0.05 } } : {};
    return [
      {
        key: key("average"),
        label: `${engine}average of all public reviews, time relative to the whole list`,
        unit: "x",
        values: time("average"),
        ...target,
      },
      {
        key: key("combined_average"),
        label: `${engine}average of reviews and surveys of 1 of 30 providers, the same`,
        unit: "x",
        values: time("combined"),
        ...target,
      },
      {
        key: key("shown_reviews"),
        label: `${engine}the reviews that a widget shows, the same`,
        unit: "x",
        values: time("shown"),
        ...target,
      },
    ];
  },
});

export const aggregatesOnSqlite = aggregates("", ({ repute }) => repute);
export const aggregatesOnPostgres = aggregates("PostgreSQL: ", ({ postgres }) => postgres?.repute);
