import type {
  InviteId,
  LocationId,
  NpsSurveyId,
  PlatformId,
  ProviderId,
  ReviewId,
} from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";

/** Patient's review from a platform. `null` means unknown. */
export type Review = {
  readonly id: ReviewId;
  readonly platformId: PlatformId;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** Stars from 1 to 5. Some platforms use fractions. */
  readonly rating: number | null;
  readonly comment: string | null;
  readonly reviewer: string | null;
  readonly createdAt: Instant;
  readonly inviteId: InviteId | null;
  /** Custom fields by name. */
  readonly extras: Readonly<Record<string, string>>;
};

/** Answer to a net promoter question: a review with a score. */
export type NpsSurvey = Omit<Review, "id"> & {
  readonly id: NpsSurveyId;
  /** Likelihood that the patient recommends the practice, from 0 to 10. */
  readonly npsRating: number;
  /** Descriptive name of the question. */
  readonly questionId: string | null;
};
