import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { imageEncoderContract } from "@repute/domain/testing";
import sharp from "sharp";
import { imageProcesses as startImageProcesses, sharpImageEncoder } from "./image-encoder.js";

const encodeFor = sharpImageEncoder();
const account = 1 as AccountId;
const encode = (image: Uint8Array) => encodeFor(account, image);
const formats = ["png", "jpeg", "webp"] as const;

/** An image with a red left half and a blue right half. */
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

imageEncoderContract("sharpImageEncoder", () => encodeFor);

describe("sharpImageEncoder", () => {
  it.each(formats)("keeps the format of a %s and limits each side to 512 pixels", async (format) => {
    const drawn = await encode(await picture().toFormat(format).toBuffer());
    expect(await sharp(drawn).metadata()).toMatchObject({ format, width: 512, height: 256, space: "srgb" });
    expect([await pixel(drawn, 10, 100), await pixel(drawn, 500, 100)]).toEqual([red, blue]);
  });

  it("does not enlarge a small image", async () => {
    const drawn = await encode(await picture(40, 20).png().toBuffer());
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 40, height: 20 });
  });

  it("keeps only the first frame of an animation", async () => {
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

  it("converts CMYK to sRGB", async () => {
    const cmyk = await picture().toColourspace("cmyk").jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe("cmyk");
    expect(await sharp(await encode(cmyk)).metadata()).toMatchObject({ space: "srgb", channels: 3 });
  });

  it("rotates an image upright and removes metadata about camera, location and owner", async () => {
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

  it("drops HTML appended to an image", async () => {
    const page = "<script>alert(1)</script>";
    for (const format of formats) {
      const drawn = await encode(Buffer.concat([await picture(40, 20).toFormat(format).toBuffer(), Buffer.from(page)]));
      expect(Buffer.from(drawn).includes("script")).toBe(false);
    }
  });
});

describe("sharpImageEncoder with an invalid or costly image", () => {
  it.each(formats)("rejects a truncated %s", async (format) => {
    const whole = await picture().toFormat(format).toBuffer();
    for (const share of [0.1, 0.5, 0.9]) {
      await expect(encode(whole.subarray(0, whole.length * share))).rejects.toMatchObject(refusal);
    }
  });

  it("rejects files that are not PNG, JPEG or WebP", async () => {
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

  it("rejects images with more than 25 megapixels", async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [25_000_001, 1],
      [5_001, 5_000],
    ] as const) {
      const image = sized(await picture(8, 8).png().toBuffer(), width, height);
      await expect(encode(image)).rejects.toMatchObject({ kind: "too_large", code: "image_too_large" });
    }
    const largest = await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    expect(await sharp(await encode(largest)).metadata()).toMatchObject({ width: 512, height: 512 });
  });

  it("rejects images beyond the limits per account and in total, and accepts others", async () => {
    const image = await picture(40, 20).png().toBuffer();
    const outcomesOf = async (accounts: readonly number[]) => {
      const outcomes = await Promise.allSettled(accounts.map((one) => encodeFor(one as AccountId, image)));
      return outcomes.map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : "encoded"));
    };
    const four = Array<string>(4).fill("encoded");
    expect(await outcomesOf([1, 1, 1, 1, 1, 2])).toEqual([...four, "images_busy", "encoded"]);
    const five = [1, 2, 3, 4, 5].flatMap((one) => [one, one, one, one]);
    // The images of the fifth account take places of accounts with more images.
    const outcomes = await outcomesOf(five);
    expect(outcomes.filter((one) => one === "images_busy")).toHaveLength(3);
    expect(outcomes.slice(16)).toEqual([...four.slice(1), "images_busy"]);
    expect(await outcomesOf([1])).toEqual(["encoded"]);
  });

  it("rejects an image that takes too much memory to decode", async () => {
    const text = Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(7_900_000, "a"))]);
    const image = await picture(10, 10).png().toBuffer();
    const bomb = Buffer.concat([image.subarray(0, 33), ...Array<Buffer>(500).fill(zTxt(text)), image.subarray(33)]);
    await expect(encode(bomb)).rejects.toMatchObject({ kind: "too_large", code: "image_too_large" });
  });
});

