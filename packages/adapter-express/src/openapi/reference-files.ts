import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { MountedRequest } from "../exchange.js";
import type { CacheableContent } from "../responding/cacheable-response.js";
import { acceptedEncoding, wellCompressed } from "../responding/encoding.js";

/** Reads a file of the API reference page from this package. */
export const pageFile = (name: string): Promise<Buffer> => readFile(join(__dirname, "../../reference", name));

/** Returns the version of the renderer in this package. */
export async function rendererRelease(): Promise<string> {
  const { version } = JSON.parse((await pageFile("release.json")).toString()) as { readonly version: string };
  return version;
}

const decompressed = promisify<Uint8Array, Buffer>(brotliDecompress);

/**
 * Returns the content of the renderer's script, which `scripts/api-reference.mjs` has copied into this package.
 * The script is stored with Brotli. Its gzip form is created on first use, for browsers that do not support Brotli.
 * The page requests the script by version, so browsers never need to revalidate it.
 */
export function rendererFile() {
  let zipped: Promise<Uint8Array> | undefined;
  return async ({ headers }: MountedRequest): Promise<CacheableContent> => {
    const stored = await pageFile("scalar.js.br");
    const encoding = acceptedEncoding(headers["accept-encoding"]?.toString());
    return {
      body: encoding === "identity" ? await decompressed(stored) : stored,
      type: "text/javascript; charset=utf-8",
      caching: "public, max-age=31536000, immutable",
      tag: `W/"${await rendererRelease()}"`,
      encoded: async (wanted) =>
        wanted === "br" ? stored : (zipped ??= decompressed(stored).then((script) => wellCompressed(script, "gzip"))),
    };
  };
}
