import { byUser, type RequestOrigin } from "../../foundation/accounts/audit-trail.js";
import { invalid, notFound, type Problem, unavailable } from "../../foundation/kernel/domain-error.js";
import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import {
  closed,
  type Invitation,
  type InvitationLink,
  invitationNotFound,
  invitationOver,
  type InvitationOwner,
  type InvitationStore,
  isInvitationToken,
  isOpen,
} from "./invitation.js";
import type { User, UserStore } from "./user.js";

type Known = {
  readonly users: Pick<UserStore, "byIds">;
  readonly invitations: Pick<InvitationStore, "byUsers">;
};

/** Data shown to a visitor who opens an invitation link. The data does not identify the user. */
export type OpenInvitation = { readonly practice: string };

type Found = { readonly user: User; readonly invitation: Invitation };

/**
 * Opens an invitation by the token in its link. Throws `invitation_not_found` if the token is unknown,
 * `invitation_over` if the invitation is no longer valid, and `passwords_off` if the host does not support passwords.
 */
export function openInvitation(ports: Ports) {
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
export function setPassword(ports: Ports) {
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

function passwordsOf({ passwordHasher: hash, commonPasswords: isCommon }: Ports) {
  if (!hash || !isCommon) throw passwordsOff();
  return { hash, isCommon };
}

async function opened({ storage, clock, secrets }: Ports, token: string) {
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

/**
 * Computes a slow, salted hash of a password, as a string. Rejects with `passwords_busy` if too many passwords are
 * queued, in total or for this account.
 */
export type PasswordHasher = (account: AccountId, password: string) => Promise<string>;

/** Function that returns true if a password is on a list of common passwords, ignoring case. */
export type CommonPasswords = (password: string) => Promise<boolean>;

/** Store of password hashes for the login system. By default, the hashes are stored in the database. */
export interface PasswordKeeper {
  /**
   * Saves or replaces the password hash of a user. Runs inside a transaction and must not start another transaction.
   */
  keep(account: AccountId, user: UserId, hash: string): Promise<void>;
  /**
   * Deletes the password hash of a user, if there is one. Runs inside a transaction and must not start another
   * transaction.
   */
  forget(account: AccountId, user: UserId): Promise<void>;
}

export interface PasswordStore extends PasswordKeeper {
  /** Returns the password hash of a user, or `undefined` if the user has no password. */
  of(account: AccountId, user: UserId): Promise<string | undefined>;
}

/** Minimum and maximum number of characters in a password. */
export const passwordLength = { min: 12, max: 256 } as const;

export type TypedPassword = { readonly password?: string | undefined; readonly passwordAgain?: string | undefined };

/**
 * Validates a new password and returns it in Unicode normalization form NFC. The password must not be the email address
 * of the user. Throws `invalid_password` with the name of the form field.
 */
export function readPassword({ password = "", passwordAgain = "" }: TypedPassword, email: string): string {
  const fault = faultOf(password, email);
  if (fault !== undefined) throw invalidPassword({ parameter: "password", message: fault });
  if (password === passwordAgain) return password.normalize("NFC");
  const message = passwordAgain === "" ? "enter the password again" : "the two passwords do not match";
  throw invalidPassword({ parameter: "password_again", message });
}

/**
 * Returns the problem with a password, or `undefined` if the password is valid. Checks the length first, so that long
 * strings cost little time.
 */
function faultOf(text: string, email: string): string | undefined {
  if (text === "") return "enter a password";
  if (text.length > passwordLength.max) return `the password must have at most ${passwordLength.max} characters`;
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return "the password must not contain control characters";
  const password = text.normalize("NFC");
  if ([...password].length < passwordLength.min) {
    return `the password must have at least ${passwordLength.min} characters`;
  }
  const address = email.normalize("NFC").toLowerCase();
  const isAddress = [address, address.slice(0, address.indexOf("@"))].includes(password.toLowerCase());
  return isAddress ? "the password must not be your email address, or the part before the @ sign" : undefined;
}

const invalidPassword = (problem: Problem) => invalid("invalid_password", problem.message, [problem]);

const commonPassword = () =>
  invalidPassword({ parameter: "password", message: "the password is too common; choose another one" });

export const passwordsBusy = () =>
  unavailable("passwords_busy", "too many passwords are being set; try again in a moment");

const passwordsOff = () => notFound("passwords_off", "this service does not set passwords");
