import { gzipSync } from "node:zlib";
import { expect, it } from "@jest/globals";

it("the client is smaller than 10 KB compressed", () => {
  // The build script is plain JavaScript: it has no types.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { bundle } = require("../build.cjs") as { bundle(how: { minify: boolean }): Uint8Array };
  expect(gzipSync(bundle({ minify: true })).length).toBeLessThan(10_000);
});
