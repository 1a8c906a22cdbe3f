import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Invitation } from "./invitation.js";

/** Mailed link: the SHA-256 of its token, the number of its invitation, and its end. */
export type InvitationLink = {
  readonly hash: string;
  readonly user: UserId;
  readonly number: number;
  readonly until: Instant;
  /** Set on the first message of each invitation, which counts toward the limits. */
  readonly counted: CountedMail | null;
};

/** Message that counts toward the limits of its account and address. The address is stored as a keyed hash. */
export type CountedMail = { readonly address: string; readonly at: Instant };

/** Store of the latest invitation of each user, and of the mailed links. */
export interface InvitationStore {
  /** Returns the latest invitations of these users, in any order. */
  byUsers(account: AccountId, users: readonly UserId[]): Promise<Invitation[]>;
  /** Upserts invitations by user. */
  save(account: AccountId, invitations: readonly Invitation[]): Promise<void>;
  /** Deletes a user's invitation. Its links stay known. */
  remove(account: AccountId, user: UserId): Promise<void>;
  /**
   * Returns the times of the account's counted messages after `since`, newest first, up to `limit`. Only messages to
   * `address`, if given.
   */
  countedSince(account: AccountId, since: Instant, limit: number, address?: string): Promise<Instant[]>;
  addLink(account: AccountId, link: InvitationLink): Promise<void>;
  /** Deletes the links that ended at or before `before`. */
  forgetLinks(account: AccountId, before: Instant): Promise<void>;
}

/** Account and user of an invitation. `practice` is the account's name. */
export type InvitationOwner = { readonly account: AccountId; readonly practice: string; readonly user: UserId };

/** Looks up invitations across accounts, before the account is known. Excludes disabled accounts. */
export interface InvitationDirectory {
  /** Returns the link with this hash and its owner, or `undefined` if the hash is unknown. */
  linkOf(hash: string): Promise<(InvitationOwner & InvitationLink) | undefined>;
  /** Returns the owner of the invitation that has been due longest at `now`. */
  due(now: Instant): Promise<InvitationOwner | undefined>;
}
