import type { AccountId, CountedMail, Instant, Invitation, InvitationLink, Subscription, User } from "@repute/domain";
import { flag, integer, json, key, type Member, nullable, text } from "./columns.js";
import { lookUpTable, recordTable } from "./table.js";

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

export const invitationTable = recordTable<Invitation>("invitations", {
  user: key(integer("user_id")),
  number: integer("number"),
  invitedAt: integer("invited_at"),
  endsAt: integer("ends_at"),
  attempts: integer("attempts"),
  dueAt: nullable(integer("due_at")),
  sentAt: nullable(integer("sent_at")),
  failure: nullable(text("failure")),
  closedAt: nullable(integer("closed_at")),
});

const counted: Member<object> = {
  columns: [...text("address").columns, ...integer("mailed_at").columns],
  write(mail, into) {
    const { address, at } = mail as CountedMail;
    into.push(address, at);
  },
  read: (row): CountedMail => ({ address: row["address"] as string, at: row["mailed_at"] as Instant }),
};

/** Table of invitation links, which are looked up before the account is known. */
export const invitationLinkTable = lookUpTable<InvitationLink & { readonly account: AccountId }>("invitation_links", {
  hash: key(text("hash")),
  account: integer("account_id"),
  user: integer("user_id"),
  number: integer("number"),
  until: integer("until"),
  counted: nullable(counted),
});

export const subscriptionTable = recordTable<Subscription>("subscriptions", {
  user: key(integer("user_id")),
  id: text("id"),
  topics: json("topics"),
  maxRating: integer("max_rating"),
  dueAt: integer("due_at"),
  mailedAt: nullable(integer("mailed_at")),
  failure: nullable(text("failure")),
  reported: json("reported"),
});

export const passwordTable = recordTable<{ readonly user: number; readonly hash: string }>("passwords", {
  user: key(integer("user_id")),
  hash: text("hash"),
});
