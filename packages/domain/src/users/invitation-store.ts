import type { AccountId, UserId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Invitation } from "./invitation.js";

/** A link that was mailed, known by the SHA-256 of its token alone: by how often a user was invited, and until when it lasts. */
export type InvitationLink = {
  readonly hash: string;
  readonly user: UserId;
  readonly number: number;
  readonly until: Instant;
  /** Set on the first message of each invitation, which counts toward the limits. */
  readonly counted: CountedMail | null;
};

/** A message that counts toward the limits of its account and address. The address is stored as a keyed hash. */
export type CountedMail = { readonly address: string; readonly at: Instant };

/** The latest invitation of each user of an account, and the links that were mailed. */
export interface InvitationStore {
  /** Those of these users that have one, in any order; never another account's. */
  byUsers(account: AccountId, users: readonly UserId[]): Promise<Invitation[]>;
  /** Inserts invitations, or replaces those of the same users. */
  save(account: AccountId, invitations: readonly Invitation[]): Promise<void>;
  /** Takes a user's invitation out; its links stay known. */
  remove(account: AccountId, user: UserId): Promise<void>;
  /** Times of the account's counted messages after `since`, newest first, at most `limit`; of one address if given. */
  countedSince(account: AccountId, since: Instant, limit: number, address?: string): Promise<Instant[]>;
  addLink(account: AccountId, link: InvitationLink): Promise<void>;
  /** Forgets the links that lasted until `before` at the longest. */
  forgetLinks(account: AccountId, before: Instant): Promise<void>;
}

/** Whose invitation it is; `practice` is the account's name. */
export type InvitationOwner = { readonly account: AccountId; readonly practice: string; readonly user: UserId };

/** Invitations of all accounts that are not disabled: looked up before the account is known. */
export interface InvitationDirectory {
  /** The link with this hash and whose it is; `undefined` for an unknown one. */
  linkOf(hash: string): Promise<(InvitationOwner & InvitationLink) | undefined>;
  /** The invitation that was to be sent at or before `now` and has waited longest. */
  due(now: Instant): Promise<InvitationOwner | undefined>;
}
