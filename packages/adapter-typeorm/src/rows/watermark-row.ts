import type { Instant } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { AccountRow } from "./columns.js";
import { accountId, integer } from "./columns.js";

type Row = AccountRow & { readonly at: Instant };

/** When each account last published something: one row an account from its beginning. */
export const watermarkSchema = new EntitySchema<Row>({
  name: "watermark",
  tableName: "watermarks",
  columns: { accountId, at: integer("at") },
});
