import { base64url, parseBase64url } from "../../foundation/kernel/base64url.js";
import { firstNameShown } from "../../foundation/kernel/first-name.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { publishedReview } from "../reviews/review-item.js";
import type { Widget } from "./widget.js";

/** Review in the response of an aggregate endpoint. */
export type AggregateReviewItem = {
  /** Opaque identifier of the review. */
  readonly id: string;
  readonly review_id: string;
  readonly rating: number;
  readonly name: string;
  readonly comment: string;
  readonly create_time: string;
  readonly location?: string;
  /** Name of the provider. */
  readonly message?: string;
  readonly platform: string;
};

const idBytes = 16;

const anonymous = "Anonymous";

/** Creates a function that renders reviews with the settings of a widget. */
export function aggregateReviewItem(
  { reviewIdKey, firstNameOnly }: Pick<Widget, "reviewIdKey" | "firstNameOnly">,
  secrets: Pick<Secrets, "hmacSha256">,
) {
  const key = parseBase64url(reviewIdKey) ?? new Uint8Array();
  return (review: ReturnType<typeof publishedReview>): AggregateReviewItem => {
    const { review_id: id, location, message } = review;
    return {
      id: base64url(secrets.hmacSha256(key, String(id)).slice(0, idBytes)),
      review_id: String(id),
      rating: review.rating ?? 0,
      name: reviewerName(review.reviewer, firstNameOnly),
      comment: review.comment ?? "",
      create_time: review.create_time,
      ...(location !== null && { location }),
      ...(message !== null && { message }),
      platform: review.platform ?? "",
    };
  };
}

/** Returns a reviewer's full name or first name, as written. */
export function reviewerName(reviewer: string | null, firstNameOnly: boolean): string {
  const name = (reviewer ?? "").trim();
  return (firstNameOnly ? firstNameShown(name) : name) || anonymous;
}
