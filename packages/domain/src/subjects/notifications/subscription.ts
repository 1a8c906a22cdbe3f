import type { AccountId, Brand, UserId } from "../../foundation/kernel/ids.js";
import type { CalendarDate, Instant, TimeZone } from "../../foundation/kernel/times.js";

/** Random text in the link that ends the notifications. Anyone who has the link can end them. */
export type SubscriptionId = Brand<string, "SubscriptionId">;

/** Topics of notifications: data that fails, is late or has unknown statuses, low reviews, failing webhooks, and the figures of each week. */
export const topics = ["imports", "reviews", "webhooks", "weekly"] as const;

export type Topic = (typeof topics)[number];

/** Topics of which a user is notified by email. Each user has at most one subscription. */
export type Subscription = {
  readonly id: SubscriptionId;
  readonly user: UserId;
  readonly topics: readonly Topic[];
  /** Highest rating in stars of a low review. */
  readonly maxRating: number;
  /** Time of the next check. */
  readonly dueAt: Instant;
  readonly mailedAt: Instant | null;
  /** Error code if the last message was not sent, otherwise `null`. */
  readonly failure: string | null;
  /** Keys of the current news that the user was notified about. */
  readonly reported: readonly string[];
};

/** Store of the subscriptions of an account. */
export interface SubscriptionStore {
  /** Returns all subscriptions, sorted by user. */
  all(account: AccountId): Promise<Subscription[]>;
  of(account: AccountId, user: UserId): Promise<Subscription | undefined>;
  /** Inserts or replaces the subscription of a user. The id of a user's subscription must not change. */
  save(account: AccountId, subscription: Subscription): Promise<void>;
  /** Removes the subscription of a user. Does nothing if there is none. */
  remove(account: AccountId, user: UserId): Promise<void>;
}

/** Account and user of a subscription. `practice` is the name of the account. */
export type SubscriptionOwner = { readonly account: AccountId; readonly practice: string; readonly user: UserId };

/** Looks up subscriptions before the account is known. */
export interface SubscriptionDirectory {
  /** Returns the owner of the subscription with this id, even if the account is disabled. */
  ownerOf(id: string): Promise<SubscriptionOwner | undefined>;
  /** Returns the owner of the subscription that has been due longest at `now`. Ignores disabled accounts. */
  due(now: Instant): Promise<SubscriptionOwner | undefined>;
}

/** Something that a user is notified about. Has no data of patients. */
export type News =
  | {
      readonly kind: "low_review";
      readonly stars: number;
      readonly platform: string | null;
      readonly location: string | null;
      readonly at: Instant;
    }
  /** A source of data whose last attempt failed or whose data is late, since a time. */
  | { readonly kind: "failing" | "late"; readonly source: string; readonly since: Instant }
  /** A webhook whose attempts fail since a time, or that the service disabled. */
  | { readonly kind: "webhook_failing" | "webhook_disabled"; readonly webhook: string; readonly since: Instant }
  /** Number of statuses without a known meaning in an import. */
  | { readonly kind: "unknown_statuses"; readonly connection: string; readonly run: number; readonly statuses: number }
  | ({ readonly kind: "week" } & WeekFigures);

/** Figures of a week from a Monday to a Sunday in the account's time zone. `null` means that there was nothing to rate. */
export type WeekFigures = {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly reviews: { readonly total: number; readonly average: number | null };
  readonly nps: { readonly total: number; readonly score: number | null };
  readonly invites: { readonly sent: number; readonly reviewed: number };
  readonly conversions: { readonly total: number; readonly linked: number };
};

/** Contents of a notification. If the name is empty, the greeting does not contain a name. */
export type NotificationMail = {
  readonly to: { readonly name: string; readonly email: string };
  readonly practice: string;
  /** Up to 20 pieces of news. */
  readonly news: readonly News[];
  /** Number of further pieces of news. */
  readonly more: number;
  readonly timeZone: TimeZone;
  /** Page on which the user ends the notifications. It accepts a POST request with one click (RFC 8058). */
  readonly endLink: string;
};

export interface NotificationMailer {
  /** Sends a notification. Rejects like `InvitationMailer`. */
  send(mail: NotificationMail): Promise<void>;
}
