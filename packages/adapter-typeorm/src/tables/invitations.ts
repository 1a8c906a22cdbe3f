import type { AccountId, CountedMail, Instant, Invitation, InvitationLink } from "@repute/domain";
import { integer, key, type Member, nullable, text } from "./columns.js";
import { lookUpTable, recordTable } from "./table.js";

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

export const passwordTable = recordTable<{ readonly user: number; readonly hash: string }>("passwords", {
  user: key(integer("user_id")),
  hash: text("hash"),
});
