import type { ListChanges } from "../src/page.js";
import type { Target } from "../src/target.js";

const broken = Object.defineProperty({ list: "locations", deletes: [] }, "upserts", {
  get: () => {
    throw new Error("gone");
  },
}) as unknown as ListChanges;

/**
 * Wraps a target so that it fails after `pages` pages.
 * The failing transaction stores a part of its page and is then rolled back.
 */
export function failing(target: Target, pages: number): Target {
  let left = pages;
  return {
    ...target,
    apply: (changes, cursor, complete) => {
      left -= 1;
      return target.apply(left >= 0 ? changes : [...changes, broken], cursor, complete);
    },
  };
}
