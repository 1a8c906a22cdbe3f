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
 * Draws an image anew, at most 512 pixels a side, upright and without anything but the picture: PNG, JPEG or WebP again.
 * What is not wholly an image is `not_an_image`, one of more than 25 megapixels `image_too_large`; too many at once are
 * `images_busy`.
 */
export type ImageEncoder = (image: Uint8Array) => Promise<Uint8Array>;
