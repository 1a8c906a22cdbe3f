import { crc32 } from "../kernel/encodings.js";
import type { PublicList } from "./feed.js";

/**
 * Fingerprint of each list's item schema.
 * A server with new fingerprints renders all stored items again in the background.
 *
 * The command npm run docs generates the fingerprints from the API document.
 */
export const itemFingerprints: Readonly<Partial<Record<PublicList, string>>> = {
  reviews: "8ba8220c",
  surveys: "8ba8220c",
  "survey-responses": "7b9985a6",
  invites: "e7cf397d",
  calls: "af9583ad",
  conversions: "69b0b69e",
  locations: "418fd19b",
  providers: "fdcf0724",
  platforms: "4a18dffc",
  messages: "93c56b60",
  groups: "d1552ba1",
  "surveys-list": "d43d2622",
  "insights/byMonth": "a5c5390e",
  "integration-imports": "4c380845",
  "integration-imports/appointments": "d6798f56",
  "integration-imports/invites": "d6798f56",
  "cahps-parsed-files": "28c32e7e",
  "cahps-parsed-files/warnings": "1c51fabc",
  "campaign-catalog": "5590b984",
  spends: "c31e7ec4",
  appointments: "cf46f7f5",
  account: "d3593bc4",
};

/** One fingerprint for the item schemas of all lists. It is stored with each account's entries. */
export const currentFingerprint = crc32(JSON.stringify(itemFingerprints)).toString(16);
