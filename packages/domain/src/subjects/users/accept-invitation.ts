import type { CallerStores } from "../../foundation/access/still-allowed.js";
import { byUser } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { Clock, Instant } from "../../foundation/kernel/instant.js";
import type { RequestOrigin } from "../../foundation/kernel/principal.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import type { InvitationDirectory, InvitationLink, InvitationOwner, InvitationStore } from "./invitation-store.js";
import { isInvitationToken } from "./invitation-token.js";
import { closed, type Invitation, invitationNotFound, invitationOver, isOpen } from "./invitation.js";
import {
  commonPassword,
  type CommonPasswords,
  type PasswordHasher,
  type PasswordKeeper,
  passwordsOff,
  type PasswordStore,
  readPassword,
  type TypedPassword,
} from "./password.js";
import type { UserStore } from "./user-store.js";
import type { User } from "./user.js";

type Known = {
  readonly users: Pick<UserStore, "byIds">;
  readonly invitations: Pick<InvitationStore, "byUsers">;
};

type AcceptanceStores = CallerStores & {
  readonly users: UserStore;
  readonly invitations: InvitationStore;
  readonly passwords: PasswordStore;
  readonly audit: AuditWriter;
};

type AcceptancePorts = {
  readonly storage: Transactions<AcceptanceStores> & Reads<Known> & { readonly invitations: InvitationDirectory };
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, "sha256">;
  readonly passwordHasher?: PasswordHasher;
  readonly commonPasswords?: CommonPasswords;
  readonly passwordKeeper?: PasswordKeeper;
};

/** Data shown to a visitor who opens an invitation link. The data does not identify the user. */
export type OpenInvitation = { readonly practice: string };

type Found = { readonly user: User; readonly invitation: Invitation };

/**
 * Opens an invitation by the token in its link. Throws `invitation_not_found` if the token is unknown,
 * `invitation_over` if the invitation is no longer valid, and `passwords_off` if the host does not support passwords.
 */
export function openInvitation(ports: AcceptancePorts) {
  return async (token: string): Promise<OpenInvitation> => {
    passwordsOf(ports);
    const { link } = await opened(ports, token);
    return { practice: link.practice };
  };
}

/**
 * Sets the password of an invited user and activates the user. Works only once per invitation. Throws
 * `invalid_password`.
 */
export function setPassword(ports: AcceptancePorts) {
  const { storage, clock, passwordKeeper } = ports;
  return async (token: string, typed: TypedPassword, origin?: RequestOrigin): Promise<OpenInvitation> => {
    const { isCommon, hash } = passwordsOf(ports);
    const { link, user } = await opened(ports, token);
    const password = readPassword(typed, user.email);
    if (await isCommon(password)) throw commonPassword();
    const hashed = await hash(link.account, password);
    await storage.transact(link.account, async ({ callers, users, invitations, passwords, audit }, now) => {
      if (!(await callers.mayWrite(link.account, undefined, now))) throw invitationNotFound();
      const found = await ownerOfLink({ users, invitations }, link, now);
      await users.save(link.account, [{ ...found.user, active: true }]);
      await invitations.save(link.account, [closed(found.invitation, now)]);
      await (passwordKeeper ?? passwords).keep(link.account, found.user.id, hashed);
      const event = { at: clock(), action: "set_password", ...(origin && { origin }) };
      await audit.append(link.account, [byUser(found.user.id, event)]);
    });
    return { practice: link.practice };
  };
}

function passwordsOf({ passwordHasher: hash, commonPasswords: isCommon }: AcceptancePorts) {
  if (!hash || !isCommon) throw passwordsOff();
  return { hash, isCommon };
}

async function opened({ storage, clock, secrets }: AcceptancePorts, token: string) {
  const link = isInvitationToken(token) ? await storage.invitations.linkOf(secrets.sha256(token)) : undefined;
  if (!link) throw invitationNotFound();
  const { user } = await storage.read(link.account, (stores) => ownerOfLink(stores, link, clock()));
  return { link, user };
}

/** Returns the invited user and the invitation. Throws `invitation_over` if the link is no longer valid. */
async function ownerOfLink(stores: Known, link: InvitationOwner & InvitationLink, now: Instant): Promise<Found> {
  const [user] = await stores.users.byIds(link.account, [link.user]);
  const [invitation] = await stores.invitations.byUsers(link.account, [link.user]);
  const isLatest = invitation?.number === link.number;
  if (!user || user.active || !invitation || !isLatest || !isOpen(invitation, now)) throw invitationOver();
  return { user, invitation };
}
