import type { RecordStore } from "../../foundation/feed/record-store.js";
import type { AccountId, InviteId } from "../../foundation/kernel/ids.js";
import type { NpsSurvey, Review } from "./review.js";

/** Store of an account's reviews or NPS surveys, both of which can refer to invites. */
export interface InvitedStore<R extends Review | NpsSurvey> extends RecordStore<R> {
  /** Returns the records that refer to these invites, in any order. */
  ofInvites(account: AccountId, invites: readonly InviteId[]): Promise<R[]>;
}

export type ReviewStore = InvitedStore<Review>;
export type NpsSurveyStore = InvitedStore<NpsSurvey>;
