import type { AccountId, Brand, PlatformId, ReviewId } from "../../foundation/kernel/ids.js";
import {
  defaulted,
  distinctOf,
  flag,
  idsOf,
  optional,
  parsed,
  wholeFrom,
} from "../../foundation/kernel/line-fields.js";
import type { Field, Members, Shaped } from "../../foundation/kernel/line-shape.js";

/** Public identifier of a widget on web pages. The id is random, so it reveals nothing about the account. */
export type WidgetId = Brand<string, "WidgetId">;

/** Settings of a widget. `widgetLine` describes the members. */
export type WidgetSettings = Members<WidgetLine>;

/** Embed widget of an account. The id and the key never change. */
export type Widget = WidgetSettings & {
  readonly id: WidgetId;
  /** Secret key for the published ids of reviews: 32 random bytes in base64url. */
  readonly reviewIdKey: string;
};

const idBytes = 16;
const keyBytes = 32;

/** Number of random bytes in the id and in the key of a widget. */
export const widgetBytes = { id: idBytes, reviewIdKey: keyBytes } as const;

const idShape = /^[A-Za-z0-9_-]{22}$/;

/** Checks the format of a widget id. Returns `undefined` if the format is invalid. */
export const parseWidgetId = (text: string): WidgetId | undefined =>
  text.length === 22 && idShape.test(text) ? (text as WidgetId) : undefined;

export interface WidgetReader {
  /** Returns the account's widget, or `undefined` if the account has no widget. */
  read(account: AccountId): Promise<Widget | undefined>;
}

export interface WidgetStore extends WidgetReader {
  save(account: AccountId, widget: Widget): Promise<void>;
  /** Deletes the account's widget, if there is one. The widget id becomes invalid. */
  remove(account: AccountId): Promise<void>;
}

/** Account that owns a widget. `name` is the name of the practice. */
export type WidgetOwner = { readonly account: AccountId; readonly name: string };

/** Looks up widgets by id, before the account is known. */
export interface WidgetDirectory {
  /** Returns the owner of a widget. Returns `undefined` if the id is unknown or the account is disabled. */
  ownerOf(id: WidgetId): Promise<WidgetOwner | undefined>;
}

/** Origin of a web page (RFC 6454): scheme, host, and port if it is not the default port. */
export type Origin = Brand<string, "Origin">;

const maxLength = 300;

/**
 * Parses an origin and normalizes it as browsers do. Returns `undefined` if the string has a path, a wildcard, or a
 * scheme other than HTTP and HTTPS.
 */
export function parseOrigin(text: string): Origin | undefined {
  if (text.length > maxLength || !/^https?:\/\/[^\s*]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` && text.at(-1) !== "?" && text.at(-1) !== "#" ? (origin as Origin) : undefined;
}

const maxShown = 100;
const maxOrigins = 100;
const maxPinned = 10;
const maxHidden = 100;

const origins: Field<readonly Origin[]> = maxItems(
  maxOrigins,
  distinctOf(
    parsed("an origin such as https://www.practice.example", parseOrigin),
    `an array of at most ${maxOrigins} origins`,
  ),
);

/** Field for ids of reviews. The reviews may not exist, because they can be deleted at any time. */
const reviewIds = (max: number): Field<readonly ReviewId[]> =>
  maxItems(
    max,
    distinctOf(
      wholeFrom(1, Number.MAX_SAFE_INTEGER) as Field<ReviewId>,
      `an array of at most ${max} review ids (positive integers)`,
    ),
  );

/** Fields of a `widget` line in a bundle. Absent fields reset settings to their defaults. */
export const widgetLine = {
  /** Maximum number of reviews that the widget shows. */
  limit: defaulted(wholeFrom(1, maxShown), 10),
  /** Minimum number of stars that a review needs to be shown. */
  min_rating: defaulted(wholeFrom(0, 5), 4),
  /** If true, the widget shows only the first names of reviewers. */
  first_name_only: defaulted(flag, false),
  /** Platforms whose ratings the widget includes, or `null` for all platforms. */
  platform_ids: optional(idsOf<PlatformId>("platform")),
  /** Origins of the web pages that may read the widget's data. */
  allowed_origins: defaulted(origins, []),
  /** Reviews that the widget shows before all others, in this order, if they meet its other settings. */
  pinned_review_ids: defaulted(reviewIds(maxPinned), []),
  /** Reviews that the widget never shows. Their ratings still count in the average. */
  hidden_review_ids: defaulted(reviewIds(maxHidden), []),
};

export type WidgetLine = Shaped<typeof widgetLine>;

function maxItems<T>(max: number, field: Field<readonly T[]>): Field<readonly T[]> {
  return {
    ...field,
    read: (value) => (Array.isArray(value) && value.length > max ? undefined : field.read(value)),
  };
}
