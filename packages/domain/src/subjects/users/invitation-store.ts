import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Invitation } from "./invitation.js";

/**
 * Link in an invitation email. Consists of the token's SHA-256 hash, the number of the invitation, and the time when
 * the link expires.
 */
export type InvitationLink = {
  readonly hash: string;
  readonly user: UserId;
  readonly number: number;
  readonly until: Instant;
  /**
   * Data for checking the limits, or `null`. Only set for the first message of an invitation.
   * Later messages do not count toward the limits.
   */
  readonly counted: CountedMail | null;
};

/**
 * Message that counts toward the limits of the account and of the address. `address` is a keyed hash of the email
 * address.
 */
export type CountedMail = { readonly address: string; readonly at: Instant };

/** Store of each user's latest invitation, and of the links in invitation emails. */
export interface InvitationStore {
  /** Returns the latest invitations of these users, in any order. */
  byUsers(account: AccountId, users: readonly UserId[]): Promise<Invitation[]>;
  /** Inserts or replaces invitations by user. */
  save(account: AccountId, invitations: readonly Invitation[]): Promise<void>;
  /** Deletes a user's invitation. The links of the invitation remain stored. */
  remove(account: AccountId, user: UserId): Promise<void>;
  /**
   * Returns the times of messages that count toward the limits, newest first. Covers up to `limit` messages after
   * `since`. If `address` is given, only messages to this address count.
   */
  countedSince(account: AccountId, since: Instant, limit: number, address?: string): Promise<Instant[]>;
  addLink(account: AccountId, link: InvitationLink): Promise<void>;
  /** Deletes the links that expired at or before `before`. */
  forgetLinks(account: AccountId, before: Instant): Promise<void>;
}

/** Account and user of an invitation. `practice` is the name of the account. */
export type InvitationOwner = { readonly account: AccountId; readonly practice: string; readonly user: UserId };

/** Looks up invitations before the account is known. Ignores invitations of disabled accounts. */
export interface InvitationDirectory {
  /** Returns the link with this hash and its owner, or `undefined` if the hash is unknown. */
  linkOf(hash: string): Promise<(InvitationOwner & InvitationLink) | undefined>;
  /** Returns the owner of the invitation that has been due longest at `now`, or `undefined` if no invitation is due. */
  due(now: Instant): Promise<InvitationOwner | undefined>;
}
