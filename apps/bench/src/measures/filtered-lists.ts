import type { Download } from "../clients/download.js";
import { surveyId } from "../data/catalog-lines.js";
import type { Server } from "../servers/server.js";
import type { Stage } from "../stage.js";
import { takeList } from "./list-round.js";

/** Lists beside the whole list of reviews: others, and parts of it that are found by a filter. */
export type FilteredLists = {
  readonly invites: Download;
  readonly responses: Download;
  /** Reviews of one of 30 providers. */
  readonly provider: Download;
  /** Reviews with a custom field that one in 50 has. */
  readonly customField: Download;
};

const customFilter = encodeURIComponent(JSON.stringify({ "custom_fields.recall": ["eq", "yes"] }));

/** Takes each of them from a server. */
export async function measureFilteredLists(stage: Stage, server: Server): Promise<FilteredLists> {
  return {
    invites: await takeList(stage, server, "/v2/invites"),
    responses: await takeList(stage, server, `/v2/survey-responses?survey_id=${surveyId}`),
    provider: await takeList(stage, server, "/v2/reviews?provider_id=7"),
    customField: await takeList(stage, server, `/v2/reviews?custom_filters=${customFilter}`),
  };
}
