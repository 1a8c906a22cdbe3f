import type { ImageEncoder } from "@repute/domain";
import { imageLimits, imagesBusy, imageTooLarge, imageTypeOf, isDomainError, notAnImage } from "@repute/domain";
import type { Sharp } from "sharp";
import { slots } from "../slots.js";

const atOnce = 4;
const mostWaiting = 16;
/** Longer than any image takes that somebody means well with. */
const mostSeconds = 10;

/**
 * Draws images anew by sharp, in threads of its own: at most 4 at once, while at most 16 more wait. sharp is loaded with
 * the first image.
 */
export function sharpImageEncoder(): ImageEncoder {
  const inTurn = slots(atOnce, mostWaiting, imagesBusy);
  return (sent) => inTurn(() => drawn(sent));
}

async function drawn(sent: Uint8Array): Promise<Uint8Array> {
  const type = imageTypeOf(sent);
  if (!type) throw notAnImage();
  const { default: sharp } = await import("sharp");
  try {
    const { width, height } = await sharp(sent, { limitInputPixels: false }).metadata();
    if (width * height > imageLimits.pixels) throw imageTooLarge();
    const { side, pixels } = imageLimits;
    const image = sharp(sent, { limitInputPixels: pixels, failOn: "error", sequentialRead: true })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb");
    return await written[type](image).toBuffer();
  } catch (error) {
    // What sharp says repeats what stands in the file.
    throw isDomainError(error) ? error : notAnImage();
  }
}

const written = {
  "image/png": (image: Sharp) => image.png(),
  "image/jpeg": (image: Sharp) => image.jpeg({ quality: 85 }),
  "image/webp": (image: Sharp) => image.webp({ quality: 85 }),
};
