import type { Cancellation } from "../../foundation/kernel/cancellation.js";
import type { AccountId, UserId } from "../../foundation/kernel/ids.js";

/** Store of user images. By default, images are stored in the database. */
export interface ImageStore {
  /** Saves or replaces a user's image. Runs inside a transaction and must not start another transaction. */
  save(account: AccountId, user: UserId, image: Uint8Array): Promise<void>;
  /** Returns the image as it was saved, or `undefined` if the user has no image. */
  of(account: AccountId, user: UserId): Promise<Uint8Array | undefined>;
  /** Deletes a user's image, if there is one. */
  remove(account: AccountId, user: UserId): Promise<void>;
}

/**
 * Converts an image to an upright image of at most 512 pixels per side, without metadata. Keeps the format (PNG, JPEG
 * or WebP).
 *
 * Rejects with `not_an_image`, with `image_too_large` if the image exceeds `imageLimits`, and with `images_busy` if too
 * many images are queued, in total or for this account. A cancellation stops the conversion and rejects with the reason
 * of the cancellation.
 */
export type ImageEncoder = (account: AccountId, image: Uint8Array, cancellation?: Cancellation) => Promise<Uint8Array>;
