import type { User } from "@repute/domain";
import { flag, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

/** Users, each stored with a key of the email address for case-insensitive lookup. */
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

/** The highest user id that an account has assigned. */
export const lastUserIdTable = recordTable<{ readonly id: number }>("last_user_ids", { id: integer("id") });

/** Images of users, in Base64. */
export const userImageTable = recordTable<{ readonly user: number; readonly image: string }>("user_images", {
  user: key(integer("user_id")),
  image: text("image"),
});
