import { publishedType } from "../../foundation/records/published-type.js";
import { followInvites } from "./follow-invites.js";
import { foundByInvites } from "./found-by-invites.js";
import { npsSurveyFromLine, npsSurveyLine, reviewFromLine, reviewLine } from "./review-line.js";
import { npsSurveyPublication, reviewPublication } from "./review-publications.js";

export const reviewType = publishedType({
  kind: "review",
  store: "reviews",
  shape: reviewLine,
  fromLine: reviewFromLine,
  publication: reviewPublication,
  countedAs: "reviews",
  steps: { store: 50, remove: 13 },
  reading: "second",
  belongsTo: followInvites(reviewPublication),
  ofPerson: foundByInvites("reviews", reviewPublication),
});

export const npsSurveyType = publishedType({
  kind: "nps_survey",
  store: "npsSurveys",
  shape: npsSurveyLine,
  fromLine: npsSurveyFromLine,
  publication: npsSurveyPublication,
  countedAs: "surveys",
  steps: { store: 51, remove: 14 },
  reading: "second",
  belongsTo: followInvites(npsSurveyPublication),
  ofPerson: foundByInvites("npsSurveys", npsSurveyPublication),
});
