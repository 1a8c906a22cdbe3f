import type { Cancellation } from "../kernel/cancellation.js";
import type { AccountId, UserId } from "../kernel/ids.js";

/** Where the images of users are kept: the database, unless a host has another place. */
export interface ImageStore {
  /** Keeps a user's image instead of any before it. Called in a unit of work: it must not begin another one. */
  save(account: AccountId, user: UserId, image: Uint8Array): Promise<void>;
  /** The image, byte for byte; never another account's. */
  of(account: AccountId, user: UserId): Promise<Uint8Array | undefined>;
  /** Takes the image away, if there is one. */
  remove(account: AccountId, user: UserId): Promise<void>;
}

/**
 * Re-encodes an image in its own format (PNG, JPEG or WebP): upright, at most 512 pixels per side, and without metadata.
 * Rejects with `not_an_image`, with `image_too_large` if the image exceeds `imageLimits`, and with `images_busy` if too
 * many images wait, in all or for this account. A cancellation ends the work and rejects with its reason.
 */
export type ImageEncoder = (account: AccountId, image: Uint8Array, cancellation?: Cancellation) => Promise<Uint8Array>;
