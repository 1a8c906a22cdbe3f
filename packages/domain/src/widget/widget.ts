import type { Brand } from "../kernel/brand.js";
import type { PlatformId } from "../kernel/ids.js";
import type { Origin } from "./origin.js";

/** What pages name a widget by: public, and drawn at random, so that it says nothing of the account. */
export type WidgetId = Brand<string, "WidgetId">;

/** What an account's embed widget shows, and on whose pages. */
export type WidgetSettings = {
  /** How many reviews at most. */
  readonly limit: number;
  /** Reviews with fewer stars are not shown. */
  readonly minRating: number;
  /** Reviewers are called by their first names. */
  readonly firstNameOnly: boolean;
  /** Aggregates are about these platforms alone; about all of them when `null`. */
  readonly platformIds: readonly PlatformId[] | null;
  /** Pages of these origins may read what the widget shows. */
  readonly allowedOrigins: readonly Origin[];
};

/** An account's embed widget. Its id and its key stay what they were first. */
export type Widget = WidgetSettings & {
  readonly id: WidgetId;
  /** With it the published ids of reviews are made: 32 random bytes as base64url, never published. */
  readonly reviewIdKey: string;
};

const idBytes = 16;
const keyBytes = 32;

/** What a widget needs that has none yet: bytes of an id and of a key. */
export const widgetBytes = { id: idBytes, reviewIdKey: keyBytes } as const;

const idShape = /^[A-Za-z0-9_-]{22}$/;

/** The id that a text is; `undefined` for a text that is none. */
export const parseWidgetId = (text: string): WidgetId | undefined =>
  text.length === 22 && idShape.test(text) ? (text as WidgetId) : undefined;
