import type { Cancellation } from "../foundation/kernel/cancellation.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { ImageEncoder } from "../subjects/users/image-store.js";
import { imageTypeOf } from "../subjects/users/image.js";
import { describe, expect, it } from "./runner.js";

/** Red images of 4 by 2 pixels, by media type. */
const images = {
  "image/png":
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8AARwjWfwYGAG+qB/l/O6VpAAAAAElFTkSuQmCC",
  "image/jpeg":
    "/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAACAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABgj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdABykX//Z",
  "image/webp": "UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoEAAIAAUAmJaACdLoB+AADsAD+8ut//NgVzXPv9//S4P0uD9Lg/9KQAAA=",
};

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const account = 1 as AccountId;

/** Tests that every implementation of `ImageEncoder` must pass. Call this function once per adapter. */
export function imageEncoderContract(name: string, fresh: () => ImageEncoder): void {
  describe(`the images of ${name}`, () => {
    it.each(Object.entries(images))("keep the format %s", async (type, base64) => {
      const encoded = await fresh()(account, bytesOf(base64));
      expect(imageTypeOf(encoded)).toBe(type);
    });

    it("are refused with not_an_image if they are something else", async () => {
      const encode = fresh();
      const png = bytesOf(images["image/png"]);
      for (const bytes of [new Uint8Array(), new TextEncoder().encode("<svg/>"), png.subarray(0, 40)]) {
        await expect(encode(account, bytes)).rejects.toMatchObject({ code: "not_an_image" });
      }
    });

    it("are refused with the reason of a cancellation", async () => {
      const reason = new Error("the client closed the connection");
      const canceled: Cancellation = {
        ...{ aborted: true, reason },
        addEventListener: (_type, listener) => listener(),
        removeEventListener: () => {},
      };
      await expect(fresh()(account, bytesOf(images["image/png"]), canceled)).rejects.toBe(reason);
    });
  });
}
