import { row, share } from "../row.js";
import { takeList } from "./whole-lists.js";

/** Measures how fast the change feed returns all reviews, relative to the list of reviews. */
export const changes = row({
  title: "changes",
  warmsUp: true,
  headings: () => ({
    changes_x_list: share("Rows per second when the change feed returns all reviews, relative to the whole list", {
      min: 0.5,
    }),
  }),
  async measure(stage, { repute }) {
    const take = async (path: string) => (await takeList(stage, repute, path)).milliseconds;
    return { changes_x_list: (await take("/v2/reviews")) / (await take("/v2/changes?lists=reviews")) };
  },
});
