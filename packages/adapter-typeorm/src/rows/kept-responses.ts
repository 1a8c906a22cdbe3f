import type { GivenAnswer } from "@repute/domain";
import { integer, key, text } from "./columns.js";
import { recordTable } from "./table.js";

/** What idempotent requests were answered. */
export const keptResponseTable = recordTable<GivenAnswer>("kept_responses", {
  key: key(text("key")),
  request: text("request"),
  answer: text("response"),
  at: integer("at"),
});
