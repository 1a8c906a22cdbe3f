import type { User } from "@repute/domain";
import { flag, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

/** Beside a user the key of the address, by which it is found whatever the case of its letters. */
export const userTable = recordTable<User, { readonly emailKey: string }>(
  "users",
  {
    id: key(integer("id")),
    name: text("name"),
    email: text("email"),
    role: text("role"),
    oid: nullable(text("oid")),
    phone: nullable(text("phone")),
    bio: nullable(text("bio")),
    active: flag("active"),
  },
  { emailKey: text("email_key") },
);

/** The greatest id that a user of an account ever had. */
export const lastUserIdTable = recordTable<{ readonly id: number }>("last_user_ids", { id: integer("id") });

/** The images of users, in base64. */
export const userImageTable = recordTable<{ readonly user: number; readonly image: string }>("user_images", {
  user: key(integer("user_id")),
  image: text("image"),
});
