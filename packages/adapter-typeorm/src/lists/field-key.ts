import { createHash } from "node:crypto";
import type { FeedFilter, FeedList } from "@repute/domain";

type AskedField = NonNullable<FeedFilter["customFields"]>[number];

/**
 * What a custom field is found by: short however long the field is, the same for equal lists, names and values alone.
 * The texts themselves stand in the records, and nowhere beside the feed.
 */
export const fieldKey = (list: FeedList, name: string, value: string): string =>
  createHash("sha256")
    .update(JSON.stringify([list, name, value]))
    .digest("base64url")
    .slice(0, 22);

/** The keys of a field with each of the values that are asked for. */
export const fieldKeys = (list: FeedList, { name, values }: AskedField): string[] =>
  values.map((value) => fieldKey(list, name, value));
