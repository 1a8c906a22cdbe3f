import { doOnce, type OncePorts, type OnceStores, type WriteOptions } from "../../foundation/idempotency/once.js";
import type { InvitationStore } from "./invitation-store.js";
import { invite } from "./invite-user.js";
import { readNewUser } from "./read-user.js";
import { type UserDetail, userDetail } from "./user-item.js";
import type { UserStore } from "./user-store.js";
import { emailTaken, maxUsers, tooManyUsers } from "./user.js";

type CreationStores = OnceStores & { readonly users: UserStore; readonly invitations: InvitationStore };

/**
 * Creates a pending user and an invitation for this user. Throws `invalid_user` with JSON pointers, `email_taken` if
 * another user has the address, or `too_many_users`.
 */
export function createUser(ports: OncePorts<CreationStores>) {
  const once = doOnce(ports);
  return async (body: unknown, { by, idempotencyKey }: WriteOptions): Promise<UserDetail> => {
    const { account } = by;
    const read = readNewUser(body);
    const subjectOf = ({ id }: UserDetail) => `user ${id}`;
    const request = { by, operation: "create_user", body, rows: 1, key: idempotencyKey, subjectOf };
    return once(request, async ({ users, invitations }, now) => {
      if ((await users.byEmails(account, [read.email])).length > 0) throw emailTaken();
      if ((await users.count(account)) >= maxUsers) throw tooManyUsers();
      const user = { id: await users.nextId(account), ...read, phone: null, bio: null, active: false };
      await users.save(account, [user]);
      await invite({ invitations }, account, user.id, now);
      return userDetail(user);
    });
  };
}
