import type { Cancellation } from "../../foundation/kernel/cancellation.js";
import type { AccountId, UserId } from "../../foundation/kernel/ids.js";

/** Store of user images. Defaults to the database. */
export interface ImageStore {
  /** Saves or replaces a user's image. Runs in a unit of work and must not start another one. */
  save(account: AccountId, user: UserId, image: Uint8Array): Promise<void>;
  /** Returns the image unchanged, or `undefined` if there is none. */
  of(account: AccountId, user: UserId): Promise<Uint8Array | undefined>;
  /** Deletes the image, if there is one. */
  remove(account: AccountId, user: UserId): Promise<void>;
}

/**
 * Re-encodes an image in its own format (PNG, JPEG or WebP): upright, at most 512 pixels per side, and without
 * metadata. Rejects with `not_an_image`, with `image_too_large` if the image exceeds `imageLimits`, and with
 * `images_busy` if too many images are queued, in total or for this account. A cancellation ends the work and rejects
 * with its reason.
 */
export type ImageEncoder = (account: AccountId, image: Uint8Array, cancellation?: Cancellation) => Promise<Uint8Array>;
