import type { StoredResponse } from "@repute/domain";
import { integer, key, text } from "./columns.js";
import { recordTable } from "./table.js";

/** Table of responses to idempotent requests. */
export const storedResponseTable = recordTable<StoredResponse>("kept_responses", {
  key: key(text("key")),
  request: text("request"),
  response: text("response"),
  at: integer("at"),
});
