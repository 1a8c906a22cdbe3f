import type { SpentAssertion } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, text } from "./columns.js";

/** Assertions that were exchanged, kept for as long as they could be taken again. */
export const assertionSchema = new EntitySchema<RowOf<SpentAssertion>>({
  name: "assertion",
  tableName: "assertions",
  columns: { accountId, clientId: key(text("client_id")), jti: key(text("jti")), until: integer("until") },
});
