import type { RecordStore } from "../feed/record-store.js";
import type { AccountId, InviteId } from "../kernel/ids.js";
import type { NpsSurvey, Review } from "./review.js";

/** Records of an account that invites lead to. */
export interface InvitedStore<R extends Review | NpsSurvey> extends RecordStore<R> {
  /** Those that one of the invites led to, in any order. */
  ofInvites(account: AccountId, invites: readonly InviteId[]): Promise<R[]>;
}

export type ReviewStore = InvitedStore<Review>;
export type NpsSurveyStore = InvitedStore<NpsSurvey>;
