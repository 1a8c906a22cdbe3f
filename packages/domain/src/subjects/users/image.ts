import { DomainError, notFound, tooLarge, unavailable } from "../../foundation/kernel/domain-error.js";

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

export const imageNotFound = () => notFound("image_not_found", "the user has no image");

export const imagesOff = () => notFound("images_off", "this service does not store images");
