import { crc32 } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import sharp from "sharp";
import { sharpImageEncoder } from "./sharp-image-encoder.js";

const encode = sharpImageEncoder();
const formats = ["png", "jpeg", "webp"] as const;

/** Red on the left, blue on the right. */
const picture = (width = 800, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: "#f00" } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: "#00f" } }, left: width / 2, top: 0 },
  ]);
const pixel = async (image: Uint8Array, left: number, top: number) =>
  [...(await sharp(image).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())].map((value) =>
    value > 128 ? 1 : 0,
  );
const [red, blue] = [
  [1, 0, 0],
  [0, 0, 1],
];
const refusal = { kind: "invalid", code: "not_an_image" };

describe("an image", () => {
  it.each(formats)("as %s is drawn in its own format, at most 512 pixels a side", async (format) => {
    const drawn = await encode(await picture().toFormat(format).toBuffer());
    expect(await sharp(drawn).metadata()).toMatchObject({ format, width: 512, height: 256, space: "srgb" });
    expect([await pixel(drawn, 10, 100), await pixel(drawn, 500, 100)]).toEqual([red, blue]);
  });

  it("that is small stays as large as it is", async () => {
    const drawn = await encode(await picture(40, 20).png().toBuffer());
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 40, height: 20 });
  });

  it("that moves is its first picture", async () => {
    const frames = await Promise.all(
      ["#f00", "#00f"].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 4, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
    const drawn = await encode(moving);
    expect((await sharp(drawn, { animated: true }).metadata()).pages ?? 1).toBe(1);
    expect(await pixel(drawn, 30, 20)).toEqual(red);
  });

  it("in CMYK comes out as screens show it", async () => {
    const cmyk = await picture().toColourspace("cmyk").jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe("cmyk");
    expect(await sharp(await encode(cmyk)).metadata()).toMatchObject({ space: "srgb", channels: 3 });
  });

  it("that lies on its side is turned upright, and says nothing of camera, place or owner", async () => {
    const secret = "40 deg 14 min";
    const sent = await picture()
      .jpeg()
      .withExif({
        IFD0: { Artist: "Ada Quill", Copyright: secret },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "40/1 14/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: "Ada Quill", Copyright: secret }, IFD3: { GPSLatitudeRef: "N" } })
      .toBuffer();
    expect(await sharp(sent).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() });
    expect(sent.includes(secret)).toBe(true);
    const drawn = await encode(sent);
    const { width, height, exif, icc, iptc, xmp, orientation, comments } = await sharp(drawn).metadata();
    expect({ width, height }).toEqual({ width: 256, height: 512 });
    expect([exif, icc, iptc, xmp, orientation, comments]).toEqual(Array(6).fill(undefined));
    expect([await pixel(drawn, 100, 10), await pixel(drawn, 100, 500)]).toEqual([red, blue]);
    expect(Buffer.from(drawn).includes(secret)).toBe(false);
  });

  it("that is a page as well is the image alone", async () => {
    const page = "<script>alert(1)</script>";
    for (const format of formats) {
      const drawn = await encode(Buffer.concat([await picture(40, 20).toFormat(format).toBuffer(), Buffer.from(page)]));
      expect(Buffer.from(drawn).includes("script")).toBe(false);
    }
  });
});

describe("what is refused", () => {
  it.each(formats)("is a %s that ends too early", async (format) => {
    const whole = await picture().toFormat(format).toBuffer();
    for (const share of [0.1, 0.5, 0.9]) {
      await expect(encode(whole.subarray(0, whole.length * share))).rejects.toMatchObject(refusal);
    }
  });

  it("is what is no PNG, JPEG or WebP", async () => {
    const others = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.from(
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      ),
      await picture().gif().toBuffer(),
      await picture().tiff().toBuffer(),
      Buffer.from("RIFF\0\0\0\0WEBP<svg/>"),
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(5_000_000)]),
      Buffer.from([0xff, 0xd8, 0xff]),
      new Uint8Array(),
    ];
    for (const one of others) await expect(encode(one)).rejects.toMatchObject(refusal);
  });

  it("is more than 25 megapixels, whatever is in them", async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [25_000_001, 1],
      [5_001, 5_000],
    ] as const) {
      const image = sized(await picture(8, 8).png().toBuffer(), width, height);
      await expect(encode(image)).rejects.toMatchObject({ kind: "too_large", code: "image_too_large" });
    }
    const most = await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    expect(await sharp(await encode(most)).metadata()).toMatchObject({ width: 512, height: 512 });
  });

  it("is one too many at once, and only then", async () => {
    const image = await picture(2_000, 2_000).png().toBuffer();
    const outcomes = await Promise.allSettled(Array.from({ length: 22 }, () => encode(image)));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as object] : []));
    expect(refused).toMatchObject([{ code: "images_busy" }, { code: "images_busy" }]);
    expect(await encode(image)).toBeDefined();
  });
});

/** The same PNG whose header tells another size. */
function sized(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  return header;
}
