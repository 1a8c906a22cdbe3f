import type { FeedList } from "../../foundation/feed/feed.js";
import type { FeedStores, Publication } from "../../foundation/feed/publication.js";
import { displayTime } from "../../foundation/kernel/display-time.js";
import type { PlatformId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { responseEntries } from "./survey-response-item.js";
import type { SurveyResponseStore } from "./survey-response-store.js";
import type { SurveyResponse } from "./survey-response.js";

export type SurveyResponseStores = FeedStores & { readonly surveyResponses: SurveyResponseStore };

/** Returns the name of the list with the responses to a survey. */
export const responseList = (survey: PlatformId): FeedList => `responses/${survey}`;

export const surveyResponsePublication: Publication<SurveyResponse, SurveyResponseStores> = {
  showsLocalTime: true,
  store: ({ surveyResponses }) => surveyResponses,
  listsOf: ({ surveyId }) => [responseList(surveyId)],
  async render(responses, work) {
    const entryOf = renderingBySurvey(work);
    return responses.map((response) => ({
      list: responseList(response.surveyId),
      entry: entryOf(response.surveyId)(response),
    }));
  },
};

function renderingBySurvey({ names, timeZone, now }: UnitOfWork<unknown>) {
  const display = displayTime(timeZone);
  const made = new Map<PlatformId, ReturnType<typeof responseEntries>>();
  return (id: PlatformId) => {
    const known = made.get(id);
    if (known) return known;
    const entryOf = responseEntries({ questions: names.survey(id)?.questions ?? [], names, display, modifiedAt: now });
    made.set(id, entryOf);
    return entryOf;
  };
}
