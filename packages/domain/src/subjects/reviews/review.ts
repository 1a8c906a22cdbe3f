import type { RecordStore } from "../../foundation/feed/publication.js";
import type {
  AccountId,
  InviteId,
  LocationId,
  NpsSurveyId,
  PlatformId,
  ProviderId,
  ReviewId,
} from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/times.js";

/** Patient's review on a platform. `null` means that the value is unknown. */
export type Review = {
  readonly id: ReviewId;
  readonly platformId: PlatformId;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** Number of stars from 1 to 5. Some platforms use fractions. */
  readonly rating: number | null;
  readonly comment: string | null;
  readonly reviewer: string | null;
  readonly createdAt: Instant;
  readonly inviteId: InviteId | null;
  /** Custom fields by name. */
  readonly extras: Readonly<Record<string, string>>;
};

/**
 * Patient's answer to the question whether the patient would recommend the practice. Also has all values of a review.
 */
export type NpsSurvey = Omit<Review, "id"> & {
  readonly id: NpsSurveyId;
  /** Likelihood that the patient recommends the practice, from 0 to 10. */
  readonly npsRating: number;
  /** Descriptive name of the question. */
  readonly questionId: string | null;
};

/** Store of an account's reviews or NPS surveys, both of which can refer to invites. */
export interface InvitedStore<R extends Review | NpsSurvey> extends RecordStore<R> {
  /** Returns the records that refer to these invites, in any order. */
  ofInvites(account: AccountId, invites: readonly InviteId[]): Promise<R[]>;
}

export type ReviewStore = InvitedStore<Review>;
export type NpsSurveyStore = InvitedStore<NpsSurvey>;
