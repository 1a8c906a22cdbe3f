import { invalid, notFound, type Problem, unavailable } from "../../foundation/kernel/domain-error.js";
import type { AccountId, UserId } from "../../foundation/kernel/ids.js";

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

export const commonPassword = () =>
  invalidPassword({ parameter: "password", message: "the password is too common; choose another one" });

export const passwordsBusy = () =>
  unavailable("passwords_busy", "too many passwords are being set; try again in a moment");

export const passwordsOff = () => notFound("passwords_off", "this service does not set passwords");
