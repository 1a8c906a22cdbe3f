import { type ImageEncoder, imagesBusy, imageTypeOf, notAnImage } from "@repute/domain";
import { slots } from "../slots.js";
import { imageProcesses } from "./image-process.js";

const limits = { atOnce: 1, maxWaiting: 16, maxPerAccount: 4 };

/**
 * Re-encodes images with sharp, each in a separate process with limited memory, CPU time and priority.
 * One image is processed at a time and 16 images wait, with at most 4 images per account.
 * All processes end a few seconds after the last image.
 */
export function sharpImageEncoder(): ImageEncoder {
  const inTurn = slots(limits, imagesBusy);
  const encode = imageProcesses();
  return async (account, sent, cancellation) => {
    const type = imageTypeOf(sent);
    if (!type) throw notAnImage();
    return inTurn(account, () => encode(sent, type, cancellation), cancellation);
  };
}