describe("the image process", () => {
  it("does not see the host's environment and has the lowest priority", async () => {
    process.env["REPUTE_TEST_SECRET"] = "secret";
    const encoding = encode(await slow);
    const pid = await imageProcess();
    delete process.env["REPUTE_TEST_SECRET"];
    expect(await readFile(`/proc/${pid}/environ`, "utf8")).not.toContain("secret");
    while (niceness(await readFile(`/proc/${pid}/stat`, "utf8")) !== 19) await pause(1);
    await encoding;
  });

  it("ends when the upload is canceled, and makes room for the next image", async () => {
    const leaving = new AbortController();
    const encoding = encodeFor(account, await slow, leaving.signal);
    await imageProcess();
    leaving.abort(new Error("left"));
    await expect(encoding).rejects.toThrow("left");
    expect(await imageProcesses()).toEqual([]);
    expect(await encode(await picture(40, 20).png().toBuffer())).toBeDefined();
  });

  it.each([
    ["SIGKILL", { kind: "unavailable", code: "images_busy" }],
    ["SIGSEGV", refusal],
  ] as const)(
    "refuses its image with the reason as cause if it ends with %s, and the next image succeeds",
    async (signal, error) => {
      const encoding = encode(await slow);
      const refused = expect(encoding).rejects.toMatchObject({
        ...error,
        cause: new Error(`The image process ended with ${signal}`),
      });
      process.kill(await imageProcess(), signal);
      await refused;
      expect(await encode(await picture(40, 20).png().toBuffer())).toBeDefined();
    },
  );

  it("refuses its image when its launcher is killed, and the next image succeeds", async () => {
    const encoding = encode(await slow);
    const refused = expect(encoding).rejects.toMatchObject({
      code: "images_busy",
      cause: new Error("The image launcher ended with SIGKILL"),
    });
    const pid = await imageProcess();
    for (const launcher of await launchers()) process.kill(launcher, "SIGKILL");
    await refused;
    while ((await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")) !== "") await pause(1);
    expect(await encode(await picture(40, 20).png().toBuffer())).toBeDefined();
  });

  it("has a launcher that ends soon after the last image and starts again", async () => {
    const before = await launchers();
    const others = async () => (await launchers()).filter((pid) => !before.includes(pid));
    const encodeBriefly = startImageProcesses(1);
    const image = await picture(40, 20).png().toBuffer();
    for (let round = 0; round < 2; round += 1) {
      const encoding = encodeBriefly(image, "image/png");
      expect(await others()).toHaveLength(1);
      await encoding;
      while ((await others()).length > 0) await pause(1);
    }
  });

  it("ends after it replies or refuses an image", async () => {
    await encode(await picture(40, 20).png().toBuffer());
    await expect(encode(Buffer.from([0xff, 0xd8, 0xff]))).rejects.toMatchObject(refusal);
    expect(await imageProcesses()).toEqual([]);
  });
});

/** An image that takes hundreds of milliseconds to decode. */
const slow = sharp({ create: { width: 4_000, height: 4_000, channels: 4, background: "#f00" } })
  .png({ progressive: true })
  .toBuffer();

/** Returns the child processes of a process, which may have ended. */
async function childrenOf(pid: number | "self"): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, "utf8").catch(() => "")),
  );
  return children.join(" ").split(" ").filter(Boolean).map(Number);
}

/** The child processes of the test process are all launchers. */
const launchers = () => childrenOf("self");

async function imageProcesses(): Promise<number[]> {
  return (await Promise.all((await launchers()).map(childrenOf))).flat();
}

async function imageProcess(): Promise<number> {
  for (;;) {
    const [pid] = await imageProcesses();
    if (pid !== undefined) return pid;
    await pause(1);
  }
}

/** Returns the niceness: field 19 of `/proc/<pid>/stat`, counted after the name in parentheses. */
const niceness = (stat: string) => Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);

function zTxt(data: Buffer): Buffer {
  const made = Buffer.alloc(data.length + 12);
  made.writeUInt32BE(data.length);
  made.write("zTXt", 4);
  made.set(data, 8);
  made.writeUInt32BE(crc32(made.subarray(4, -4)), data.length + 8);
  return made;
}

/** Returns a PNG with another size in its header. */
function sized(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  return header;
}
