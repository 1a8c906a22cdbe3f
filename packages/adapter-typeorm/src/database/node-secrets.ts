import { createHmac, hash, randomBytes } from "node:crypto";
import type { Secrets } from "@repute/domain";

/** Random bytes and hashes from the `crypto` module of Node.js. */
export const nodeSecrets: Secrets = {
  randomBytes: (count) => randomBytes(count),
  sha256: (text) => hash("sha256", text, "hex"),
  hmacSha256: (key, text) => createHmac("sha256", key).update(text, "utf8").digest(),
};
