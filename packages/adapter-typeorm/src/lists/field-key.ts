import { createHash } from "node:crypto";
import type { FeedFilter, FeedList } from "@repute/domain";

type RequestedField = NonNullable<FeedFilter["customFields"]>[number];

/**
 * Returns the lookup key of a custom field: a short hash of list, name and value.
 * The strings themselves are stored only in the records and the feed.
 */
export const fieldKey = (list: FeedList, name: string, value: string): string =>
  createHash("sha256")
    .update(JSON.stringify([list, name, value]))
    .digest("base64url")
    .slice(0, 22);

/** Returns one lookup key per requested value of a custom field. */
export const fieldKeys = (list: FeedList, { name, values }: RequestedField): string[] =>
  values.map((value) => fieldKey(list, name, value));
