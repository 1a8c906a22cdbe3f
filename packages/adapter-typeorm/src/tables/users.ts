import type { User } from "@repute/domain";
import { flag, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

/** Table of users. `emailKey` makes lookups by email address case-insensitive. */
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

/** Table of the highest user id that each account has assigned. */
export const lastUserIdTable = recordTable<{ readonly id: number }>("last_user_ids", { id: integer("id") });

/** Table of user images, encoded in Base64. */
export const userImageTable = recordTable<{ readonly user: number; readonly image: string }>("user_images", {
  user: key(integer("user_id")),
  image: text("image"),
});
