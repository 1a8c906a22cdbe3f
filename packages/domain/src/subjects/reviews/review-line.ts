import type {
  InviteId,
  LocationId,
  NpsSurveyId,
  PlatformId,
  ProviderId,
  ReviewId,
} from "../../foundation/kernel/ids.js";
import {
  defaulted,
  idOf,
  numberFrom,
  optional,
  ownId,
  shortText,
  text,
  textMap,
  wholeFrom,
} from "../../foundation/kernel/line-fields.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import { instant } from "../../foundation/kernel/line-times.js";
import type { NpsSurvey, Review } from "./review.js";

const shared = {
  platform_id: idOf<PlatformId>("platform"),
  location_id: optional(idOf<LocationId>("location")),
  provider_id: optional(idOf<ProviderId>("provider")),
  rating: optional(numberFrom(1, 5)),
  comment: optional(text),
  reviewer: optional(shortText),
  create_time: instant,
  invite_id: optional(idOf<InviteId>("invite")),
  extras: defaulted(textMap, {}),
};

/** Fields of a `review` line in a bundle. */
export const reviewLine = { id: ownId<ReviewId>(), ...shared };

/** Fields of an `nps_survey` line in a bundle. */
export const npsSurveyLine = {
  id: ownId<NpsSurveyId>(),
  ...shared,
  nps_rating: wholeFrom(0, 10),
  question_id: optional(shortText),
};

export const reviewFromLine = (line: Shaped<typeof reviewLine>): Review => ({ id: line.id, ...sharedFromLine(line) });

export const npsSurveyFromLine = (line: Shaped<typeof npsSurveyLine>): NpsSurvey => ({
  id: line.id,
  ...sharedFromLine(line),
  npsRating: line.nps_rating,
  questionId: line.question_id,
});

const sharedFromLine = (line: Shaped<typeof shared>): Omit<Review, "id"> => ({
  platformId: line.platform_id,
  locationId: line.location_id,
  providerId: line.provider_id,
  rating: line.rating,
  comment: line.comment,
  reviewer: line.reviewer,
  createdAt: line.create_time,
  inviteId: line.invite_id,
  extras: line.extras,
});
