import { invalid, notFound, unavailable } from "../kernel/domain-error.js";
import type { Problem } from "../kernel/domain-error.js";
import type { AccountId, UserId } from "../kernel/ids.js";

/**
 * Hashes a password, slowly and salted, to a string that can be stored. Rejects with `passwords_busy` if too many passwords
 * wait, in all or for this account.
 */
export type PasswordHasher = (account: AccountId, password: string) => Promise<string>;

/** Whether a password, whatever the case of its letters, is on a list of those that many people have. */
export type CommonPasswords = (password: string) => Promise<boolean>;

/** Takes the hashes of passwords, for whoever lets users log in: the database, unless a host has another place. */
export interface PasswordKeeper {
  /** Keeps the hash of a user's password instead of any before it. Called in a unit of work: it must not begin another one. */
  keep(account: AccountId, user: UserId, hash: string): Promise<void>;
  /** Takes the hash away, if there is one. Called in a unit of work too. */
  forget(account: AccountId, user: UserId): Promise<void>;
}

/** The passwords of an account's users as the database keeps them. */
export interface PasswordStore extends PasswordKeeper {
  /** The hash; never another account's. */
  of(account: AccountId, user: UserId): Promise<string | undefined>;
}

/** A password has so many characters. */
export const passwordLength = { least: 12, most: 256 } as const;

/** A password as it is typed, twice. */
export type TypedPassword = { readonly password?: string | undefined; readonly passwordAgain?: string | undefined };

/**
 * The password that somebody with this address typed twice, in Unicode's form NFC. What is wrong with it is
 * `invalid_password`, by the field of the form.
 */
export function readPassword({ password = "", passwordAgain = "" }: TypedPassword, email: string): string {
  const fault = faultOf(password, email);
  if (fault !== undefined) throw invalidPassword({ parameter: "password", message: fault });
  if (password === passwordAgain) return password.normalize("NFC");
  const message = passwordAgain === "" ? "enter the password again" : "the two passwords do not match";
  throw invalidPassword({ parameter: "password_again", message });
}

/** The length comes first: nothing is done with a text of any length. */
function faultOf(text: string, email: string): string | undefined {
  if (text === "") return "enter a password";
  if (text.length > passwordLength.most) return `the password must have at most ${passwordLength.most} characters`;
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return "the password must not contain control characters";
  const password = text.normalize("NFC");
  if ([...password].length < passwordLength.least) {
    return `the password must have at least ${passwordLength.least} characters`;
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
