import type { Brand } from "../../foundation/kernel/brand.js";
import type { PlatformId, ReviewId } from "../../foundation/kernel/ids.js";
import type { Origin } from "./origin.js";

/** Public identifier of a widget on web pages. The id is random, so it reveals nothing about the account. */
export type WidgetId = Brand<string, "WidgetId">;

export type WidgetSettings = {
  /** Maximum number of reviews that the widget shows. */
  readonly limit: number;
  /** Minimum number of stars that a review needs to be shown. */
  readonly minRating: number;
  /** If true, the widget shows only the first names of reviewers. */
  readonly firstNameOnly: boolean;
  /** Platforms whose ratings the widget includes, or `null` for all platforms. */
  readonly platformIds: readonly PlatformId[] | null;
  /** Origins of the web pages that may read the widget's data. */
  readonly allowedOrigins: readonly Origin[];
  /** Reviews that the widget shows before all others, in this order, if they meet its other settings. */
  readonly pinnedReviewIds: readonly ReviewId[];
  /** Reviews that the widget never shows. Their ratings still count in the average. */
  readonly hiddenReviewIds: readonly ReviewId[];
};

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
