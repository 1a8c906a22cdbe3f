import type { Download } from "../clients/download.js";
import { recall, surveyId } from "../data/account-bundle.js";
import { row, share } from "../row.js";
import { takeList } from "./whole-lists.js";

const customFilter = encodeURIComponent(JSON.stringify({ [`custom_fields.${recall}`]: ["eq", "yes"] }));
const speedOf = ({ bytes, milliseconds }: Download): number => bytes / milliseconds;

/** Measures requests for other lists and for filtered reviews, relative to a request for all reviews. */
export const filters = row({
  title: "other lists and filters",
  headings: () => ({
    invites_x_reviews: share("Bytes per second of a whole list of invites, relative to a whole list of reviews"),
    responses_x_reviews: share(
      "Bytes per second of a whole list of survey responses, relative to a whole list of reviews",
    ),
    provider_filter: share("Time to read the reviews of 1 of 30 providers, relative to reading the whole list", {
      max: 0.33,
    }),
    custom_filter: share(
      "Time to read the 1 in 50 reviews that have a custom field, relative to reading the whole list",
      {
        max: 0.33,
      },
    ),
  }),
  async measure(stage, { repute }) {
    const take = (path: string) => takeList(stage, repute, path);
    const whole = await take("/v2/reviews");
    return {
      invites_x_reviews: speedOf(await take("/v2/invites")) / speedOf(whole),
      responses_x_reviews: speedOf(await take(`/v2/survey-responses?survey_id=${surveyId}`)) / speedOf(whole),
      provider_filter: (await take("/v2/reviews?provider_id=107")).milliseconds / whole.milliseconds,
      custom_filter: (await take(`/v2/reviews?custom_filters=${customFilter}`)).milliseconds / whole.milliseconds,
    };
  },
});
