import type { Download } from "../clients/download.js";
import { recall, surveyId } from "../data/account-bundle.js";
import type { Row } from "../row.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { takeList } from "./whole-lists.js";

/** The whole list of reviews, other lists, and parts of the reviews that are found by a filter. */
type FilterRound = {
  readonly whole: Download;
  readonly invites: Download;
  readonly responses: Download;
  /** Reviews of one of 30 providers. */
  readonly provider: Download;
  /** Reviews with a custom field that one in 50 has. */
  readonly customField: Download;
};

const customFilter = encodeURIComponent(JSON.stringify({ [`custom_fields.${recall}`]: ["eq", "yes"] }));
const speedOf = ({ bytes, milliseconds }: Download): number => bytes / milliseconds;

/** Other lists and filters, each relative to the whole list of the same round. */
const filters = (engine: string, serverOf: (stage: Stage) => Server | undefined): Row<FilterRound> => ({
  title: `${engine}other lists and filters`,
  async measure(stage) {
    const server = serverOf(stage);
    if (!server) return undefined;
    return {
      whole: await takeList(stage, server, "/v2/reviews"),
      invites: await takeList(stage, server, "/v2/invites"),
      responses: await takeList(stage, server, `/v2/survey-responses?survey_id=${surveyId}`),
      provider: await takeList(stage, server, "/v2/reviews?provider_id=107"),
      customField: await takeList(stage, server, `/v2/reviews?custom_filters=${customFilter}`),
    };
  },
  figures(rounds) {
    const key = (name: string) => (engine === "" ? name : `postgres_${name}`);
    const speed = (name: "invites" | "responses") =>
      rounds.map(({ whole, [name]: list }) => speedOf(list) / speedOf(whole));
    const time = (name: "provider" | "customField") =>
      rounds.map(({ whole, [name]: list }) => list.milliseconds / whole.milliseconds);
    return [
      {
        key: key("invites_x_reviews"),
        label: `${engine}whole list of invites, bytes a second relative to reviews`,
        unit: "x",
        values: speed("invites"),
      },
      {
        key: key("responses_x_reviews"),
        label: `${engine}whole list of survey responses, the same`,
        unit: "x",
        values: speed("responses"),
      },
      {
        key: key("provider_filter"),
        label: `${engine}reviews of 1 of 30 providers, time relative to the whole list`,
        unit: "x",
        values: time("provider"),
        target: { most: 0.33 },
      },
      {
        key: key("custom_filter"),
        label: `${engine}reviews with a custom field that 1 of 50 has, the same`,
        unit: "x",
        values: time("customField"),
        target: { most: 0.33 },
      },
    ];
  },
});

export const filtersOnSqlite = filters("", ({ repute }) => repute);
export const filtersOnPostgres = filters("PostgreSQL: ", ({ postgres }) => postgres?.repute);
