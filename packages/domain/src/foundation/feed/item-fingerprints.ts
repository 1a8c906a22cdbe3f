import { crc32 } from "../kernel/encodings.js";
import type { PublicList } from "./feed.js";

/**
 * Fingerprint of each list's item schema.
 * A server with new fingerprints renders all stored items again in the background.
 *
 * The command npm run docs generates the fingerprints from the API document.
 */
export const itemFingerprints: Readonly<Partial<Record<PublicList, string>>> = {
  reviews: "536c7a5f",
  surveys: "536c7a5f",
  "survey-responses": "3ede0fb6",
  invites: "d107862a",
  calls: "3f249bad",
  conversions: "f6bf17c0",
  locations: "3143f7ff",
  providers: "224f82c4",
  platforms: "74a7c55e",
  messages: "9dad5774",
  groups: "ce48dd3d",
  "surveys-list": "ff859391",
  "insights/byMonth": "f15a332f",
  "integration-imports": "6c1fb337",
  "integration-imports/appointments": "49e3993d",
  "integration-imports/invites": "49e3993d",
  "cahps-parsed-files": "75de55dc",
  "cahps-parsed-files/warnings": "a1992cb0",
  "campaign-catalog": "29ba916a",
  spends: "1bcb7ec7",
  appointments: "6e3c5963",
  account: "31bf065c",
};

/** One fingerprint for the item schemas of all lists. It is stored with each account's entries. */
export const currentFingerprint = crc32(JSON.stringify(itemFingerprints)).toString(16);
