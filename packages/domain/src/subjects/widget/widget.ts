import type { Brand } from "../../foundation/kernel/brand.js";
import type { PlatformId } from "../../foundation/kernel/ids.js";
import type { Origin } from "./origin.js";

/** Public identifier of a widget on web pages. Random, so it reveals nothing about the account. */
export type WidgetId = Brand<string, "WidgetId">;

/** Settings of an account's embed widget. */
export type WidgetSettings = {
  /** Maximum number of reviews. */
  readonly limit: number;
  /** Minimum number of stars of displayed reviews. */
  readonly minRating: number;
  /** Shows only the first names of reviewers. */
  readonly firstNameOnly: boolean;
  /** Platforms covered by aggregates, or all platforms if `null`. */
  readonly platformIds: readonly PlatformId[] | null;
  /** Origins of pages that may read the widget's data. */
  readonly allowedOrigins: readonly Origin[];
};

/** Embed widget of an account. Its id and key never change. */
export type Widget = WidgetSettings & {
  readonly id: WidgetId;
  /** Secret key for the published ids of reviews: 32 random bytes as base64url. */
  readonly reviewIdKey: string;
};

const idBytes = 16;
const keyBytes = 32;

/** Number of random bytes in a widget's id and key. */
export const widgetBytes = { id: idBytes, reviewIdKey: keyBytes } as const;

const idShape = /^[A-Za-z0-9_-]{22}$/;

/** Returns a string as a widget id, or `undefined` if its form is invalid. */
export const parseWidgetId = (text: string): WidgetId | undefined =>
  text.length === 22 && idShape.test(text) ? (text as WidgetId) : undefined;
