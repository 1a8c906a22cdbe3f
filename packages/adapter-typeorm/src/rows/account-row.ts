import type { Account } from "@repute/domain";
import { EntitySchema } from "typeorm";
import { flag, integer, key, text } from "./columns.js";

export const accountSchema = new EntitySchema<Account>({
  name: "account",
  tableName: "accounts",
  columns: {
    id: key(integer("id")),
    key: text("key"),
    name: text("name"),
    createdAt: integer("created_at"),
    disabled: flag("disabled"),
  },
});
