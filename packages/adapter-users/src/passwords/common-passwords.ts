import { type CommonPasswords, passwordLength } from "@repute/domain";

/**
 * Returns a function that checks if a password is in zxcvbn's list of common passwords.
 * The list is loaded on first use.
 * Entries shorter than the minimum password length are dropped.
 */
export function commonPasswords(): CommonPasswords {
  let listed: Promise<ReadonlySet<string>> | undefined;
  return async (password) => (await (listed ??= load())).has(password.toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(({ length }) => length >= passwordLength.min));
}
