import type { InviteId, LocationId, NpsSurveyId, PlatformId, ProviderId, ReviewId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** A patient's review, collected from a platform; `null` is unknown. */
export type Review = {
  readonly id: ReviewId;
  readonly platformId: PlatformId;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** Stars from 1 to 5; some platforms give fractions. */
  readonly rating: number | null;
  readonly comment: string | null;
  readonly reviewer: string | null;
  readonly createdAt: Instant;
  /** The invite that led to it. */
  readonly inviteId: InviteId | null;
  /** The practice's own fields, by name. */
  readonly extras: Readonly<Record<string, string>>;
};

/** A patient's answer to a net promoter question: a review with a score. */
export type NpsSurvey = Omit<Review, "id"> & {
  readonly id: NpsSurveyId;
  /** How likely the patient is to recommend the practice, 0 to 10. */
  readonly npsRating: number;
  /** The question's descriptive name. */
  readonly questionId: string | null;
};
