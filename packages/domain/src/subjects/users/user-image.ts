import { stillAllowed } from "../../foundation/access/authenticate.js";
import { byPrincipal, type Principal } from "../../foundation/accounts/audit-trail.js";
import { DomainError, notFound, tooLarge, unavailable } from "../../foundation/kernel/domain-error.js";
import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { Cancellation, Ports } from "../../foundation/kernel/storage.js";
import { knownUser, type UserDetail, userDetail } from "./user.js";

/**
 * Converts an uploaded image and stores it as the user's image. Rejects with the errors of `ImageEncoder`. If the
 * upload is canceled, nothing is stored.
 */
export function putUserImage({ storage, clock, imageEncoder, imageStore }: Ports) {
  return async (inPath: string, sent: Uint8Array, by: Principal, cancellation?: Cancellation): Promise<UserDetail> => {
    const { account } = by;
    if (!imageEncoder) throw imagesOff();
    await storage.read(account, (stores) => knownUser(stores, account, inPath));
    if (!imageTypeOf(sent)) throw notAnImage();
    const image = await imageEncoder(account, sent, cancellation);
    return storage.transact(account, async ({ callers, users, images, audit }, now) => {
      await stillAllowed({ callers }, by, now);
      const user = await knownUser({ users }, account, inPath);
      await (imageStore ?? images).save(account, user.id, image);
      const event = { at: clock(), action: "put_user_image", subject: `user ${user.id}`, rows: 1 };
      await audit.append(account, [byPrincipal(by, event)]);
      return userDetail(user);
    });
  };
}

/** Returns a user's image with its media type. Throws `image_not_found`. */
export function userImage({ storage, imageStore }: Ports) {
  return async (
    account: AccountId,
    inPath: string,
  ): Promise<{ readonly type: ImageType; readonly body: Uint8Array }> => {
    const body = await storage.read(account, async ({ users, images }) => {
      const { id } = await knownUser({ users }, account, inPath);
      return (imageStore ?? images).of(account, id);
    });
    const type = body && imageTypeOf(body);
    if (!type) throw imageNotFound();
    return { type, body };
  };
}

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

/**
 * Limits on a user's image.
 *
 * `bytes` and `pixels` limit the upload. `side` limits the width and height of the stored image, in pixels.
 * `decodingMemory` limits the memory for decoding in bytes, including the decoder itself. `decodingSeconds` limits the
 * CPU time for decoding.
 */
export const imageLimits = {
  bytes: 5 * 1_048_576,
  pixels: 25_000_000,
  side: 512,
  decodingMemory: 256 * 1_048_576,
  decodingSeconds: 5,
} as const;

/** Image formats that are accepted and stored, as media types. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff];
const [riff, webp] = [
  [0x52, 0x49, 0x46, 0x46],
  [0x57, 0x45, 0x42, 0x50],
];

/** Detects the image format from the first bytes of the file. Returns `undefined` for other formats. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const has = (signature: readonly number[], at = 0) => signature.every((byte, index) => bytes[at + index] === byte);
  if (has(png)) return "image/png";
  if (has(jpeg)) return "image/jpeg";
  return has(riff) && has(webp, 8) ? "image/webp" : undefined;
}

export const notAnImage = (cause?: unknown) =>
  new DomainError("invalid", "not_an_image", "the file must be a complete PNG, JPEG or WebP image", { cause });

export const imageTooLarge = () =>
  tooLarge("image_too_large", `the image must have at most ${imageLimits.pixels / 1_000_000} megapixels`);

/** Error for an image that is within the pixel limit but needs too much memory or CPU time to decode. */
export const imageTooCostly = () =>
  tooLarge(
    "image_too_large",
    `decoding the image needs more than ${imageLimits.decodingMemory / 1_048_576} MB of memory or ${imageLimits.decodingSeconds} seconds; send a smaller image without interlacing, progressive scans or metadata`,
  );

export const imagesBusy = (cause?: unknown) =>
  unavailable("images_busy", "too many images are being processed; try again in a moment", cause);

const imageNotFound = () => notFound("image_not_found", "the user has no image");

const imagesOff = () => notFound("images_off", "this service does not store images");
