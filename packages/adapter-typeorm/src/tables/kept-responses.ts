import type { KeptResponse } from "@repute/domain";
import { integer, key, text } from "./columns.js";
import { recordTable } from "./table.js";

/** Table of responses to idempotent requests. */
export const keptResponseTable = recordTable<KeptResponse>("kept_responses", {
  key: key(text("key")),
  request: text("request"),
  response: text("response"),
  at: integer("at"),
});
