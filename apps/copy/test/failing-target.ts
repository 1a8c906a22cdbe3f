import type { ListChanges } from "../src/page.js";
import type { Target } from "../src/target.js";

const broken = Object.defineProperty({ list: "locations", deletes: [] }, "upserts", {
  get: () => {
    throw new Error("gone");
  },
}) as unknown as ListChanges;

/** A target that stores so many pages, and is gone in the middle of the next one: part of that is stored, and never committed. */
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
