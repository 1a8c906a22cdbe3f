import { setImmediate as turn } from "node:timers/promises";
import type { FeedBatch } from "@repute/domain";
import type { ListForm } from "./list-form.js";

/** Returns the length of a list in bytes without buffering the list. */
export async function lengthOf(form: ListForm, batches: AsyncIterable<FeedBatch>): Promise<number> {
  let length = form.opening.length;
  let isEmpty = true;
  for await (const { json } of batches) {
    if (!isEmpty) length += form.between.length;
    isEmpty &&= json.length === 0;
    for (const portion of form.portions(json)) {
      length += portion.length;
      await turn();
    }
  }
  return length + form.closing(isEmpty).length;
}
